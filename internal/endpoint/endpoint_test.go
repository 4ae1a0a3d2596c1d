package endpoint_test

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"loophole/internal/endpoint"
)

// An input has a field of every kind.
type input struct {
	ID    string   `path:"id" maxLength:"4"`
	From  int      `query:"from" minimum:"1" maximum:"9" default:"3"`
	Set   []string `query:"set,explode" maxItems:"2"`
	Loose bool     `query:"loose"`
	Seed  uint64   `query:"seed"`
	Mode  string   `query:"mode" enum:"fast,slow"`
	Key   string   `header:"Key" minLength:"2" pattern:"^[a-z]+$"`
	Body  struct {
		Name  string            `json:"name" maxLength:"3"`
		Parts []part            `json:"parts,omitempty" maxItems:"2"`
		House map[string]string `json:"house,omitempty" maxProperties:"1"`
		Kinds []string          `json:"kinds,omitempty" enum:"a,b"`
		Level *int              `json:"level,omitempty" minimum:"0"`
		Open  bool              `json:"open,omitempty"`
		Raw   json.RawMessage   `json:"raw,omitempty"`
	}
}

type part struct {
	N     int     `json:"n"`
	Faces []uint8 `json:"faces,omitempty"`
}

type output struct {
	ETag string `header:"ETag"`
	Body string
}

var put = endpoint.New(endpoint.Operation{Method: "PUT", Path: "/things/{id}"}, func(_ context.Context, in *input) (*output, error) {
	return &output{`"1"`, fmt.Sprintf("%s %d %v %t %d %s %s %+v", in.ID, in.From, in.Set, in.Loose, in.Seed, in.Mode, in.Key, in.Body)}, nil
})

// request returns a request with a query, a key and a body.
func request(query, key, body string) *endpoint.Request {
	q, err := url.ParseQuery(query)
	if err != nil {
		panic(err)
	}
	header := map[string]string{"Key": key, "Content-Type": "application/json; charset=utf-8"}
	return &endpoint.Request{Value: func(string) string { return "x" }, Header: func(name string) string { return header[name] }, Query: q, Body: []byte(body)}
}

// TestDecodes: every field gets its value, or its default.
func TestDecodes(t *testing.T) {
	a, err := put.Serve(t.Context(), request("from=4&set=a&set=b&loose=true&loose=true&seed=18446744073709551615&mode=slow", "key", `{"name":"abc","parts":[{"n":1},{"n":2}],"house":{"x":"y"},"kinds":["b"],"level":null,"open":true,"raw":[1]}`))
	if err != nil {
		t.Fatal(err)
	}
	var b bytes.Buffer
	if err := a.WriteBody(&b); err != nil {
		t.Fatal(err)
	}
	const want = `"x 4 [a b] true 18446744073709551615 slow key {Name:abc Parts:[{N:1 Faces:[]} {N:2 Faces:[]}] House:map[x:y] Kinds:[b] Level:<nil> Open:true Raw:[91 49 93]}"` + "\n"
	if b.String() != want || a.Status != 200 || fmt.Sprint(a.Header) != `[{ETag "1"} {Content-Type application/json}]` {
		t.Errorf("%d %v\n%s\nwant\n%s", a.Status, a.Header, b.String(), want)
	}
	if a, err = put.Serve(t.Context(), request("", "", `{"name":""}`)); err != nil || !strings.HasPrefix(a.Value.(string), "x 3 [] false 0  ") {
		t.Error(a, err)
	}
}

// TestRefuses: what does not fit is refused with its place and what it needs.
func TestRefuses(t *testing.T) {
	const fine = `{"name":"a"}`
	for _, c := range []struct {
		query, key, body string
		status           int
		want             string
	}{
		{"from=0", "", fine, 422, "query.from does not fit: it must be at least 1"},
		{"from=10", "", fine, 422, "query.from does not fit: it must be at most 9"},
		{"from=x", "", fine, 422, "query.from does not fit: it must be a whole number"},
		{"from=1&from=2", "", fine, 422, "query.from does not fit: from is given twice, as 1 and as 2"},
		{"fro=1", "", fine, 422, "query.fro does not fit: there is no such parameter; did you mean from?"},
		{"set=a&set=b&set=c", "", fine, 422, "query.set does not fit: it has 3 values; the most is 2"},
		{"loose=perhaps", "", fine, 422, "query.loose does not fit: it must be true or false"},
		{"seed=-1", "", fine, 422, "query.seed does not fit: it must be a whole number from 0 to 18446744073709551615"},
		{"mode=quick", "", fine, 422, "query.mode does not fit: it must be one of: fast, slow"},
		{"", "k", fine, 422, "header.Key does not fit: it has 1 characters; the least is 2"},
		{"", "KEY", fine, 422, "header.Key does not fit: it must match ^[a-z]+$"},
		{"from=0&mode=x", "", fine, 422, "query.from does not fit: it must be at least 1; and 1 more, which errors lists"},
		{"", "", ``, 400, "body does not fit: it is required"},
		{"", "", `{`, 400, "body does not fit: unexpected end of JSON input"},
		{"", "", `{"name":"a","name":"b"}`, 400, `body does not fit: "name" is given twice, as "a" and as "b"`},
		{"", "", `[]`, 422, "body does not fit: it must be an object"},
		{"", "", `null`, 422, "body does not fit: it must be an object"},
		{"", "", `{}`, 422, "body.name does not fit: it is required"},
		{"", "", `{"name":null}`, 422, "body.name does not fit: it must be a text"},
		{"", "", `{"name":"abcd"}`, 422, "body.name does not fit: it has 4 characters; the most is 3"},
		{"", "", `{"name":"a","nme":1}`, 422, "body.nme does not fit: there is no such property; did you mean name?"},
		{"", "", `{"name":"a","parts":[{"n":1.5}]}`, 422, "body.parts[0].n does not fit: it must be a whole number"},
		{"", "", `{"name":"a","parts":[{"n":1,"faces":[-1]}]}`, 422, "body.parts[0].faces[0] does not fit: it must be a whole number"},
		{"", "", `{"name":"a","parts":[{"n":1e300}]}`, 422, "body does not fit: cannot unmarshal number 1e300 into Go struct field .parts.0.n of type int"},
		{"", "", `{"name":"a","parts":[{},{},{}]}`, 422, "body.parts does not fit: it has 3 values; the most is 2; and 3 more, which errors lists"},
		{"", "", `{"name":"a","house":{"x":"y","z":"y"}}`, 422, "body.house does not fit: it has 2 names; the most is 1"},
		{"", "", `{"name":"a","kinds":["c"]}`, 422, "body.kinds[0] does not fit: it must be one of: a, b"},
		{"", "", `{"name":"a","level":-1}`, 422, "body.level does not fit: it must be at least 0"},
		{"", "", `{"name":"a","open":1}`, 422, "body.open does not fit: it must be true or false"},
	} {
		_, err := put.Serve(t.Context(), request(c.query, c.key, c.body))
		bad, ok := err.(*endpoint.InvalidError)
		if !ok || bad.Status != c.status || !strings.HasPrefix(bad.Error(), strings.SplitN(c.want, " into Go", 2)[0]) {
			t.Errorf("%q %q %s:\n%v\nwant %d\n%s", c.query, c.key, c.body, err, c.status, c.want)
		}
	}
	r := request("", "", fine)
	r.Header = func(name string) string { return map[string]string{"Content-Type": "text/plain"}[name] }
	if _, err := put.Serve(t.Context(), r); err.(*endpoint.InvalidError).Status != 415 {
		t.Error(err)
	}
}

// TestMisdeclared: a type that a request cannot fill is a mistake of the program.
func TestMisdeclared(t *testing.T) {
	type nowhere struct{ X string }
	type single struct {
		X string `query:"x,explode"`
	}
	type channel struct{ Body struct{ C chan int } }
	for name, build := range map[string]func(){
		"nowhere": func() {
			endpoint.New(endpoint.Operation{}, func(context.Context, *nowhere) (*output, error) { return nil, nil })
		},
		"single": func() {
			endpoint.New(endpoint.Operation{}, func(context.Context, *single) (*output, error) { return nil, nil })
		},
		"channel": func() {
			endpoint.New(endpoint.Operation{}, func(context.Context, *channel) (*output, error) { return nil, nil })
		},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s is accepted", name)
				}
			}()
			build()
		}()
	}
}

// TestRouter: the most specific path counts, and a part may be escaped.
func TestRouter(t *testing.T) {
	none := func(context.Context, *struct{}) (*struct{}, error) { return nil, nil }
	at := func(method, path string) *endpoint.Endpoint {
		return endpoint.New(endpoint.Operation{ID: method + path, Method: method, Path: path}, none)
	}
	r := endpoint.Router{at("GET", "/a/{x}"), at("GET", "/a/b"), at("POST", "/a/{x}"), at("GET", "/a/{x}/c.{y}"), at("GET", "/{z}/b/c")}
	for _, c := range []struct{ method, path, want, values string }{
		{"GET", "/a/b", "GET/a/b", "map[]"},
		{"GET", "/a/c%2Fd", "GET/a/{x}", "map[x:c/d]"},
		{"POST", "/a/b", "POST/a/{x}", "map[x:b]"},
		{"GET", "/q/b/c", "GET/{z}/b/c", "map[z:q]"},
		{"DELETE", "/a/b", "", ""},
		{"GET", "/a/", "", ""},
		{"GET", "/b", "", ""},
	} {
		e, values, known := r.Find(c.method, c.path)
		if e == nil {
			if c.want != "" || known != (c.method == "DELETE") {
				t.Errorf("%s %s: nothing is there, known %t", c.method, c.path, known)
			}
			continue
		}
		if e.ID != c.want || fmt.Sprint(values) != c.values {
			t.Errorf("%s %s: %s %v", c.method, c.path, e.ID, values)
		}
	}
}

// FuzzServe: any query and body is answered, or refused with a status of its own.
func FuzzServe(f *testing.F) {
	f.Add("from=1&set=a", "key", `{"name":"a","parts":[{"n":1,"faces":[1]}]}`)
	f.Add("from=%00", "", `{"name":{"a":[[[]]]}}`)
	f.Fuzz(func(t *testing.T, query, key, body string) {
		if _, err := url.ParseQuery(query); err != nil {
			t.Skip("it is no query")
		}
		_, err := put.Serve(t.Context(), request(query, key, body))
		if bad, ok := err.(*endpoint.InvalidError); err != nil && (!ok || bad.Status < 400 || bad.Status >= 500 || len(bad.Errors) == 0) {
			t.Errorf("%q %q %q: %v", query, key, body, err)
		}
	})
}
