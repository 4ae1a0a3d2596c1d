//go:build !js

package server

import (
	"bytes"
	"context"

	"loophole/internal/analysispage"
	"loophole/internal/endpoint"
)

// analysisFileEndpoints write the analysis as a file. A page whose program runs in the browser makes
// the file of what it shows.
func (s *Server) analysisFileEndpoints() []*endpoint.Endpoint {
	const page = "Write the analysis as one HTML file, without a script"
	const html, file = "text/html", "A file to share"
	ofMatch := seated(op("get-analysis-page", "GET", matchPath+"/analysis.html", page+": of a match that is over", 409, 422, 503))
	ofRecord := withTag(op("write-analysis-page", "POST", "/analysis.html", page+": of a record", 413, 422, 503), chapterAnalysis)
	return []*endpoint.Endpoint{
		endpoint.New(withMedia(ofMatch, html, file), s.matchAnalysisPage),
		endpoint.New(withMedia(withBodyLimit(ofRecord, mostRecord), html, file), s.recordAnalysisPage),
	}
}

// matchAnalysisPage writes the analysis of a match that is over as an HTML file.
func (s *Server) matchAnalysisPage(ctx context.Context, in *MatchInput) (*endpoint.Text, error) {
	text, err := s.finished(ctx, in)
	if err != nil {
		return nil, err
	}
	return s.analysisFile(ctx, text)
}

// recordAnalysisPage writes the analysis of a record as an HTML file.
func (s *Server) recordAnalysisPage(ctx context.Context, in *RecordInput) (*endpoint.Text, error) {
	if err := in.checked(); err != nil {
		return nil, err
	}
	return s.analysisFile(ctx, in.RawBody)
}

func (s *Server) analysisFile(ctx context.Context, text []byte) (*endpoint.Text, error) {
	x, err := s.analyse(ctx, text, wholeAnalysis)
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := analysispage.Write(&b, x); err != nil {
		return nil, s.fault(ctx, err)
	}
	name := fileName(x.Scenario) + "-luck.html"
	return &endpoint.Text{Type: "text/html; charset=utf-8", Disposition: attachment(name), Cache: "private, no-cache", Body: b.Bytes()}, nil
}
