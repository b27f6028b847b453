package manifest

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"iter"
)

// Part is the bytes of one document of a source: from behind the document
// before it, comments and directives in front of its --- included, up to the
// next --- or behind its own "...".
type Part struct {
	// Document counts the documents of the source from 0, empty ones too.
	Document int
	// Line is the line of the source, from 1, on which Data starts, in
	// column 1. A line ends with LF, CR LF or a lone CR.
	Line int
	// Offset is the byte offset in the source where Data starts.
	Offset int64
	// Data belongs to the receiver. A byte order mark at its start is left out.
	Data []byte
	// Refused says why the document was not read whole; Data then has only
	// its first bytes, and Decode reports the reason.
	Refused string
}

// byteOrderMark in UTF-8; UTF-16 has its own two.
const byteOrderMark = "\xef\xbb\xbf"

// utf16Message is for what a redirection in PowerShell writes.
const utf16Message = "The file is in UTF-16 and was not read: save it as UTF-8 (in PowerShell with Out-File -Encoding utf8)."

// keptBytes is how much is kept of a document that is not read.
const keptBytes = 1 << 10

// Split reads the documents of a source one at a time, each as soon as the
// separator behind it has arrived. An error of the reader ends the sequence;
// the document that it cut short is not given out.
//
// What stands before the first --- and is only comments is no document of its
// own, nor is what follows the last "...". A source without content has no
// documents. JSON objects one after the other, each on a new line, are
// documents of their own.
func Split(r io.Reader, limits Limits) iter.Seq2[Part, error] {
	return func(yield func(Part, error) bool) {
		s := &splitter{lines: lineReader{reader: r}, limit: limits.withDefaults().DocumentBytes, partLine: 1}
		for {
			part, err := s.next()
			if errors.Is(err, io.EOF) {
				return
			}
			if !yield(part, err) || err != nil {
				return
			}
		}
	}
}

// splitter cuts documents out of the buffer of its line reader.
type splitter struct {
	lines lineReader
	limit int

	document int
	partLine int
	explicit bool // the document has its ---
	content  bool // the document has more than comments
	// directive is a % line in front of a ---.
	directive bool
	json      jsonTracker

	// A refused document is read to its end without being kept, but for the
	// first bytes.
	refused string
	kept    Part
	utf16   bool
}

// next returns the next document, or io.EOF.
func (s *splitter) next() (Part, error) {
	for {
		begin, end, err := s.lines.next(s.limit, s.refused != "")
		if errors.Is(err, errLongLine) {
			if part, ok := s.long(); ok {
				return part, nil
			}
			continue
		}
		if errors.Is(err, io.EOF) && s.open() {
			return s.cut(len(s.lines.buf)), nil
		}
		if err != nil {
			return Part{}, err
		}
		if part, ok := s.take(begin, end); ok {
			return part, nil
		}
		if size := s.lines.pos - s.lines.start; size > s.limit {
			s.refuse(s.tooLarge())
		}
	}
}

// long refuses the document of a line that is too long and still arriving. It
// returns the document before, if the line is the start of the next.
func (s *splitter) long() (Part, bool) {
	var part Part
	at := s.lines.pos
	marker := isMarker(s.lines.buf[at:], '-')
	ended := marker && (s.explicit || s.content)
	if ended {
		part = s.cut(at)
		s.partLine++
	}
	s.explicit = s.explicit || marker
	s.content = true
	s.refuse(s.tooLarge())
	return part, ended
}

// open reports whether a document has begun.
func (s *splitter) open() bool { return s.explicit || s.content || s.directive }

// take looks at one line and returns the document that it ends, if it does.
func (s *splitter) take(begin, end int) (Part, bool) {
	buf := s.lines.buf
	if s.lines.base+int64(begin) == 0 && isUTF16(buf[begin:end]) {
		s.utf16, s.content = true, true
		s.refuse(utf16Message)
	}
	if s.utf16 || s.lines.torn {
		return Part{}, false
	}
	if bytes.HasPrefix(buf[begin:end], []byte(byteOrderMark)) {
		return s.takeMarked(begin, end)
	}
	line := buf[begin:end]
	switch {
	case isMarker(line, '-'):
		if s.explicit || s.content {
			part := s.cut(begin)
			s.begin(begin, end)
			return part, true
		}
		s.begin(begin, end)
	case isMarker(line, '.'):
		if s.open() {
			part := s.cut(end)
			s.partLine++
			return part, true
		}
		// What follows the dots on their line is wrong, and not to be lost.
		if s.inspect(begin+len("..."), end); !s.content {
			s.restart(end, s.lines.line+1)
		}
	case s.content:
		if s.refused == "" && s.json.startsNext(buf[s.lines.start:end], begin-s.lines.start) {
			part := s.cut(begin)
			s.inspect(begin, end)
			return part, true
		}
		s.json.feed(line)
	case !s.explicit && line[0] == '%':
		s.directive = true
	default:
		s.inspect(begin, end)
	}
	return Part{}, false
}

// takeMarked looks at a line that starts with a byte order mark, as the first
// of a file may, or any where files were joined: in front of a document it
// counts for nothing.
func (s *splitter) takeMarked(begin, end int) (Part, bool) {
	behind := begin + len(byteOrderMark)
	if behind == end {
		return Part{}, false
	}
	if !s.open() {
		s.restart(behind, s.lines.line)
		return s.take(behind, end)
	}
	if !isMarker(s.lines.buf[behind:end], '-') {
		s.json.feed(s.lines.buf[begin:end])
		s.content = true
		return Part{}, false
	}
	part := s.cut(begin)
	s.restart(behind, s.lines.line)
	s.begin(behind, end)
	return part, true
}

// begin notes the --- at index at; content may follow on the same line, which
// ends at end.
func (s *splitter) begin(at, end int) {
	s.explicit = true
	s.inspect(at+len("---"), end)
}

// inspect looks for content in a line, from index at on, as long as none was
// found.
func (s *splitter) inspect(at, end int) {
	line := s.lines.buf[at:end]
	rest := bytes.TrimLeft(line, " \t\r\n")
	if len(rest) == 0 || rest[0] == '#' {
		return
	}
	s.content = true
	if rest[0] == '{' {
		s.json = jsonTracker{active: true, from: end - len(rest) - s.lines.start}
		s.json.feed(rest)
	}
}

// cut ends the document at index end and starts the next one there, on the
// line that has been read last.
func (s *splitter) cut(end int) Part {
	start := s.lines.start
	if s.refused == "" && end-start > s.limit {
		s.refuse(s.tooLarge())
	}
	part := Part{
		Document: s.document, Line: s.partLine, Offset: s.lines.base + int64(start), Data: s.lines.buf[start:end:end],
	}
	if s.refused != "" {
		part = s.kept
	}
	s.document++
	s.restart(end, s.lines.line)
	return part
}

// restart lets a document begin at index at, which is on the given line.
func (s *splitter) restart(at, line int) {
	s.lines.start = at
	s.partLine = line
	s.explicit, s.content, s.directive = false, false, false
	s.json = jsonTracker{}
	s.refused = ""
}

// refuse gives the document up and keeps its first bytes.
func (s *splitter) refuse(why string) {
	if s.refused != "" {
		return
	}
	start := s.lines.start
	data := s.lines.buf[start:min(len(s.lines.buf), start+min(s.limit, keptBytes))]
	if s.utf16 {
		data = s.lines.buf[start:min(s.lines.pos, start+keptBytes)]
	}
	s.refused = why
	s.kept = Part{
		Document: s.document, Line: s.partLine, Offset: s.lines.base + int64(start), Data: bytes.Clone(data), Refused: why,
	}
}

func (s *splitter) tooLarge() string {
	return fmt.Sprintf("The document is larger than %d bytes and was not read: split it up.", s.limit)
}

// isMarker reports whether a line is three times c at its start, with nothing
// or white space behind.
func isMarker(line []byte, c byte) bool {
	if len(line) < 3 || line[0] != c || line[1] != c || line[2] != c {
		return false
	}
	return len(line) == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\n' || line[3] == '\r'
}

func isUTF16(start []byte) bool {
	return bytes.HasPrefix(start, []byte("\xff\xfe")) || bytes.HasPrefix(start, []byte("\xfe\xff"))
}
