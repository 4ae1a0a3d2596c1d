package endpoint

import (
	"fmt"
	"maps"
	"reflect"
	"slices"
	"strconv"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// A Param is a parameter of an endpoint.
type Param struct {
	Name     string
	In       string // "path", "query" or "header"
	Required bool
	Field    reflect.StructField

	index  []int
	limits limits
	usual  string // the value if the parameter is left out
}

func paramOf(f reflect.StructField, index []int) Param {
	for _, in := range []string{"path", "query", "header"} {
		tag, ok := f.Tag.Lookup(in)
		if !ok {
			continue
		}
		name, rest, _ := strings.Cut(tag, ",")
		if (rest == "explode") != (f.Type.Kind() == reflect.Slice) {
			panic(fmt.Sprintf("endpoint: %s: a list needs explode, and nothing else has it", f.Name))
		}
		return Param{
			Name: name, In: in, Required: in == "path" || f.Tag.Get("required") == "true", Field: f,
			index: index, limits: limitsOf(f.Tag), usual: f.Tag.Get("default"),
		}
	}
	panic("endpoint: the field " + f.Name + " comes from nowhere")
}

// Several reports whether the parameter can be given several times.
func (p *Param) Several() bool { return p.Field.Type.Kind() == reflect.Slice }

// readParams decodes the parameters.
func (e *Endpoint) readParams(in reflect.Value, r *Request, bad *InvalidError) {
	for _, name := range slices.Sorted(maps.Keys(r.Query)) {
		if !slices.Contains(e.queries, name) {
			bad.add("query."+usertext.Truncate(name), "there is no such parameter"+rule.Suggest(name, e.queries), nil)
		}
	}
	for i := range e.params {
		p := &e.params[i]
		p.read(in.FieldByIndex(p.index), r, bad)
	}
}

// read decodes one parameter.
func (p *Param) read(into reflect.Value, r *Request, bad *InvalidError) {
	at := p.In + "." + p.Name
	given := p.given(r)
	if len(given) == 0 || given[0] == "" && !p.Several() {
		if given = nil; p.usual != "" {
			given = []string{p.usual}
		}
	}
	if len(given) == 0 {
		if p.Required {
			bad.add(at, "it is required", nil)
		}
		return
	}
	if p.Several() {
		into.Set(reflect.ValueOf(slices.Clone(given)))
		p.limits.list(at, len(given), bad)
		return
	}
	// The server does not guess which of two values is meant.
	if n := slices.IndexFunc(given, func(v string) bool { return v != given[0] }); n > 0 {
		bad.add(at, usertext.GivenTwice(p.Name, given[0], given[n]), nil)
		return
	}
	p.set(into, at, given[0], bad)
}

// given returns the values of the parameter in a request.
func (p *Param) given(r *Request) []string {
	switch p.In {
	case "query":
		return r.Query[p.Name]
	case "path":
		return []string{r.Value(p.Name)}
	}
	return []string{r.Header(p.Name)}
}

// set decodes one value.
func (p *Param) set(into reflect.Value, at, text string, bad *InvalidError) {
	switch into.Kind() {
	case reflect.String:
		into.SetString(text)
		p.limits.text(at, text, bad)
	case reflect.Int:
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			bad.add(at, "it must be a whole number", text)
			return
		}
		into.SetInt(n)
		p.limits.number(at, float64(n), bad)
	case reflect.Uint64:
		n, err := strconv.ParseUint(text, 10, 64)
		if err != nil {
			bad.add(at, "it must be a whole number from 0 to 18446744073709551615", text)
			return
		}
		into.SetUint(n)
	case reflect.Bool:
		yes, err := strconv.ParseBool(text)
		if err != nil {
			bad.add(at, "it must be true or false", text)
			return
		}
		into.SetBool(yes)
	default:
		panic(fmt.Sprintf("endpoint: a parameter cannot be a %s", into.Type()))
	}
}
