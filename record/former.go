package record

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
)

// A Former has facts about a file's earlier format. Its lines are the same, so the old checksum can be
// computed from them. Whoever kept the old checksum can check that nothing was changed.
type Former struct {
	Format int    `json:"format"`
	Lines  int    `json:"lines"` // number of lines, with the header
	Sum    string `json:"sum"`   // of the last line
}

// Anew writes the lines of a file of an earlier format in the current format, under a header with
// the facts about the earlier one. old is the header of the file, and header returns the new one.
func (c *Chain) Anew(w io.Writer, old any, header func(*Former) any) error {
	if c.Broken != nil {
		return c.Broken
	}
	if c.Format == Format {
		return fmt.Errorf("record: the file already has format %d: nothing to do", Format)
	}
	was, err := json.Marshal(old)
	if err == nil && !bytes.Equal(was, c.Objects[0]) {
		return &Fault{Line: 1, Kind: BadForm, Found: string(c.Objects[0]), Expected: string(was)}
	}
	object, err := json.Marshal(header(&Former{c.Format, len(c.Objects), c.Sum}))
	if err != nil {
		return fmt.Errorf("record: header: %w", err)
	}
	chain := NewChainWriter(w, Format)
	for _, x := range append([][]byte{object}, c.Objects[1:]...) {
		if err := chain.Append(x); err != nil {
			return err
		}
	}
	return nil
}

// Held computes the old checksum from the old header and the lines. It returns a fault if the facts in the new
// header differ.
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
		return fault("the checksum "+x.Sum, fmt.Sprintf("%s, the checksum of line %d in format %d", sum, x.Lines, x.Format))
	}
	return nil
}

// in returns the header in a format, with the facts about the file's earlier format.
func (h Header) in(format int, was *Former) Header {
	h.Format, h.Former = format, was
	return h
}

// Migrate writes a record of an earlier format in the current one. Its lines stay unchanged.
func (f *File) Migrate(w io.Writer) error {
	return f.Anew(w, f.Header, func(was *Former) any { return f.Header.in(Format, was) })
}

// checkFormer compares the header's facts about an earlier format with the lines.
func (f *File) checkFormer() *Fault {
	was := f.Header.Former
	if was == nil {
		return nil
	}
	return was.Held(&f.Chain, f.Header.in(was.Format, nil))
}
