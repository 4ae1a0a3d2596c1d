package endpoint

import (
	"net/url"
	"strings"
)

// A Router finds the endpoint of an address, where no server does.
type Router []*Endpoint

// Find returns the endpoint of an address and the parts of the path that vary. The most specific
// path counts. It returns nil for an unknown address; known reports whether the path has an
// endpoint with another method.
func (r Router) Find(method, path string) (e *Endpoint, values map[string]string, known bool) {
	have := strings.Split(path, "/")
	for i := range have {
		if plain, err := url.PathUnescape(have[i]); err == nil {
			have[i] = plain
		}
	}
	most := -1
	for _, x := range r {
		plain, ok := match(x.parts, have)
		known = known || ok
		if ok && x.Method == method && plain > most {
			e, most = x, plain
		}
	}
	if e != nil {
		values = map[string]string{}
		for i, w := range e.parts {
			if strings.HasPrefix(w, "{") {
				values[strings.Trim(w, "{}")] = have[i]
			}
		}
	}
	return e, values, known
}

// match compares a path with an address. plain counts the equal parts.
func match(want, have []string) (plain int, ok bool) {
	if len(want) != len(have) {
		return 0, false
	}
	for i, w := range want {
		switch {
		case strings.HasPrefix(w, "{") && have[i] != "":
		case w == have[i]:
			plain++
		default:
			return 0, false
		}
	}
	return plain, true
}
