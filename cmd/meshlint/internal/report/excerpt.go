package report

import (
	"strings"

	"github.com/clipperhouse/displaywidth"

	"github.com/meshlint/meshlint/cmd/meshlint/internal/finding"
)

const (
	// excerptWidth is how many columns of a terminal an excerpt may take.
	excerptWidth = 120
	// tabWidth is that of terminals. Tabs are kept, so that it matters only for
	// tabs inside a span and for how much of a long line fits.
	tabWidth = 8
	ellipsis = "…"
)

// cell is what a terminal shows as one character: a cluster of code points, or
// the escape that stands for an unseen one.
type cell struct {
	text       string
	width      int
	start, end int // bytes of the line
}

// excerpt shows the part of a source line around a span, and a second line with
// carets below exactly what the span covers. A span of several lines is marked
// to the end of its first. indent is the column that the excerpt starts in.
func excerpt(line string, span finding.Span, indent int) (shown, carets string) {
	line = strings.TrimRight(line, "\r\n")
	start := forward(line, 0, span.Column-1)
	end := len(line)
	if span.EndLine == span.Line {
		end = max(start, forward(line, start, span.EndColumn-span.Column))
	}
	// Only what can be shown is looked at: a manifest of one line may have
	// thousands of findings and megabytes. A cell rarely has over four runes.
	low := back(line, start, 4*excerptWidth)
	high := min(len(line), forward(line, start, 4*excerptWidth))
	cells := split(line[low:high], low, indent)
	first, last := covered(cells, start, end)
	left, right := window(cells, first, last, low > 0 || high < len(line))
	return draw(cells[left:right], low > 0 || left > 0, high < len(line) || right < len(cells), start, end)
}

// forward returns the byte that lies count code points behind the byte from.
func forward(line string, from, count int) int {
	for ; from < len(line) && count > 0; count-- {
		from++
		for from < len(line) && line[from]&0xC0 == 0x80 {
			from++
		}
	}
	return from
}

// back returns the byte that lies count code points before the byte from.
func back(line string, from, count int) int {
	for ; from > 0 && count > 0; count-- {
		from--
		for from > 0 && line[from]&0xC0 == 0x80 {
			from--
		}
	}
	return from
}

// split cuts text into cells; offset is where it starts in its line.
func split(text string, offset, column int) []cell {
	var cells []cell
	clusters := displaywidth.StringGraphemes(text)
	for clusters.Next() {
		value := clusters.Value()
		c := cell{text: visible(value, "\t"), width: clusters.Width(), start: offset}
		offset += len(value)
		c.end = offset
		switch {
		case value == "\t":
			c.width = tabWidth - column%tabWidth
		case c.text != value:
			c.width = displaywidth.String(c.text)
		}
		column += c.width
		cells = append(cells, c)
	}
	return cells
}

// covered returns the cells that a span of bytes touches, as a half-open range;
// an empty one stands at its place.
func covered(cells []cell, start, end int) (first, last int) {
	for first < len(cells) && cells[first].end <= start {
		first++
	}
	last = first
	for last < len(cells) && cells[last].start < end {
		last++
	}
	return first, last
}

// window chooses the cells to show: as much of the span as fits, then some of
// what stands before it, then what follows, then more of what stands before.
func window(cells []cell, first, last int, cut bool) (left, right int) {
	total := 0
	for _, c := range cells {
		total += c.width
	}
	if total <= excerptWidth && !cut {
		return 0, len(cells)
	}
	room := excerptWidth - 2 // an ellipsis at both ends
	left, right = first, first
	grow := func(to, reserve int) {
		for right < to && cells[right].width <= room-reserve {
			room -= cells[right].width
			right++
		}
	}
	shrink := func(reserve int) {
		for left > 0 && cells[left-1].width <= room-reserve {
			left--
			room -= cells[left].width
		}
	}
	grow(last, 0)
	shrink(2 * room / 3)
	grow(len(cells), 0)
	shrink(0)
	return left, right
}

// draw writes the cells and the carets below those between start and end.
func draw(cells []cell, cutLeft, cutRight bool, start, end int) (shown, carets string) {
	var text, marks strings.Builder
	if cutLeft {
		text.WriteString(ellipsis)
		marks.WriteByte(' ')
	}
	marked := false
	for _, c := range cells {
		text.WriteString(c.text)
		switch {
		case c.start < end && c.end > start:
			marks.WriteString(strings.Repeat("^", c.width))
			marked = marked || c.width > 0
		case c.end > start:
		case c.text == "\t":
			marks.WriteByte('\t')
		default:
			marks.WriteString(strings.Repeat(" ", c.width))
		}
	}
	if !marked {
		marks.WriteByte('^')
	}
	if cutRight {
		text.WriteString(ellipsis)
	}
	return text.String(), marks.String()
}
