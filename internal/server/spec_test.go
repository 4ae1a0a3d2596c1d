package server

import (
	"bytes"
	"encoding/json"
	"flag"
	"fmt"
	"mime"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/danielgtaylor/huma/v2"

	_ "loophole/internal/lazygc"
)

// shown has the parts of the API's document that occurred in the answers of all tests.
var shown struct {
	sync.Mutex
	seen   map[string]bool
	fields map[docField]bool
	fitted map[fitKey]bool // what fits has compared
}

// A docField is a field of a named schema.
type docField struct{ schema, name string }

func see(format string, args ...any) {
	what := fmt.Sprintf(format, args...)
	shown.Lock()
	defer shown.Unlock()
	if shown.seen == nil {
		shown.seen = map[string]bool{}
	}
	shown.seen[what] = true
}

// general are headers that every answer can have, and that the document describes only in its
// introduction.
var general = []string{"Content-Type", "Content-Encoding", "Vary", "Content-Length", "Content-Security-Policy", "X-Content-Type-Options", "Referrer-Policy", "Cross-Origin-Opener-Policy", "Cross-Origin-Resource-Policy"}

// documented compares an answer with the document: its status, its headers, its type and every
// field of its body. Every request of every test is checked.
func documented(t testing.TB, s *Server, r *http.Request, asked []byte, w *httptest.ResponseRecorder) {
	t.Helper()
	o := operation(described().Paths[template(r.URL.Path)], r.Method)
	if o == nil {
		if strings.HasPrefix(r.URL.Path, "/api/v1/") && w.Code != http.StatusNotFound && w.Code != http.StatusMethodNotAllowed {
			t.Errorf("%s %s is not in the document", r.Method, r.URL.Path)
		}
		return
	}
	if o.RequestBody != nil && w.Code < 300 {
		if m := o.RequestBody.Content["application/json"]; m != nil {
			fits(t, o.OperationID, m.Schema, asked)
		}
	}
	withoutHTTP(t, s, r, w)
	status := fmt.Sprint(w.Code)
	where := o.OperationID + " " + status
	answer := o.Responses[status]
	if answer == nil {
		t.Errorf("%s is not in the document: %s", where, w.Body)
		return
	}
	see("%s", where)
	if strings.Contains(answer.Description, ". Types: ") {
		var no Problem
		json.Unmarshal(w.Body.Bytes(), &no)
		if kind := strings.TrimPrefix(no.Kind, "urn:loophole:"); strings.Contains(answer.Description, kind+": ") {
			see("type %s", kind)
		} else {
			t.Errorf("%s: the type %s is not in the document", where, no.Kind)
		}
	}
	for name := range w.Header() {
		if !slices.Contains(general, name) && answer.Headers[name] == nil && answer.Headers[spelt(answer.Headers, name)] == nil {
			t.Errorf("%s: the header %s is not in the document", where, name)
		}
		see("%s header %s", where, name)
	}
	if len(answer.Content) == 0 {
		if w.Body.Len() > 0 {
			t.Errorf("%s has a body, and none in the document: %s", where, w.Body)
		}
		return
	}
	kind, _, _ := mime.ParseMediaType(w.Header().Get("Content-Type"))
	media := answer.Content[kind]
	if media == nil {
		t.Errorf("%s: the media type %q is not in the document", where, kind)
		return
	}
	if strings.HasSuffix(kind, "json") {
		fits(t, where, media.Schema, w.Body.Bytes())
	}
}

// ofServers are statuses of what stands between the network and the endpoints.
var ofServers = []int{http.StatusForbidden, http.StatusMisdirectedRequest, http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusInternalServerError}

// withoutHTTP asks the endpoints for what a server answered to a read, and compares status and body.
// Matches may have moved on since, so TestMatchWithoutHTTP compares them.
func withoutHTTP(t testing.TB, s *Server, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	if r.Method != http.MethodGet || slices.Contains(ofServers, w.Code) || strings.HasPrefix(r.URL.Path, "/api/v1/matches/") || r.URL.Path == "/api/v1/network" {
		return
	}
	sameWithoutHTTP(t, s, r, w)
}

func sameWithoutHTTP(t testing.TB, s *Server, r *http.Request, w *httptest.ResponseRecorder) {
	t.Helper()
	if w.Header().Get("Content-Encoding") != "" {
		return
	}
	a := s.Answer(r.Context(), LocalRequest{Method: r.Method, Address: r.URL.RequestURI(), Header: r.Header.Get})
	var body bytes.Buffer
	if err := a.WriteBody(&body); err != nil {
		t.Error(err)
	}
	if a.Status != w.Code || body.String() != w.Body.String() {
		t.Errorf("%s: %d and %d bytes without HTTP, %d and %d bytes with HTTP", r.URL, a.Status, body.Len(), w.Code, w.Body.Len())
	}
}

// template returns the path of the document that matches an address, the most specific first.
func template(address string) string {
	best, most := "", -1
	for path := range described().Paths {
		want, have, plain := strings.Split(path, "/"), strings.Split(address, "/"), 0
		fits := len(want) == len(have)
		for i := 0; fits && i < len(want); i++ {
			if want[i] == have[i] {
				plain++
			} else {
				fits = strings.HasPrefix(want[i], "{")
			}
		}
		if fits && plain > most {
			best, most = path, plain
		}
	}
	return best
}

// spelt returns a header's name as in the document.
func spelt(headers map[string]*huma.Param, name string) string {
	for x := range headers {
		if strings.EqualFold(x, name) {
			return x
		}
	}
	return ""
}

func operation(p *huma.PathItem, method string) *huma.Operation {
	if p == nil {
		return nil
	}
	return map[string]*huma.Operation{"GET": p.Get, "POST": p.Post, "PUT": p.Put, "DELETE": p.Delete}[method]
}

// TestMain checks after all tests of the package that every documented part has occurred: each
// status of each operation, its headers, each field.
func TestMain(m *testing.M) {
	flag.Set("test.parallel", "6") // Some wait for seconds.
	status := m.Run()
	if all := flag.Lookup("test.run").Value.String() == "" && flag.Lookup("test.skip").Value.String() == "" && !testing.Short(); all && status == 0 && shown.seen != nil {
		for _, what := range unseenPromises() {
			fmt.Println("promised by docs/openapi.yaml and seen in no test:", what)
			status = 1
		}
	}
	os.Exit(status)
}

// excused reports whether no test shows a documented part.
func excused(what string) bool {
	return strings.HasSuffix(what, " 500") || // an internal error
		strings.HasSuffix(what, " 408") || // a body that takes longer than ten seconds
		what == "type cancelled" || // nobody hears it
		what == "field WeighedEvent.sampled" || // an action with too many outcomes for exact odds
		what == "field Size.why" // a question with millions of states
}

func unseenPromises() (list []string) {
	missing := func(format string, args ...any) {
		if what := fmt.Sprintf(format, args...); !shown.seen[what] && !excused(what) {
			list = append(list, what)
		}
	}
	for _, p := range described().Paths {
		for _, o := range []*huma.Operation{p.Get, p.Post, p.Put, p.Delete} {
			if o == nil {
				continue
			}
			for status, answer := range o.Responses {
				missing("%s %s", o.OperationID, status)
				if _, types, ok := strings.Cut(answer.Description, ". Types: "); ok {
					for _, one := range strings.Split(types, ". ") {
						kind, _, _ := strings.Cut(one, ":")
						missing("type %s", kind)
					}
				}
				for name := range answer.Headers {
					missing("%s %s header %s", o.OperationID, status, http.CanonicalHeaderKey(name))
				}
			}
		}
	}
	for name, schema := range described().Components.Schemas.Map() {
		for key := range schema.Properties {
			if !shown.fields[docField{name, key}] {
				missing("field %s.%s", name, key)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// streamed is documented for an endless stream of events.
func streamed(t testing.TB, h http.Header) {
	answer := described().Paths["/api/v1/matches/{id}/events"].Get.Responses["200"]
	see("listen 200")
	for name := range h {
		if name != "Date" && !slices.Contains(general, name) && answer.Headers[spelt(answer.Headers, name)] == nil {
			t.Errorf("listen: the header %s is not in the document", name)
		}
		see("listen 200 header %s", name)
	}
}
