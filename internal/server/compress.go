//go:build !js

package server

import (
	"compress/gzip"
	"net/http"
	"strings"
	"sync"
)

// leastCompressed is the smallest answer that is compressed, in bytes. A shorter one fits into a
// packet or two.
const leastCompressed = 2048

// gzipWriters are unused compressors. Each takes 256 KiB.
var gzipWriters = sync.Pool{New: func() any {
	z, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed) // The level is valid.
	return z
}}

// compressed compresses long answers of the API for clients that accept it. The actions of a
// large scenario are half a megabyte of repetitive JSON.
func compressed(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if !strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			next.ServeHTTP(w, r)
			return
		}
		s := &compressWriter{ResponseWriter: w}
		defer s.end()
		next.ServeHTTP(s, r)
	})
}

// A compressWriter holds back the header of an answer until its first bytes decide about
// compression.
type compressWriter struct {
	http.ResponseWriter
	status int // 0 if none was set
	sent   bool
	z      *gzip.Writer // nil without compression
}

func (s *compressWriter) WriteHeader(status int) {
	if !s.sent && s.status == 0 {
		s.status = status
	}
}

func (s *compressWriter) Write(b []byte) (int, error) {
	if !s.sent {
		h := s.Header()
		if strings.HasPrefix(h.Get("Content-Type"), "application/json") && h.Get("Content-Encoding") == "" {
			h.Add("Vary", "Accept-Encoding")
			if len(b) >= leastCompressed {
				h.Set("Content-Encoding", "gzip")
				h.Del("Content-Length")
				if tag := h.Get("ETag"); strings.HasPrefix(tag, `"`) {
					h.Set("ETag", "W/"+tag) // Same content, other bytes.
				}
				s.z = gzipWriters.Get().(*gzip.Writer)
				s.z.Reset(s.ResponseWriter)
			}
		}
		s.sendHeader()
	}
	if s.z != nil {
		return s.z.Write(b)
	}
	return s.ResponseWriter.Write(b)
}

// sendHeader sends the header, if it was not sent.
func (s *compressWriter) sendHeader() {
	if !s.sent && s.status != 0 {
		s.ResponseWriter.WriteHeader(s.status)
	}
	s.sent = true
}

// FlushError sends what was written so far.
func (s *compressWriter) FlushError() error {
	s.sendHeader()
	if s.z != nil {
		if err := s.z.Flush(); err != nil {
			return err
		}
	}
	return http.NewResponseController(s.ResponseWriter).Flush()
}

// Unwrap is for [http.ResponseController].
func (s *compressWriter) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// end sends what was held back. An error means that the client has disconnected.
func (s *compressWriter) end() {
	s.sendHeader()
	if s.z != nil {
		s.z.Close()
		s.z.Reset(nil)
		gzipWriters.Put(s.z)
	}
}
