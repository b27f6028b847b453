package manifest

import (
	"bytes"
	"errors"
	"io"
)

// lineReader reads lines into a growing buffer. Bytes before start were given
// out and are never written again, so documents share a buffer without sharing
// bytes; bytes from start on are kept until start moves.
type lineReader struct {
	reader io.Reader
	eof    bool

	buf   []byte
	base  int64 // offset in the source of buf[0]
	start int   // what is before it may be forgotten
	pos   int   // where the next line begins
	line  int   // number of the line that next returned last, from 1

	// The next LF and CR from pos on, or where to go on looking for one: a
	// long line that arrives in pieces is looked through once.
	lf, cr search
	// torn says that the start of the line that next returned is lost.
	torn bool
}

// errLongLine says that the line at pos is longer than the limit, as far as it
// has arrived.
var errLongLine = errors.New("line too long")

// search is the place of the next byte of a kind, if found, else the place up
// to which there is none.
type search struct {
	at    int
	found bool
}

// next looks for c in buf from index from on.
func (s *search) next(buf []byte, from int, c byte) {
	if s.found && s.at >= from {
		return
	}
	from = max(from, s.at)
	s.found, s.at = false, len(buf)
	if i := bytes.IndexByte(buf[from:], c); i >= 0 {
		s.found, s.at = true, from+i
	}
}

const (
	chunkBytes = 64 << 10
	// pieceBytes is how much is kept of a line that nobody wants.
	pieceBytes = 64 << 10
)

// next returns where in buf the next line begins and ends, its line break
// included. With drop it forgets what it has returned before, and does not keep
// lines that are long; else it gives errLongLine for those beyond limit.
func (l *lineReader) next(limit int, drop bool) (begin, end int, err error) {
	torn := false
	for {
		if end, ok := l.lineEnd(); ok {
			begin = l.pos
			l.pos, l.torn = end, torn
			l.line++
			return begin, end, nil
		}
		if l.eof {
			return 0, 0, io.EOF
		}
		if !drop && len(l.buf)-l.pos > limit {
			return 0, 0, errLongLine
		}
		if drop {
			l.start = l.pos
			// The last byte stays: it may be the CR of a CR LF.
			if pending := len(l.buf) - l.pos; pending > pieceBytes {
				torn = true
				l.pos = len(l.buf) - 1
				l.start = l.pos
			}
		}
		if err := l.read(); err != nil {
			return 0, 0, err
		}
	}
}

// lineEnd finds the end of the line at pos, if it has arrived.
func (l *lineReader) lineEnd() (end int, ok bool) {
	l.lf.next(l.buf, l.pos, '\n')
	limit := len(l.buf)
	if l.lf.found {
		limit = l.lf.at
	}
	if !l.cr.found || l.cr.at < l.pos {
		l.cr.next(l.buf[:limit], l.pos, '\r')
	}
	switch {
	case l.cr.found && l.cr.at < limit && l.cr.at+1 < len(l.buf):
		if l.cr.at+1 == limit && l.lf.found {
			return limit + 1, true
		}
		return l.cr.at + 1, true
	case l.lf.found && (!l.cr.found || l.cr.at > limit):
		return limit + 1, true
	case l.eof && l.pos < len(l.buf):
		return len(l.buf), true
	}
	return 0, false
}

// read appends what the reader has, moving what is kept to a new buffer when
// this one is full.
func (l *lineReader) read() error {
	const room = 4 << 10
	if cap(l.buf)-len(l.buf) < room {
		kept := l.buf[l.start:]
		buf := make([]byte, len(kept), max(chunkBytes, 2*len(kept)+room))
		copy(buf, kept)
		l.base += int64(l.start)
		for _, i := range []*int{&l.pos, &l.lf.at, &l.cr.at} {
			*i = max(0, *i-l.start)
		}
		l.lf.found = l.lf.found && l.lf.at >= l.pos
		l.cr.found = l.cr.found && l.cr.at >= l.pos
		l.start, l.buf = 0, buf
	}
	for range 100 {
		n, err := l.reader.Read(l.buf[len(l.buf):cap(l.buf)])
		l.buf = l.buf[:len(l.buf)+n]
		switch {
		case err == io.EOF:
			l.eof = true
			return nil
		case err != nil:
			return err
		case n > 0:
			return nil
		}
	}
	return io.ErrNoProgress
}
