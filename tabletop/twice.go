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

// What is said twice over is refused, for which one is meant is not for the
// server to guess: a parameter that takes one value, or a name in a body. The same
// said again does no harm.

// once refuses a parameter that is given several values and takes one.
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

// answerProblem answers a request with a problem before it comes to its operation.
func answerProblem(ctx huma.Context, p *Problem) {
	body, _ := json.Marshal(p) // A Problem is always JSON.
	ctx.SetHeader("Content-Type", p.ContentType(""))
	ctx.SetStatus(p.Status)
	ctx.BodyWriter().Write(body)
}

// unmarshal reads JSON in which no name has two values. Every body is read into
// any value first, and then into what it is for.
func unmarshal(text []byte, into any) error {
	if err := json.Unmarshal(text, into); err != nil {
		return err
	}
	if _, first := into.(*any); !first {
		return nil
	}
	names := &naming{text: text, d: json.NewDecoder(bytes.NewReader(text))}
	return names.value()
}

// naming walks through JSON that is known to be well formed.
type naming struct {
	text []byte
	d    *json.Decoder
}

// value passes one value.
func (n *naming) value() error {
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

func (n *naming) object() error {
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
