package record

import (
	"bytes"
	"fmt"
	"io"
	"strconv"

	"loophole/rule"
)

// A File is a record that was read.
type File struct {
	Header  Header
	Entries []rule.Entry
	Chain
}

// Finished reports whether the record has an outcome.
func (f *File) Finished() bool {
	n := len(f.Entries)
	return n > 0 && f.Entries[n-1].Kind == rule.Finished
}

// Read reads a record. It checks the form of every line and of every roll, so that the entries can
// be shown. [Verify] checks whether they are true.
//
// The error is a [*Fault] that names the first line at fault, or the reader's own error. The file
// up to that line comes with it, if it has a header. A wrong checksum is not an error of Read, so that
// the rest can be shown. [Verify] and [Replay] report it.
func Read(r io.Reader) (*File, error) {
	in := NewLineReader(r)
	f := &File{}
	for {
		line, bad, err := in.Next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return f.fileOrNil(), fmt.Errorf("record: after line %d: %w", len(f.Objects), err)
		}
		if bad == nil {
			bad = f.add(line)
		}
		if bad != nil {
			bad.Line = len(f.Objects) + 1
			return f.fileOrNil(), FirstFault(f.Broken, bad)
		}
	}
	if len(f.Objects) == 0 {
		return nil, errNoHeader
	}
	return f, nil
}

// fileOrNil returns the file so far, if it has a header.
func (f *File) fileOrNil() *File {
	if len(f.Objects) == 0 {
		return nil
	}
	return f
}

// add adds the next line.
func (f *File) add(line []byte) *Fault {
	if bytes.HasSuffix(line, []byte("\r")) {
		return newFault(BadForm, "a carriage return at its end", "the file as it was written, not with the line ends of another system")
	}
	if len(f.Objects) == 0 {
		h, object, sum, fault := decodeHeader(line)
		if fault == nil {
			f.Header, f.Format = h, h.Format
			f.Link(object, sum)
		}
		return fault
	}
	object, sum, ok := Unseal(f.Format, line)
	if !ok {
		return UnsealedFault(f.Format, line)
	}
	if f.Finished() {
		return newFault(BadOrder, "a line after the outcome", "the end of the file")
	}
	if len(f.Entries) == MaxEntries {
		return newFault(TooLarge, "one more entry", fmt.Sprintf("at most %d entries", MaxEntries))
	}
	e, fault := DecodeEntry(object)
	if fault == nil {
		f.Entries = append(f.Entries, e)
		f.Link(object, sum)
	}
	return fault
}

// UnsealedFault returns the fault of a line without a checksum of its format.
func UnsealedFault(format int, line []byte) *Fault {
	return newFault(BadForm, strconv.Quote(short(string(line))), fmt.Sprintf(`an object in JSON that ends in ,"sum":"…"}, with %d digits`, digits(format)))
}
