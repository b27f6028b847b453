package manifest

// Limits bound what a hostile input can cost. The zero value of each is its
// default.
type Limits struct {
	// DocumentBytes is the size up to which a document is read. The largest
	// that are written in earnest are Lists of a whole cluster.
	DocumentBytes int
	// Depth is how deep mappings and sequences may be nested.
	Depth int
	// AliasNodes is how many nodes the aliases of a document may add when they
	// are put in place. Kubernetes' own reader stops at about as many.
	AliasNodes int
}

const (
	defaultDocumentBytes = 64 << 20
	defaultDepth         = 1000
	defaultAliasNodes    = 400_000
)

// withDefaults fills in what is not set.
func (l Limits) withDefaults() Limits {
	if l.DocumentBytes <= 0 {
		l.DocumentBytes = defaultDocumentBytes
	}
	if l.Depth <= 0 {
		l.Depth = defaultDepth
	}
	if l.AliasNodes <= 0 {
		l.AliasNodes = defaultAliasNodes
	}
	return l
}
