//go:build !js

package server

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"time"

	"loophole/internal/otlp"
	"loophole/internal/store"
)

// traceHeader is the W3C header with the context of a trace.
const traceHeader = "Traceparent"

type spanKey struct{}

// A requestSpan is the span of a request that this server answers.
type requestSpan struct {
	otlp.Context
	parent [8]byte
}

// traced begins the span of a request. It continues the trace of the client, or begins one. Without
// traces it returns the request and nil.
func (s *Server) traced(r *http.Request) (*http.Request, *requestSpan) {
	if s.options.Traces == nil {
		return r, nil
	}
	x := &requestSpan{}
	if from, ok := otlp.Parse(r.Header.Get(traceHeader)); ok {
		x.parent, x.Context = from.Span, from.Child()
	} else {
		x.Context = otlp.Start(s.options.TraceShare)
	}
	return r.WithContext(context.WithValue(r.Context(), spanKey{}, x)), x
}

// answeredSpan records the span of a request.
func (s *Server) answeredSpan(x *requestSpan, r *http.Request, pattern string, status int, began time.Time) {
	if x == nil || !x.Sampled {
		return
	}
	list := []otlp.Attribute{
		{Name: "http.request.method", Value: r.Method}, {Name: "http.response.status_code", Value: status},
	}
	if _, route, ok := strings.Cut(pattern, " "); ok {
		list = append(list, otlp.Attribute{Name: "http.route", Value: route})
	}
	if id := matchOf(r); id != "" {
		list = append(list, otlp.Attribute{Name: "loophole.match", Value: id})
	}
	s.options.Traces.Record(otlp.Span{
		Context: x.Context, Parent: x.parent, Name: pattern, Kind: otlp.Server,
		Began: began, Ended: time.Now(), Attributes: list, Failed: status >= 500,
	})
}

// hopSpan begins the span of a request that is forwarded, and passes its context on. The returned
// function records it with the status of the answer, or 0 without one.
func (s *Server) hopSpan(ctx context.Context, out *http.Request, to *store.Peer) (end func(status int)) {
	x, ok := ctx.Value(spanKey{}).(*requestSpan)
	if !ok {
		return func(int) {}
	}
	own, began := x.Child(), time.Now()
	out.Header.Set(traceHeader, own.String())
	return func(status int) {
		if !own.Sampled {
			return
		}
		list := []otlp.Attribute{{Name: "http.request.method", Value: out.Method}, {Name: "server.address", Value: hostOf(to.Address)}}
		if status > 0 {
			list = append(list, otlp.Attribute{Name: "http.response.status_code", Value: status})
		}
		s.options.Traces.Record(otlp.Span{
			Context: own, Parent: x.Span, Name: "forward", Kind: otlp.Client,
			Began: began, Ended: time.Now(), Attributes: list, Failed: status == 0 || status >= 500,
		})
	}
}

// hostOf returns the host and port of a URL.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return ""
	}
	return u.Host
}
