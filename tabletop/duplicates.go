package tabletop

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"slices"
	"strconv"

	"github.com/danielgtaylor/huma/v2"

	"loophole/internal/usertext"
)

// A parameter or a JSON name with two different values is rejected, because the server does not
// guess which one is meant. The same value twice is accepted.

// once rejects two different values of a parameter that takes one.
func once(ctx huma.Context, next func(huma.Context)) {
	u := ctx.URL()
	var given map[string][]string
	for _, p := range ctx.Operation().Parameters {
		if p.In != "query" || p.Schema == nil || p.Schema.Type == huma.TypeArray {
			continue
		}
		if given == nil {
			given = u.Query()
		}
		values := given[p.Name]
		if n := slices.IndexFunc(values, func(v string) bool { return v != values[0] }); n > 0 {
			text := usertext.GivenTwice(p.Name, values[0], values[n])
			b := problem(http.StatusUnprocessableEntity, "twice", "%s", text)
			b.Errors = []*huma.ErrorDetail{{Location: "query." + p.Name, Message: text}}
			answerProblem(ctx, b)
			return
		}
	}
	next(ctx)
}

// answerProblem answers a request with a problem before it reaches its operation.
func answerProblem(ctx huma.Context, p *Problem) {
	body, _ := json.Marshal(p) // A Problem is always JSON.
	ctx.SetHeader("Content-Type", p.ContentType(""))
	ctx.SetStatus(p.Status)
	ctx.BodyWriter().Write(body)
}

// unmarshal decodes JSON in which no name has two different values. Each body is decoded into an
// any first, where this is checked, and then into its type.
func unmarshal(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	if _, first := into.(*any); !first {
		return nil
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
