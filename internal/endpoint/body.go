package endpoint

import (
	"bytes"
	"encoding/json"
	"errors"
	"reflect"
	"strconv"
	"strings"

	"loophole/internal/usertext"
)

// A body is where an endpoint wants the body of a request.
type body struct {
	index []int
	shape *shape // nil: the body as it is
}

// read decodes the body of a request.
func (b *body) read(in reflect.Value, r *Request, bad *InvalidError) {
	into := in.FieldByIndex(b.index)
	if b.shape == nil {
		if into.SetBytes(r.Body); len(r.Body) == 0 {
			bad.Status = 400
			bad.add("body", "it is required", nil)
		}
		return
	}
	if !isJSON(r.Header("Content-Type")) {
		bad.Status = 415
		bad.add("body", "send JSON, with Content-Type: application/json", nil)
		return
	}
	if len(r.Body) == 0 {
		bad.Status = 400
		bad.add("body", "it is required", nil)
		return
	}
	var any any
	if err := unmarshal(r.Body, &any); err != nil {
		bad.Status = 400
		bad.add("body", err.Error(), nil)
		return
	}
	if b.shape.check("body", any, &limits{}, bad); len(bad.Errors) > 0 {
		return
	}
	if err := json.Unmarshal(r.Body, into.Addr().Interface()); err != nil {
		bad.add("body", strings.TrimPrefix(err.Error(), "json: "), nil)
	}
}

// isJSON reports whether a Content-Type is JSON, or left out.
func isJSON(kind string) bool {
	kind, _, _ = strings.Cut(kind, ";")
	kind = strings.ToLower(strings.TrimSpace(kind))
	return kind == "" || kind == "application/json" || strings.HasSuffix(kind, "+json")
}

// unmarshal decodes JSON in which no name has two different values, because the server does not
// guess which one is meant. The same value twice is accepted.
func unmarshal(text []byte, into *any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	names := &nameChecker{text: text, d: json.NewDecoder(bytes.NewReader(text))}
	return names.value()
}

// A nameChecker walks through well-formed JSON.
type nameChecker struct {
	text []byte
	d    *json.Decoder
}

// value checks one value.
func (n *nameChecker) value() error {
	t, err := n.d.Token()
	if err != nil {
		return err
	}
	switch t {
	case json.Delim('{'):
		return n.object()
	case json.Delim('['):
		for n.d.More() {
			if err := n.value(); err != nil {
				return err
			}
		}
		_, err = n.d.Token()
	}
	return err
}

func (n *nameChecker) object() error {
	values := map[string][]byte{}
	for n.d.More() {
		t, err := n.d.Token()
		if err != nil {
			return err
		}
		name, _ := t.(string)
		at := n.d.InputOffset()
		if err := n.value(); err != nil {
			return err
		}
		value := bytes.TrimLeft(n.text[at:n.d.InputOffset()], ": \t\r\n")
		if first, twice := values[name]; twice && !bytes.Equal(first, value) {
			return errors.New(usertext.GivenTwice(strconv.Quote(usertext.Truncate(name)), string(first), string(value)))
		}
		values[name] = value
	}
	_, err := n.d.Token()
	return err
}
