package match

import (
	"io"

	"loophole/record"
)

// in returns the header in a format, with the facts about the file's earlier format.
func (h Header) in(format int, was *record.Former) Header {
	h.Format, h.Former = format, was
	return h
}

// Migrate writes a match of an earlier format in the current one. Its lines stay unchanged.
func (f *File) Migrate(w io.Writer) error {
	return f.Anew(w, f.Header, func(was *record.Former) any { return f.Header.in(Format, was) })
}

// checkFormer compares the header's facts about an earlier format with the lines.
func (f *File) checkFormer() *record.Fault {
	was := f.Header.Former
	if was == nil {
		return nil
	}
	return was.Held(&f.Chain, f.Header.in(was.Format, nil))
}
