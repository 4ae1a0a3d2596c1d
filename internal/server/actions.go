package server

import (
	"context"
	"errors"
	"slices"
	"strings"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/rule"
)

type actionsInput struct {
	MatchInput
	Piece string `query:"piece" maxLength:"200" doc:"only actions that name this piece, with some illegal ones and the reasons"`
	Text  string `query:"text" maxLength:"1024" doc:"the beginning of a line: the answer has its possible continuations"`
}

// Actions lists the legal actions.
type Actions struct {
	Turn      string        `json:"turn" doc:"the side that decides"`
	Yours     bool          `json:"yours" doc:"this seat may play these actions now"`
	Groups    []ActionGroup `json:"groups"`
	Truncated bool          `json:"truncated" doc:"there are more actions than listed: name a piece"`
	Complete  []string      `json:"complete,omitempty" doc:"the words that can follow the text"`
}

// ActionGroup has the actions of one of the ruleset's groups.
type ActionGroup struct {
	Name    string   `json:"name"`
	Actions []Action `json:"actions"`
}

// Action is a legal action, or one that is illegal now.
type Action struct {
	Line    string        `json:"line"`
	Says    wire.Sentence `json:"says" doc:"the action in words for players"`
	Type    string        `json:"type" doc:"the action type"`
	Gist    string        `json:"gist"`
	Allowed bool          `json:"allowed"`
	Why     []wire.Reason `json:"why" doc:"why it is illegal"`
}

type actionsOutput struct {
	Body Actions
}

// The limits of a list of actions.
const (
	maxActions        = 2000
	maxIllegal        = 60 // in all
	maxIllegalPerType = 12
)

// actions lists the actions of the side to move, as the seat's view of the position allows.
func (s *Server) actions(ctx context.Context, in *actionsInput) (*actionsOutput, error) {
	out := &actionsOutput{}
	var f *game.Instance
	var p game.Position
	var over bool
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		x := t.match.Status()
		f, p, over = t.instance, t.now(who).view, t.over()
		out.Body = Actions{Turn: t.side(x.Side), Yours: t.mayActFor(who, x.Side) && t.question == nil && !over, Groups: []ActionGroup{}}
		return nil
	})
	if err != nil {
		return nil, err
	}
	if over {
		return out, nil
	}
	// A position never changes, so the lock of the match is not needed.
	l := &listing{instance: f, runner: f.Runner().SetPosition(p), position: p, piece: in.Piece, beginning: strings.ToLower(strings.Join(strings.Fields(in.Text), " "))}
	s.reads.do(func() {
		if err = rule.Catch(l.all); err == nil && in.Text != "" {
			out.Body.Complete, err = f.Complete(p, in.Text)
		}
	})
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	out.Body.Truncated = l.truncated
	out.Body.Groups = append(out.Body.Groups, l.groups...)
	return out, nil
}

// A listing collects actions by group.
type listing struct {
	instance  *game.Instance
	runner    *game.Runner
	position  game.Position
	piece     string
	beginning string // of the lines, in lower case
	groups    []ActionGroup
	count     int
	refused   int
	truncated bool
}

func (l *listing) all() {
	for t := range l.instance.Game.ActionTypes {
		l.ofType(uint8(t))
	}
}

// ofType lists the legal actions of an action type. If the request names a piece, it lists some
// illegal ones too.
func (l *listing) ofType(number uint8) {
	t := &l.instance.Game.ActionTypes[number]
	var illegal []game.Action
	for _, args := range l.runner.PseudoLegal(int(number), nil) {
		a := game.Action{Type: number, Args: args}
		line := l.instance.FormatAction(a)
		if l.piece != "" && !names(line, l.piece) || !strings.HasPrefix(strings.ToLower(line), l.beginning) {
			continue
		}
		if !l.runner.IsLegal(a) {
			if l.piece != "" && len(illegal) < maxIllegalPerType {
				illegal = append(illegal, a)
			}
			continue
		}
		if l.count++; l.count > maxActions {
			l.truncated = true
			return
		}
		l.add(t.Group, Action{line, wire.SentenceOf(l.instance.Order(a)), t.Name, t.Gist, true, []wire.Reason{}})
	}
	for _, a := range illegal {
		var no rule.IllegalError
		if l.refused < maxIllegal && errors.As(l.instance.WhyIllegal(l.position, a), &no) {
			l.refused++
			l.add(t.Group, Action{l.instance.FormatAction(a), wire.SentenceOf(l.instance.Order(a)), t.Name, t.Gist, false, wire.Reasons(l.instance.SpokenViolations(no))})
		}
	}
}

func (l *listing) add(group string, a Action) {
	i := slices.IndexFunc(l.groups, func(g ActionGroup) bool { return g.Name == group })
	if i < 0 {
		i = len(l.groups)
		l.groups = append(l.groups, ActionGroup{Name: group})
	}
	l.groups[i].Actions = append(l.groups[i].Actions, a)
}

// names reports whether a line has a name as a word, alone or in a comma-separated set.
func names(line, name string) bool {
	for _, w := range strings.FieldsFunc(line, func(r rune) bool { return r == ' ' || r == ',' }) {
		if strings.EqualFold(w, name) {
			return true
		}
	}
	return false
}
