package match

import (
	"io"

	"loophole/record"
)

// in is the header as it is in a format, with what the file was before.
func (h Header) in(format int, was *record.Former) Header {
	h.Format, h.Former = format, was
	return h
}

// Migrate writes a match of an earlier format in the one of this program. Its lines
// stay as they are.
func (f *File) Migrate(w io.Writer) error {
	return f.Anew(w, f.Header, func(was *record.Former) any { return f.Header.in(Format, was) })
}

// formerly holds what the header says of an earlier format against the lines.
func (f *File) formerly() *record.Fault {
	was := f.Header.Former
	if was == nil {
		return nil
	}
	return was.Held(&f.Chain, f.Header.in(was.Format, nil))
}
