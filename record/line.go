package record

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loophole/rule"
)

// A line is an object with its checksum as the last field.
const sumField = `,"sum":"`

// digits returns the number of hexadecimal digits of a checksum. The 16 of format 1 reveal accidents,
// but two records with the same 16 can be made in minutes. So format 2 has all of SHA-256.
func digits(format int) int {
	if format == 1 {
		return 16
	}
	return 2 * sha256.Size
}

// sumOf returns the checksum of an object after a line with the checksum before.
func sumOf(format int, before string, object []byte) string {
	d := sha256.New()
	d.Write([]byte(before))
	d.Write(object)
	return hex.EncodeToString(d.Sum(nil))[:digits(format)]
}

// Seal returns an object as a line of a format, with its checksum and the line break.
func Seal(format int, before string, object []byte) (line []byte, sum string) {
	sum = sumOf(format, before, object)
	line = append(line, object[:len(object)-1]...)
	line = append(line, sumField...)
	line = append(line, sum...)
	return append(line, "\"}\n"...), sum
}

// Unseal splits a line of a format, without its line break, into object and checksum.
func Unseal(format int, line []byte) (object []byte, sum string, ok bool) {
	n := len(line) - len(sumField) - digits(format) - len(`"}`)
	if n < 1 || !bytes.HasPrefix(line[n:], []byte(sumField)) || !bytes.HasSuffix(line, []byte(`"}`)) {
		return nil, "", false
	}
	sum = string(line[n+len(sumField) : len(line)-2])
	if strings.Trim(sum, "0123456789abcdef") != "" {
		return nil, "", false
	}
	return append(bytes.Clone(line[:n]), '}'), sum, true
}

// DecodeStrict decodes one JSON object with known fields only. Nothing may follow it. Numbers keep
// their digits.
func DecodeStrict(object []byte, into any) error {
	d := json.NewDecoder(bytes.NewReader(object))
	d.DisallowUnknownFields()
	d.UseNumber()
	if err := d.Decode(into); err != nil {
		return err
	}
	if int(d.InputOffset()) != len(object) {
		return fmt.Errorf("more than one value")
	}
	return nil
}

// kinds has the kinds of entries by their names.
var kinds = func() map[string]rule.EntryKind {
	m := map[string]rule.EntryKind{}
	for k := rule.Rolled; k <= rule.Finished; k++ {
		m[k.String()] = k
	}
	return m
}()

// entryJSON is an entry as [rule.Entry.MarshalJSON] writes it.
type entryJSON struct {
	Kind    string
	Clause  rule.Clause
	Text    string
	Name    string
	Roll    string
	Faces   []int
	From    string
	By      rule.Side
	Options []string
	Value   *int
	Given   bool
	Outcome any
}

// newFault returns a [Fault] without a line number.
func newFault(k FaultKind, found, expected string) *Fault {
	return &Fault{Kind: k, Found: found, Expected: expected}
}

// DecodeEntry reads an entry and checks everything that needs no rulebook, so that the entry can
// safely be shown and replayed.
func DecodeEntry(object []byte) (rule.Entry, *Fault) {
	var w entryJSON
	if err := DecodeStrict(object, &w); err != nil {
		return rule.Entry{}, newFault(BadForm, err.Error(), "an entry in JSON")
	}
	e := rule.Entry{
		Kind: kinds[w.Kind], Cite: w.Clause, Text: w.Text, Name: w.Name, From: w.From,
		By: w.By, Options: w.Options, Overridden: w.Given, Outcome: w.Outcome,
	}
	if w.Value != nil {
		e.Value = *w.Value
	}
	switch {
	case e.Kind == 0:
		return e, newFault(BadForm, fmt.Sprintf("the kind %q", w.Kind), "roll, choice, apply, note, table, fact, ruling or outcome")
	case e.Kind == rule.Rolled:
		f := decodeRoll(&e, w)
		return e, f
	case e.Kind == rule.Chosen && (e.Value < 0 || e.Value >= len(e.Options)):
		return e, newFault(BadValue, fmt.Sprintf("option %d of %d", e.Value, len(e.Options)), "one of the options, from 0")
	}
	return e, nil
}

func decodeRoll(e *rule.Entry, w entryJSON) *Fault {
	p, ok := parsePool(w.Roll)
	if !ok {
		return newFault(BadRoll, fmt.Sprintf("%q", w.Roll), `a roll such as "3D6 count 5+"`)
	}
	e.Pool = p
	if w.Faces == nil {
		return nil
	}
	if len(w.Faces) != p.N() {
		return newFault(BadFace, rule.Counted("%d {face}", len(w.Faces)), fmt.Sprintf("%d for %s", p.N(), p))
	}
	e.Faces = make([]uint8, p.N())
	for i, f := range w.Faces {
		if f < 1 || f > int(p.Die()) {
			return newFault(BadFace, fmt.Sprintf("%d on die %d", f, i+1), fmt.Sprintf("a face of %v", p.Die()))
		}
		e.Faces[i] = uint8(f)
	}
	if err := p.CheckFaces(e.Faces); err != nil {
		return newFault(BadFace, err.Error(), fmt.Sprintf("what %s can show", p))
	}
	return nil
}

// EncodeEntry encodes an entry without its checksum.
func EncodeEntry(e rule.Entry) ([]byte, error) {
	if e.Kind < rule.Rolled || e.Kind > rule.Finished {
		return nil, errors.New("record: an entry without a kind")
	}
	object, err := json.Marshal(e)
	if err != nil {
		return nil, fmt.Errorf("record: %w", err)
	}
	return object, nil
}
