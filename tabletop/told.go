package tabletop

import (
	"context"
	"strings"

	"loophole/game"
	"loophole/match"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
	"loophole/scene"
	"loophole/wire"
)

type toldInput struct {
	MatchInput
	From int `query:"from" minimum:"1" default:"1" doc:"the number of the first action that is wanted, among those that stand"`
}

type toldOutput struct {
	Body struct {
		Of      int    `json:"of" doc:"how many actions stand"`
		Actions []Told `json:"actions"`
	}
}

// Told is an action that was done, with what it left to be seen on the board.
type Told struct {
	N       int      `json:"n" doc:"its number among the actions that stand, from 1"`
	By      string   `json:"by"`
	Yours   bool     `json:"yours"`
	Unseen  bool     `json:"unseen,omitempty" doc:"this seat may not know what it was; nothing else is said"`
	Line    string   `json:"line,omitempty"`
	Says    string   `json:"says" doc:"what was done, as players say it"`
	Brief   string   `json:"brief,omitempty" doc:"what came of it, in six words or fewer; left out where nothing is to be said"`
	Came    []string `json:"came" doc:"what came of it, a clause each, the weightiest first; losses are counted apart"`
	Zone    *int     `json:"zone,omitempty" doc:"0 nothing, 1 something, 2 all that it could; left out for an action without such an end"`
	Losses  []Loss   `json:"losses"`
	Traces  []Trace  `json:"traces"`
	Changes []Change `json:"changes"`
	Luck    *Luck    `json:"luck,omitempty" doc:"left out where no die was rolled, and where it would take too long to say"`
}

// Loss is how many models a side lost.
type Loss struct {
	Side string `json:"side"`
	N    int    `json:"n"`
}

// Trace is a way or a shot across the board.
type Trace struct {
	Kind  string `json:"kind" enum:"move,shot"`
	Piece string `json:"piece"`
	From  []int  `json:"from"`
	To    []int  `json:"to"`
}

// Change is what is otherwise on the board than it was.
type Change struct {
	Kind  string `json:"kind" enum:"loses,gone,comes,marked,condition" doc:"a piece loses strength, is gone, has come, or has other markers; a structure is in another condition"`
	Name  string `json:"name"`
	Title string `json:"title"`
	Was   string `json:"was"`
	Is    string `json:"is"`
}

// Luck is how likely it was to go so well, or better, for the side that acted.
type Luck struct {
	AsWell wire.Chance `json:"as_well"`
	Zones  *wire.Zones `json:"zones,omitempty" doc:"as they were before the dice"`
}

// The bounds of what is told.
const (
	mostTold   = 200
	luckBudget = 200_000
	mostLucks  = 24 // how many of the last actions are reckoned with
)

// told tells the actions that stand, as a seat may know them.
func (s *Server) told(ctx context.Context, in *toldInput) (*toldOutput, error) {
	out := &toldOutput{}
	out.Body.Actions = []Told{}
	lucks := map[int]func(context.Context) *Luck{}
	err := s.look(ctx, &in.MatchInput, func(t *table, who seat) error {
		list := t.match.Standing()
		out.Body.Of = len(list)
		first := max(in.From, len(list)-mostTold+1)
		for n := first; n <= len(list); n++ {
			m := list[n-1]
			x := t.tell(who, n, m)
			out.Body.Actions = append(out.Body.Actions, x)
			if !x.Unseen && x.Zone != nil && n > len(list)-mostLucks && t.rolled(m) {
				lucks[n-first] = t.luck(who, m)
			}
		}
		return nil
	})
	if err != nil || len(lucks) == 0 {
		return out, err
	}
	leave, err := s.compute.enter(ctx)
	if err != nil {
		return nil, err
	}
	defer leave()
	for i, reckon := range lucks {
		out.Body.Actions[i].Luck = reckon(ctx)
	}
	return out, nil
}

// tell tells one action. The lock is held.
func (t *table) tell(who seat, n int, m match.Moment) Told {
	x := Told{N: n, By: t.side(m.By), Yours: who.role == roleSeat && who.side == m.By, Came: []string{}, Losses: []Loss{}, Traces: []Trace{}, Changes: []Change{}}
	entries := t.entriesTo(who, m.From+1, m.To)
	if len(entries) == 0 || entries[0].Kind != "action" || entries[0].Action == "" || entries[0].Action == unseen {
		x.Unseen, x.Says = true, unseen
		return x
	}
	x.Line, x.Says = t.fight.Print(m.Action), t.fight.Past(m.Action)
	before, after := t.view(m.Before, who), t.view(m.After, who)
	holds := func(e int) bool { return t.fight.Holds(e, before, after, m.Action) }
	x.Came = t.fight.Came(m.Action, holds)
	if some, all := t.fight.Zones(m.Action); some >= 0 || all >= 0 {
		z := t.fight.Zone(m.Action, holds)
		x.Zone = &z
	}
	_, was := t.fight.Census(before)
	_, is := t.fight.Census(after)
	for side := range t.fight.Sides {
		if is[side] > was[side] {
			x.Losses = append(x.Losses, Loss{t.side(side), is[side] - was[side]})
		}
	}
	x.Brief = x.brief(t.rolled(m), entries)
	a, drawn := t.fight.Scene(before)
	b, _ := t.fight.Scene(after)
	if drawn {
		x.Traces, x.Changes = traces(&a, &b), changes(&a, &b)
		x.shots(t, m, before, &a)
	}
	return x
}

// shots adds the line along which an action shot.
func (x *Told) shots(t *table, m match.Moment, before game.Position, s *scene.Scene) {
	piece, to, ok := t.fight.Along(before, m.Action)
	if !ok {
		return
	}
	lines, err := t.fight.Lines(before, piece)
	if err != nil {
		return
	}
	for _, l := range lines {
		if l.Target == to || strings.EqualFold(l.Target, to) {
			x.Traces = append(x.Traces, Trace{"shot", piece, []int{l.From.X, l.From.Y}, []int{l.To.X, l.To.Y}})
			return
		}
	}
}

// rolled reports whether a die was rolled in a moment.
func (t *table) rolled(m match.Moment) bool {
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			return true
		}
	}
	return false
}

// luck returns what reckons how likely an action was to go so well, with the
// decisions as they fell. The lock is held now, and not when it is reckoned.
func (t *table) luck(who seat, m match.Moment) func(context.Context) *Luck {
	f, a := t.fight, m.Action
	before, after := t.view(m.Before, who), t.view(m.After, who)
	var options []string
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Chosen {
			options = append(options, e.Rule.Text+": "+e.Rule.Options[e.Rule.Value])
		}
	}
	return func(ctx context.Context) *Luck {
		x, err := policy.Odds(ctx, f, before, a, odds.Options{Budget: luckBudget}, options...)
		if err != nil {
			return nil // It is too large, or hangs on what this seat does not know.
		}
		_, was := f.Census(before)
		_, is := f.Census(after)
		zone := f.Zone(a, func(e int) bool { return f.Holds(e, before, after, a) })
		well := x.AsWell(zone, is[1-m.By]-was[1-m.By], m.By)
		if well.Float == 0 {
			return nil // It came as this seat could not foresee.
		}
		return &Luck{wire.ChanceOf("as well", well), wire.ZonesOf(f, a, x.Zones)}
	}
}
