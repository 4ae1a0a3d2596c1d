package server

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"net/url"
	"runtime/debug"
	"strings"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/usertext"
)

// served answers a request of an endpoint, or returns the problem with it.
func (s *Server) served(ctx context.Context, e *endpoint.Endpoint, r *endpoint.Request) (*endpoint.Answer, *Problem) {
	a, err := e.Serve(ctx, r)
	if err == nil {
		return a, nil
	}
	p, _ := s.fault(ctx, err).(*Problem) // fault returns nothing else.
	return nil, p
}

// A LocalRequest is a request that comes without HTTP.
type LocalRequest struct {
	Method  string
	Address string // the path, with the query behind ?
	Header  func(name string) string
	Body    []byte
}

// Answer answers a request that comes without HTTP. The answer is the same that HTTP carries. A
// stream is to be run by the caller.
func (s *Server) Answer(ctx context.Context, r LocalRequest) (a *endpoint.Answer) {
	defer func() {
		if x := recover(); x != nil {
			s.log.ErrorContext(ctx, "panic", "path", usertext.Shown(r.Address), "error", fmt.Sprint(x), "stack", string(debug.Stack()))
			a = problem(status.InternalServerError, "fault", "an internal error; the console has details").answer()
		}
	}()
	path, query, _ := strings.Cut(r.Address, "?")
	e, values, known := s.router.Find(r.Method, path)
	switch {
	case e == nil && known:
		return problem(status.MethodNotAllowed, "no-method", "this address does not take %s", r.Method).answer()
	case e == nil:
		return problem(status.NotFound, "no-route", "there is nothing at this address: see /api for all addresses").answer()
	case e.TakesBody() && int64(len(r.Body)) > e.MostBody:
		return problem(status.RequestEntityTooLarge, "too-large", "the body has more than %d bytes", e.MostBody).answer()
	}
	parameters, err := url.ParseQuery(query)
	if err != nil {
		return problem(status.BadRequest, "no-query", "the query cannot be read: %v", err).answer()
	}
	a, no := s.served(ctx, e, &endpoint.Request{Value: func(name string) string { return values[name] }, Header: r.Header, Query: parameters, Body: r.Body})
	if no != nil {
		return no.answer()
	}
	return a
}

// answer returns the problem as an answer.
func (p *Problem) answer() *endpoint.Answer {
	a := &endpoint.Answer{Status: p.Status, Header: p.header}
	if p.Status != status.NotModified {
		var b bytes.Buffer
		json.NewEncoder(&b).Encode(p) // A Problem is always JSON.
		a.Header, a.Text = append(a.Header, endpoint.Header{Name: "Content-Type", Value: "application/problem+json"}), b.Bytes()
	}
	return a
}
