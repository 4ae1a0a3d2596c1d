package scenario

import (
	"encoding/json"
	"errors"
	"io"
	"strings"
)

// isJSON reports whether the file is JSON.
func (f *file) isJSON() bool { return json.Valid([]byte(f.text)) }

// json reads the file as JSON, token by token, since encoding/json loses places and duplicate
// keys.
func (f *file) json() (*node, error) {
	d := &jsonReader{file: f, dec: json.NewDecoder(strings.NewReader(f.text))}
	d.dec.UseNumber()
	n, err := d.value(0)
	if err != nil {
		return nil, err
	}
	p := d.next()
	if _, err := d.dec.Token(); !errors.Is(err, io.EOF) {
		return nil, d.fault(p, "unexpected text after the end of the document")
	}
	return n, nil
}

// A jsonReader reads a file token by token, and knows the place of each.
type jsonReader struct {
	*file
	dec   *json.Decoder
	count int // tokens read
	done  int // the offset up to which lines are counted
	here  place
}

// next returns the place of the next token. It counts lines from the previous token on, so that it
// goes through a file once.
func (d *jsonReader) next() place {
	i := int(d.dec.InputOffset())
	for i < len(d.text) && strings.IndexByte(" \t\n\r,:", d.text[i]) >= 0 {
		i++
	}
	if d.here.line == 0 {
		d.here = place{1, 1}
	}
	for _, r := range d.text[d.done:max(i, d.done)] {
		if d.here.col++; r == '\n' {
			d.here = place{d.here.line + 1, 1}
		}
	}
	d.done = max(i, d.done)
	return d.here
}

// token reads the next token and its place.
func (d *jsonReader) token() (json.Token, place, error) {
	p := d.next()
	t, err := d.dec.Token()
	d.count++
	var syntax *json.SyntaxError
	switch {
	case errors.As(err, &syntax):
		return nil, p, d.fault(p, "invalid JSON: %v", syntax)
	case errors.Is(err, io.EOF), errors.Is(err, io.ErrUnexpectedEOF):
		return nil, p, d.fault(d.place(len(d.text)), "unexpected end of file")
	case err != nil:
		return nil, p, d.fault(p, "invalid JSON: %v", err)
	case d.count > maxTokens:
		return nil, p, d.fault(p, "the file has more than %d values", maxTokens)
	}
	return t, p, nil
}

// value reads a value, which may be nested.
func (d *jsonReader) value(depth int) (*node, error) {
	t, p, err := d.token()
	if err != nil {
		return nil, err
	}
	if depth > maxDepth {
		return nil, d.fault(p, "nested more than %d levels deep", maxDepth)
	}
	n := &node{place: p}
	switch t := t.(type) {
	case json.Delim:
		if t == '[' {
			return n, d.list(n, depth)
		}
		return n, d.object(n, depth)
	case string:
		n.text = t
		if err := oneLine(t); err != nil {
			return nil, d.fault(p, "%v", err)
		}
	case json.Number:
		n.text = t.String()
	case bool:
		n.text = map[bool]string{false: "no", true: "yes"}[t]
	default:
		return nil, d.fault(p, "a value is missing")
	}
	return n, nil
}

// list reads the items of a list after its bracket.
func (d *jsonReader) list(n *node, depth int) error {
	n.kind = list
	for d.dec.More() {
		item, err := d.value(depth + 1)
		if err != nil {
			return err
		}
		n.items = append(n.items, item)
	}
	_, _, err := d.token()
	return err
}

// object reads the keys and values of an object after its brace.
func (d *jsonReader) object(n *node, depth int) error {
	n.kind = table
	for d.dec.More() {
		t, p, err := d.token()
		if err != nil {
			return err
		}
		name, ok := t.(string)
		if !ok {
			return d.fault(p, "a key is missing")
		}
		if err := oneLine(name); err != nil {
			return d.fault(p, "%v", err)
		}
		value, err := d.value(depth + 1)
		if err != nil {
			return err
		}
		n.keys = append(n.keys, key{place: p, name: name, value: value})
	}
	_, _, err := d.token()
	return err
}
