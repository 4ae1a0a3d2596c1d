package tabletop

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// leastSqueezed is how long an answer is that is worth compressing: a shorter one fits
// into a packet or two.
const leastSqueezed = 2048

// squeezers are compressors that are not in use: each takes a quarter of a megabyte.
var squeezers = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // The level is lawful.
	return z
}}

// squeezed compresses the long answers of the API for those who can read them so: what
// may be done in a large fight is a list of half a megabyte, most of which repeats.
func squeezed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		s := &squeeze{ResponseWriter: w}
		defer s.end()
		next.ServeHTTP(s, r)
	})
}

// A squeeze holds back the head of an answer until its first bytes say whether it is
// compressed.
type squeeze struct {
	http.ResponseWriter
	status int // 0 if none was said
	sent   bool
	z      *gzip.Writer // nil for what is sent as it is
}

func (s *squeeze) WriteHeader(status int) {
	if !s.sent && s.status == 0 {
		s.status = status
	}
}

func (s *squeeze) Write(b []byte) (int, error) {
	if !s.sent {
		h := s.Header()
		if strings.HasPrefix(h.Get("Content-Type"), "application/json") && h.Get("Content-Encoding") == "" {
			h.Add("Vary", "Accept-Encoding")
			if len(b) >= leastSqueezed {
				h.Set("Content-Encoding", "gzip")
				h.Del("Content-Length")
				if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
					h.Set("ETag", "W/"+tag) // The same answer, and not the same bytes.
				}
				s.z = squeezers.Get().(*gzip.Writer)
				s.z.Reset(s.ResponseWriter)
			}
		}
		s.head()
	}
	if s.z != nil {
		return s.z.Write(b)
	}
	return s.ResponseWriter.Write(b)
}

// head sends the head of the answer, if it was not sent.
func (s *squeeze) head() {
	if !s.sent && s.status != 0 {
		s.ResponseWriter.WriteHeader(s.status)
	}
	s.sent = true
}

// FlushError sends what was written so far.
func (s *squeeze) FlushError() error {
	s.head()
	if s.z != nil {
		if err := s.z.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(s.ResponseWriter).Flush()
}

// Unwrap lets a [http.ResponseController] reach what it controls.
func (s *squeeze) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// end sends what is held back. Whoever was answered is gone if that fails.
func (s *squeeze) end() {
	s.head()
	if s.z != nil {
		s.z.Close()
		s.z.Reset(nil)
		squeezers.Put(s.z)
	}
}
