//go:build !js

package server

import (
	"bytes"
	"compress/gzip"
	"mime"
	"net/http"
	"net/url"
	"path"
	"strings"
	"sync"

	"loophole/internal/web"
)

// An asset is a file of the pages, ready to be sent.
type asset struct {
	kind   string
	tag    string
	plain  []byte
	zipped []byte // nil if it is not smaller
}

// The pages by their routes.
var pageRoutes = map[string]string{
	"GET /{$}": "index.html", "GET /m/{id}": "table.html", "GET /m/{id}/analysis": "analysis.html", "GET /analysis": "analysis.html", "GET /puzzles": "puzzles.html", "GET /puzzles/{id}": "puzzles.html", "GET /odds": "odds.html", "GET /api": "api.html",
}

// folderRoutes are the pages of a folder without a server, and what they are called here: in general, and
// for the match or puzzle that the query names.
var folderRoutes = map[string]struct{ path, param, before, after string }{
	"index.html":    {path: "/"},
	"odds.html":     {path: "/odds"},
	"table.html":    {"/", "match", "/m/", ""},
	"analysis.html": {"/analysis", "match", "/m/", "/analysis"},
	"puzzles.html":  {"/puzzles", "puzzle", "/puzzles/", ""},
}

// serveFolderPlace leads from the address of a page in a folder to the same page here, so that the links of
// a match that has moved to this server still work. A browser keeps the key behind #.
func serveFolderPlace(w http.ResponseWriter, r *http.Request) {
	to, query := folderRoutes[strings.TrimPrefix(r.URL.Path, "/")], r.URL.Query()
	at := url.URL{Path: to.path}
	if id := query.Get(to.param); to.param != "" && id != "" {
		at.Path = to.before + id + to.after
		at.RawPath = to.before + url.PathEscape(id) + to.after
		query.Del(to.param)
	}
	at.RawQuery = query.Encode()
	http.Redirect(w, r, at.String(), http.StatusFound)
}

// pages serves the pages and their assets.
func (s *Server) pages(mux *http.ServeMux) {
	all := assets()
	for route, name := range pageRoutes {
		a, ok := all[name]
		if ok && len(s.options.Browser) > 0 {
			a = newAsset(name, bytes.Replace(a.plain, []byte(`<html lang="en">`), []byte(`<html lang="en" data-program>`), 1))
		}
		if ok {
			mux.Handle(route, a)
		}
	}
	for name, text := range s.options.Browser {
		mux.Handle("GET /page/"+name, newAsset(name, text))
	}
	for name, a := range all {
		if path.Ext(name) != ".html" {
			mux.Handle("GET /page/"+name, a)
		}
	}
	for name, a := range descriptions() {
		mux.Handle("GET /api/"+name, a)
	}
	for file := range folderRoutes {
		mux.HandleFunc("GET /"+file, serveFolderPlace)
	}
	mux.HandleFunc("GET /favicon.ico", func(w http.ResponseWriter, r *http.Request) {
		if a, ok := all["icon.svg"]; ok {
			a.ServeHTTP(w, r)
			return
		}
		w.WriteHeader(http.StatusNoContent)
	})
}

// assets are the files for browsers. Servers of one process share them.
var assets = sync.OnceValue(func() map[string]*asset {
	all := map[string]*asset{}
	for name, text := range web.Bundled() {
		all[name] = newAsset(name, text)
	}
	return all
})

// descriptions are the descriptions of the API. Servers of one process share them.
var descriptions = sync.OnceValue(func() map[string]*asset {
	all := map[string]*asset{}
	for name, text := range web.Descriptions() {
		all[name] = newAsset(name, text)
	}
	return all
})

func newAsset(name string, text []byte) *asset {
	a := &asset{kind: kindOf(name), plain: text, tag: `"` + sum(text) + `"`}
	var b bytes.Buffer
	z, _ := gzip.NewWriterLevel(&b, gzip.BestCompression) // The level is valid.
	z.Write(text)
	z.Close()
	if b.Len() < len(text) {
		a.zipped = b.Bytes()
	}
	return a
}

// kindOf returns the media type of a file, independent of the machine's own list.
func kindOf(name string) string {
	switch path.Ext(name) {
	case ".html":
		return "text/html; charset=utf-8"
	case ".js", ".mjs":
		return "text/javascript; charset=utf-8"
	case ".css":
		return "text/css; charset=utf-8"
	case ".svg":
		return "image/svg+xml"
	case ".json":
		return "application/json"
	case ".yaml":
		return "application/yaml"
	case ".woff2":
		return "font/woff2"
	}
	if kind := mime.TypeByExtension(path.Ext(name)); kind != "" {
		return kind
	}
	return "application/octet-stream"
}

// ServeHTTP sends the file, unless the browser has it.
func (a *asset) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	h := w.Header()
	h.Set("ETag", a.tag)
	h.Set("Cache-Control", "no-cache")
	h.Set("Vary", "Accept-Encoding")
	if matches(r.Header.Get("If-None-Match"), a.tag) {
		w.WriteHeader(http.StatusNotModified)
		return
	}
	h.Set("Content-Type", a.kind)
	text := a.plain
	if a.zipped != nil && strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
		h.Set("Content-Encoding", "gzip")
		text = a.zipped
	}
	w.Write(text)
}

// looksWithBrowser reports whether a person asks for a page.
func looksWithBrowser(r *http.Request) bool {
	return (r.Method == http.MethodGet || r.Method == http.MethodHead) && strings.Contains(r.Header.Get("Accept"), "text/html") && !strings.HasPrefix(r.URL.Path, "/api/")
}

// serveNotFound answers an unknown address with a page that links back.
func serveNotFound(w http.ResponseWriter) {
	w.Header().Set("Content-Type", kindOf("nothing.html"))
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(http.StatusNotFound)
	w.Write(web.Bundled()["nothing.html"])
}
