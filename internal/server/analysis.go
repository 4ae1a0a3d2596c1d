package server

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"
	"time"

	"loophole/analysis"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/status"
	"loophole/internal/twohands"
	"loophole/internal/usertext"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/scenario"
)

// The limits of an analysis.
const (
	mostRecord   = 2 << 20          // bytes of a record that a client sends
	analysisTime = 90 * time.Second // including the fit of a model
	mostFits     = 16               // requests that wait for a model, with the one that fits it
	mostTurning  = 6                // turning points
)

// LuckInput is the parameter of an analysis.
type LuckInput struct {
	Luck string `query:"luck" enum:"only,later,none" doc:"only returns luck alone at once, without the comparison of actions; later leaves out luck, too; none needs no model of the scenario and returns the result and the counts of dice; each returns more if the server has it"`
}

func (in *LuckInput) depth() analysisDepth {
	switch in.Luck {
	case "only":
		return luckOnly
	case "later":
		return valuesOnly
	case "none":
		return diceOnly
	}
	return wholeAnalysis
}

type analysisInput struct {
	MatchInput
	LuckInput
}

// RecordInput is a record as the body of a request.
type RecordInput struct {
	Type    string `header:"Content-Type" hidden:"true"`
	RawBody []byte `contentType:"application/jsonl"`
}

// checked returns the problem of a body of another media type, or nil.
func (in *RecordInput) checked() error {
	if kind, _, _ := strings.Cut(in.Type, ";"); !strings.EqualFold(strings.TrimSpace(kind), "application/jsonl") {
		return problem(status.UnsupportedMediaType, "no-record", "send the record of a game as it is, with Content-Type: application/jsonl")
	}
	return nil
}

type recordAnalysisInput struct {
	LuckInput
	RecordInput
}

type analysisOutput struct {
	Cache string `header:"Cache-Control"`
	Body  *wire.Analysis
}

// analyseMatch analyses a match that is over.
func (s *Server) analyseMatch(ctx context.Context, in *analysisInput) (*analysisOutput, error) {
	text, err := s.finished(ctx, &in.MatchInput)
	if err != nil {
		return nil, err
	}
	return s.analysisOf(ctx, text, in.depth())
}

// analyseRecord analyses the game of a record.
func (s *Server) analyseRecord(ctx context.Context, in *recordAnalysisInput) (*analysisOutput, error) {
	if err := in.checked(); err != nil {
		return nil, err
	}
	return s.analysisOf(ctx, in.RawBody, in.depth())
}

func (s *Server) analysisOf(ctx context.Context, text []byte, depth analysisDepth) (*analysisOutput, error) {
	x, err := s.analyse(ctx, text, depth)
	if err != nil {
		return nil, err
	}
	return &analysisOutput{"private, no-cache", x}, nil
}

// finished returns the record of a match that is over.
func (s *Server) finished(ctx context.Context, in *MatchInput) ([]byte, error) {
	_, x, err := s.storedRecord(ctx, in, func(t *liveMatch) error {
		if !t.over() {
			return problem(status.Conflict, "not-over", "the analysis shows what each side could not know: it is available when the game is over")
		}
		return nil
	})
	if err != nil {
		return nil, err
	}
	return bytes.Join(x.Lines, nil), nil
}

// analyse analyses the game of a record. It takes a place for calculations, and ends with the
// request or when its time is over.
func (s *Server) analyse(ctx context.Context, text []byte, depth analysisDepth) (*wire.Analysis, error) {
	key := analysisKey{sha256.Sum256(text), depth}
	if x := s.analyses.find(key); x != nil {
		return x, nil
	}
	limited, cancel := context.WithTimeoutCause(ctx, analysisTime, errAnalysisTime)
	defer cancel()
	m, err := s.readRecord(limited, text)
	if err == nil && depth != diceOnly {
		err = s.fit(limited, m.Instance)
	}
	var x *wire.Analysis
	if err == nil {
		x, err = s.runAnalysis(limited, key, m)
	}
	var p *Problem
	switch {
	case err != nil && s.isClosing():
		return nil, problem(status.ServiceUnavailable, "busy", "the server is closing: try again when it is back").after(30)
	case err != nil && context.Cause(limited) == errAnalysisTime:
		return nil, problem(status.UnprocessableEntity, "too-long", "the analysis takes more than %d seconds: loophole analyse RECORD has no such limit", int(analysisTime.Seconds()))
	case errors.As(err, &p):
		return nil, p
	}
	return x, s.fault(ctx, err)
}

var errAnalysisTime = errors.New("server: the time of an analysis is over")

// readRecord replays a record, which checks it.
func (s *Server) readRecord(ctx context.Context, text []byte) (*match.Match, error) {
	leave, err := s.files.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	m, err := resumeRecord(text)
	if err != nil {
		return nil, err
	}
	if _, resigned := m.Resigned(); m.ActionCount() == 0 && !resigned {
		return nil, problem(status.UnprocessableEntity, "no-action", "the record has no finished action: there is nothing to analyse")
	}
	return m, nil
}

// resumeRecord replays a record, or the lines of two hands that determine one. The error is a problem.
func resumeRecord(text []byte) (*match.Match, error) {
	if twohands.IsLines(text) {
		var determined bytes.Buffer
		if _, err := twohands.Read(bytes.NewReader(text), sharedGame, &determined, nil); err != nil {
			return nil, badLines(err)
		}
		text = determined.Bytes()
	}
	f, err := match.Read(bytes.NewReader(text))
	if err != nil {
		return nil, badRecord(err)
	}
	m, _, err := match.Resume(f, sharedGame, nil)
	if err != nil {
		return nil, badRecord(err)
	}
	return m, nil
}

// fetchAgain tells the reader of a damaged file what to do.
const fetchAgain = "get the file again from whoever sent it"

// badLines is badRecord for lines of two hands.
func badLines(err error) *Problem {
	var f *hands.Fault
	if !errors.As(err, &f) {
		return badRecord(err)
	}
	return problem(status.UnprocessableEntity, "invalid", "line %d of the match is not valid (%s): %s", f.Line, usertext.Truncate(f.Why), fetchAgain)
}

// badRecord returns the problem of a record that cannot be read or does not replay: what is wrong, where,
// and what its reader can do.
func badRecord(err error) *Problem {
	invalid := func(format string, args ...any) *Problem {
		return problem(status.UnprocessableEntity, "invalid", format, args...)
	}
	var f *record.Fault
	if !errors.As(err, &f) {
		return invalid("the file is not the record of a game: %s", InWords(err))
	}
	found := fmt.Sprintf("found %s; expected %s", usertext.Truncate(f.Found), usertext.Truncate(f.Expected))
	switch {
	case f.Kind == record.CutOff:
		return invalid("the record is cut off in line %d: %s", f.Line, fetchAgain)
	case f.Kind == record.Altered:
		return invalid("line %d of the record was altered after it was written: %s", f.Line, fetchAgain)
	case f.Line <= 1 && f.Kind == record.BadForm:
		return invalid("the file is not the record of a game, by its first line (%s): choose the file that the program saved as the record", found)
	case f.Kind == record.BadFormat:
		return invalid("this program cannot read the record (%s): open it with the program that wrote it, or a later one", found)
	case f.Kind == record.OtherRules:
		return invalid("the record was made under other rules than this program has (%s): open it with the version that wrote it", found)
	case f.Kind == record.TooLarge:
		return invalid("line %d of the record is too large (%s): this is not a record that the program wrote", f.Line, found)
	case f.Kind == record.BadForm:
		return invalid("line %d of the record was altered or cut off (%s): %s", f.Line, found, fetchAgain)
	case f.Broken:
		return invalid("line %d of the record was altered after it was written (%s): %s", f.Line, found, fetchAgain)
	}
	return invalid("line %d of the record does not fit the game (%s): lines are missing or were altered, so %s", f.Line, found, fetchAgain)
}

// fit waits until there is a model of a game. One model is fitted at a time, and the result is
// kept for all later requests.
func (s *Server) fit(ctx context.Context, f *game.Instance) error {
	if _, ready := policy.Models.Ready(f); ready {
		return nil
	}
	select {
	case s.fitQueue <- struct{}{}:
		defer func() { <-s.fitQueue }()
	default:
		return problem(status.ServiceUnavailable, "busy", "too many models are being fitted: try again later").after(30)
	}
	select {
	case s.fitting <- struct{}{}:
		defer func() { <-s.fitting }()
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-s.closing:
		return errClosing
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() {
		select {
		case <-s.closing:
			cancel()
		case <-ctx.Done():
		}
	}()
	_, err := policy.Models.Model(ctx, f)
	return err
}

// runAnalysis analyses a match in a place for calculations.
func (s *Server) runAnalysis(ctx context.Context, key analysisKey, m *match.Match) (*wire.Analysis, error) {
	leave, err := s.bench.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	if x := s.analyses.find(key); x != nil {
		return x, nil // Another request was faster.
	}
	o := analysis.Options{Models: &policy.Models, Start: scenario.StartChance(m.Instance)}
	if key.depth != wholeAnalysis {
		o.LuckOnly, o.ValuesOnly, o.DiceOnly, o.SolvePositions = true, key.depth == valuesOnly, key.depth == diceOnly, -1
	}
	r, err := analysis.Analyse(ctx, m, o)
	if err != nil {
		return nil, err
	}
	x := wire.AnalysisOf(r, mostTurning)
	x.Played(m.Header)
	s.analyses.add(key, &x)
	return &x, nil
}
