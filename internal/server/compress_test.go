package server

import (
	"bytes"
	"compress/gzip"
	"io"
	"net/http"
	"net/http/httptest"
	"testing"
)

// TestLongAnswersAreSqueezed: long answers are compressed for clients that accept it, with the same
// content. Short answers are not.
func TestLongAnswersAreSqueezed(t *testing.T) {
	s := served(t, Options{Program: "test", Loopback: true})
	get := func(path, encoding string) (*httptest.ResponseRecorder, []byte) {
		r := httptest.NewRequest(http.MethodGet, "http://127.0.0.1/api/v1"+path, nil)
		r.Header.Set("Accept-Encoding", encoding)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w, w.Body.Bytes()
	}
	w, short := get("/scenarios", "gzip")
	if w.Header().Get("Content-Encoding") != "gzip" || w.Header().Get("Vary") != "Accept-Encoding" {
		t.Fatalf("a long list comes with %v", w.Header())
	}
	_, long := get("/scenarios", "identity")
	z, err := gzip.NewReader(bytes.NewReader(short))
	if err != nil {
		t.Fatal(err)
	}
	if b, err := io.ReadAll(z); err != nil || string(b) != string(long) || len(short)*3 > len(long) {
		t.Errorf("%v: %d bytes are %d, which should be %d", err, len(short), len(b), len(long))
	}
	for _, encoding := range []string{"gzip", "identity"} {
		if w, b := get("/matches/none", encoding); w.Header().Get("Content-Encoding") != "" || w.Code < 400 || len(b) == 0 {
			t.Errorf("a refusal comes as %d with %v: %s", w.Code, w.Header(), b)
		}
	}
}

// TestTagsOfSqueezedAnswers: a compressed state has a weak tag, because its bytes differ, and the
// server accepts the tag in both forms.
func TestTagsOfSqueezedAnswers(t *testing.T) {
	s := served(t, Options{Program: "test"})
	p := began(t, s, row())
	ask := func(encoding, tag string) *httptest.ResponseRecorder {
		r := httptest.NewRequest(http.MethodGet, "/api/v1"+p.path, nil)
		r.Header.Set("Authorization", "Bearer "+p.look.token)
		r.Header.Set("Accept-Encoding", encoding)
		r.Header.Set("If-None-Match", tag)
		w := httptest.NewRecorder()
		s.ServeHTTP(w, r)
		return w
	}
	plain, squeezed := ask("identity", `"none"`).Header().Get("ETag"), ask("gzip", `"none"`).Header().Get("ETag")
	if squeezed != "W/"+plain {
		t.Errorf("the tags are %s and %s", plain, squeezed)
	}
	for _, tag := range []string{plain, squeezed} {
		if w := ask("gzip", tag); w.Code != http.StatusNotModified {
			t.Errorf("%s: %d", tag, w.Code)
		}
	}
}
