package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"loophole/rule"
)

// A Writer appends a record to a file, entry by entry, as they happen:
//
//	w, err := record.NewWriter(file, record.NewHeader(q, version, record.ProgramDice(seed)))
//	rec := &rule.Record{OnEntry: w.Entry}
//	outcome, err := q.Play(dice.NewRandom(seed), rec)
//	err = w.Err()
//
// Each line is one call of Write, so a killed program leaves complete lines and at most one
// incomplete line.
type Writer struct {
	// Sync is called after each line if it is not nil; (*os.File).Sync makes
	// every line survive a loss of power.
	Sync func() error

	chain   *ChainWriter
	entries int
	done    bool // the outcome is written
	err     error
}

// NewWriter writes the header and returns the writer of the rest.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	object, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("record: header: %w", err)
	}
	out := &Writer{chain: NewChainWriter(w, h.Format)}
	out.append(object)
	return out, out.err
}

// Entry appends one entry. It returns nothing so that it can be the OnEntry function of a
// [rule.Record]. The first failure stops the writer, and Err returns it.
func (w *Writer) Entry(e rule.Entry) {
	if w.err != nil {
		return
	}
	if w.done {
		w.err = errors.New("record: no entry may follow the outcome")
		return
	}
	if w.entries == MaxEntries {
		w.err = fmt.Errorf("record: more than %d entries", MaxEntries)
		return
	}
	object, err := EncodeEntry(e)
	if err != nil {
		w.err = err
		return
	}
	w.append(object)
	w.entries++
	w.done = e.Kind == rule.Finished
}

func (w *Writer) append(object []byte) {
	w.chain.Sync = w.Sync
	w.err = w.chain.Append(object)
}

// Err returns the error that stopped the writer, or nil.
func (w *Writer) Err() error { return w.err }

// Sum returns the checksum of the last line, which identifies the whole record so far.
func (w *Writer) Sum() string { return w.chain.Sum() }

// Write writes a whole record.
func Write(w io.Writer, h Header, rec *rule.Record) error {
	out, err := NewWriter(w, h)
	if err != nil {
		return err
	}
	for _, e := range rec.Entries {
		out.Entry(e)
	}
	return out.Err()
}
