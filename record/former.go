package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// A Former says what a file was before it was sealed anew in a later format. Its
// lines are the same, so the old sum can be made from them again: who has kept it
// finds that nothing was changed on the way.
type Former struct {
	Format int    `json:"format"`
	Lines  int    `json:"lines"` // how many there were, the header included
	Sum    string `json:"sum"`   // of the last of them
}

// Anew seals the lines of a file of an earlier format in the one of this program,
// under a header that says what it was.
func (c *Chain) Anew(w io.Writer, old any, header func(*Former) any) error {
	if c.Broken != nil {
		return c.Broken
	}
	if c.Format == Format {
		return fmt.Errorf("record: the file is of format %d already: nothing is to be done", Format)
	}
	was, err := json.Marshal(old)
	if err == nil && !bytes.Equal(was, c.Objects[0]) {
		return &Fault{Line: 1, Kind: BadForm, Found: string(c.Objects[0]), Expected: string(was)}
	}
	object, err := json.Marshal(header(&Former{c.Format, len(c.Objects), c.Sum}))
	if err != nil {
		return fmt.Errorf("record: header: %w", err)
	}
	pen := NewChainWriter(w, Format)
	for _, x := range append([][]byte{object}, c.Objects[1:]...) {
		if err := pen.Append(x); err != nil {
			return err
		}
	}
	return nil
}

// Held makes the old sum again from the old header and the lines, and holds it
// against what the new header says of it.
func (x *Former) Held(c *Chain, header any) *Fault {
	fault := func(found, expected string) *Fault {
		return &Fault{Line: 1, Kind: BadHeader, Found: "former: " + found, Expected: expected}
	}
	if x.Format < 1 || x.Format >= c.Format {
		return fault(fmt.Sprintf("format %d", x.Format), fmt.Sprintf("an earlier format than %d", c.Format))
	}
	if x.Lines < 1 || x.Lines > len(c.Objects) {
		return fault(fmt.Sprintf("%d lines", x.Lines), fmt.Sprintf("at most the %d that there are; lines were cut off", len(c.Objects)))
	}
	object, err := json.Marshal(header)
	if err != nil {
		return fault("a header that cannot be written", err.Error())
	}
	sum := sumOf(x.Format, "", object)
	for _, line := range c.Objects[1:x.Lines] {
		sum = sumOf(x.Format, sum, line)
	}
	if sum != x.Sum {
		return fault("the sum "+x.Sum, fmt.Sprintf("%s, the sum of line %d in format %d", sum, x.Lines, x.Format))
	}
	return nil
}

// in is the header as it is in a format, with what the file was before.
func (h Header) in(format int, was *Former) Header {
	h.Format, h.Former = format, was
	return h
}

// Migrate writes a record of an earlier format in the one of this program. Its
// lines stay as they are.
func (f *File) Migrate(w io.Writer) error {
	return f.Anew(w, f.Header, func(was *Former) any { return f.Header.in(Format, was) })
}

// formerly holds what the header says of an earlier format against the lines.
func (f *File) formerly() *Fault {
	was := f.Header.Former
	if was == nil {
		return nil
	}
	return was.Held(&f.Chain, f.Header.in(was.Format, nil))
}
