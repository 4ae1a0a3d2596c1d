package record

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"

	"loophole/rule"
)

// A File is a record as it was read.
type File struct {
	Header  Header
	Entries []rule.Entry
	Sum     string // of the last line: it stands for the whole file

	objects [][]byte // every line without its sum, the header first
	broken  *Fault   // the first line whose sum does not hold
	last    string   // the sum of the last line but one
}

// Finished reports whether the record has come to its outcome.
func (f *File) Finished() bool {
	n := len(f.Entries)
	return n > 0 && f.Entries[n-1].Kind == rule.Finished
}

// Read reads a record. It checks the form of every line and of every roll, so
// that the entries can be shown; whether they are true is for [Verify].
//
// The error is a [*Fault] that names the first line at fault, or the reader's
// own error. With it comes the file up to that line, if it has a header. A sum
// that does not hold is kept for [Verify] and [Replay] to name, so that the
// rest can be looked at.
func Read(r io.Reader) (*File, error) {
	in := &lines{in: bufio.NewReaderSize(r, 64<<10)}
	f := &File{}
	for {
		line, bad, err := in.next()
		if err == io.EOF {
			break
		}
		if err != nil {
			return f.whole(), fmt.Errorf("record: after line %d: %w", len(f.objects), err)
		}
		if bad == nil {
			bad = f.add(line)
		}
		if bad != nil {
			bad.Line = len(f.objects) + 1
			return f.whole(), first(f.broken, bad)
		}
	}
	if len(f.objects) == 0 {
		return nil, errNoHeader
	}
	return f, nil
}

// whole is the file so far, if it has a header.
func (f *File) whole() *File {
	if len(f.objects) == 0 {
		return nil
	}
	return f
}

// add takes in the next line.
func (f *File) add(line []byte) *Fault {
	if bytes.HasSuffix(line, []byte("\r")) {
		return bad(BadForm, "a carriage return at its end", "the file as it was written, not with the line ends of another system")
	}
	if len(f.objects) == 0 {
		h, object, sum, fault := decodeHeader(line)
		if fault == nil {
			f.Header = h
			f.link(object, sum)
		}
		return fault
	}
	object, sum, ok := unseal(line)
	if !ok {
		return unsealed(line)
	}
	if f.Finished() {
		return bad(BadOrder, "a line after the outcome", "the end of the file")
	}
	if len(f.Entries) == MaxEntries {
		return bad(TooLarge, "one more entry", fmt.Sprintf("at most %d entries", MaxEntries))
	}
	e, fault := decode(object)
	if fault == nil {
		f.Entries = append(f.Entries, e)
		f.link(object, sum)
	}
	return fault
}

// link holds a line against the chain of sums. The chain goes on from the
// sum as it stands, so that one altered line is one fault.
func (f *File) link(object []byte, sum string) {
	n := len(f.objects) + 1
	want := sumOf(f.Sum, object)
	switch {
	case f.broken == nil && sum != want:
		f.broken = &Fault{
			Line: n, Kind: Altered, Found: "the sum " + sum, Broken: true,
			Expected: want + "; this line was changed, or lines before it were removed or moved",
		}
	case f.broken != nil && f.broken.Line == n-1 && sum == sumOf(f.last, object):
		f.broken.Kind = BadOrder
		f.broken.Found = "a line that does not follow from the one before it"
		f.broken.Expected = "the next line, which does: this one was added or moved"
	}
	f.last, f.Sum = f.Sum, sum
	f.objects = append(f.objects, object)
}

func unsealed(line []byte) *Fault {
	return bad(BadForm, strconv.Quote(short(string(line))), `an object in JSON that ends in ,"sum":"`+"…"+`"}, with 16 digits`)
}

// lines splits a file into lines of bounded length.
type lines struct {
	in    *bufio.Reader
	bytes int
	count int
}

// next returns the next line without its line break, or what is wrong with it,
// or the error of the reader, which is io.EOF at the end of the last line.
func (l *lines) next() ([]byte, *Fault, error) {
	var line []byte
	for {
		part, err := l.in.ReadSlice('\n')
		line = append(line, part...)
		l.bytes += len(part)
		switch {
		case len(line) > MaxLine:
			return nil, bad(TooLarge, "a longer line", fmt.Sprintf("at most %d bytes", MaxLine)), nil
		case l.bytes > MaxBytes:
			return nil, bad(TooLarge, "a longer file", fmt.Sprintf("at most %d bytes", MaxBytes)), nil
		case err == nil:
			l.count++
			return line[:len(line)-1], nil, nil
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case err == io.EOF && len(line) > 0:
			return nil, cut(l.count), nil
		}
		return nil, nil, err
	}
}

// cut is the fault of a last line without its end.
func cut(before int) *Fault {
	found := "the end of the file in the middle of this line"
	switch before {
	case 0:
		return bad(CutOff, found, "a whole header")
	case 1:
		return bad(CutOff, found+"; only the header is whole", "the rest of the line")
	}
	return bad(CutOff, fmt.Sprintf("%s; the %d lines before it are whole", found, before), "the rest of the line")
}
