package server

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"time"

	"loophole/game"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/odds"
	"loophole/policy"
	"loophole/rule"
)

type toldInput struct {
	MatchInput
	From int `query:"from" minimum:"1" default:"1" doc:"the number of the first action to return, among the current ones"`
}

type toldOutput struct {
	Body struct {
		Of      int    `json:"of" doc:"the number of current actions"`
		Actions []Told `json:"actions"`
	}
}

// Told is a played action with its visible results.
type Told struct {
	N       int      `json:"n" doc:"its number among the current actions, from 1"`
	By      string   `json:"by"`
	Yours   bool     `json:"yours"`
	Unseen  bool     `json:"unseen,omitempty" doc:"this seat may not know the action; all else is left out"`
	Line    string   `json:"line,omitempty"`
	Says    string   `json:"says" doc:"the action in words for players"`
	Brief   string   `json:"brief,omitempty" doc:"the effect in six words or fewer, as \"The house in D4 is weakened\"; left out if there is none"`
	Dice    string   `json:"dice,omitempty" doc:"the dice counted, as \"19 dice: 8 hits, 2 stopped, 6 left; 9 were needed\"; left out if no dice count"`
	Came    []string `json:"came" doc:"the effects, one clause each, the most important first, without losses"`
	Zone    *int     `json:"zone,omitempty" doc:"0 no effect, 1 slight, 2 some, 3 full effect; left out for an action without these levels"`
	Losses  []Loss   `json:"losses"`
	Toll    string   `json:"toll,omitempty" doc:"the losses in a sentence: \"The Soviet side lost eight\"; left out if brief has them all"`
	Left    []string `json:"left" doc:"the strength left of affected units, one clause each: \"four are left of the green squad\""`
	Traces  []Trace  `json:"traces"`
	Changes []Change `json:"changes"`
	Luck    *Luck    `json:"luck,omitempty" doc:"left out if no die was rolled, or if it would take too long to calculate"`
	Later   bool     `json:"later,omitempty" doc:"the luck was not known at the time of this answer, and can be requested"`
}

// Loss is the number of models that a side lost.
type Loss struct {
	Side string `json:"side"`
	N    int    `json:"n"`
}

// Trace is a move or a shot across the map.
type Trace struct {
	Kind  string `json:"kind" enum:"move,shot"`
	Piece string `json:"piece"`
	From  []int  `json:"from"`
	To    []int  `json:"to"`
}

// Change is a difference on the map.
type Change struct {
	Kind  string `json:"kind" enum:"loses,gone,comes,marked,condition" doc:"a piece loses strength, leaves, arrives, or changes its markers; a structure changes its condition"`
	Name  string `json:"name"`
	Title string `json:"title"`
	Was   string `json:"was"`
	Is    string `json:"is"`
}

// Luck is the chance that the action went as well or better for the acting side.
type Luck struct {
	AsWell wire.Chance `json:"as_well"`
	Zones  *wire.Zones `json:"zones,omitempty" doc:"the chances before the roll"`
	// Losses are the distributions before the dice.
	Losses []wire.Losses `json:"losses" doc:"the models that each side could lose, before the roll"`
	Badge  string        `json:"badge,omitempty" doc:"set for a rare result: \"1-in-13 shot\", \"1-in-9 miss\""`
	Rare   string        `json:"rare,omitempty" doc:"the badge in a sentence: \"This well or better: 1 in 13\""`
	Had    string        `json:"had,omitempty" doc:"the chance before the roll: \"The Soviet side had a chance of 47 % that 2 or more would be lost\""`
}

// The limits of the answer.
const (
	mostTold   = 200
	luckBudget = 200_000
	mostLucks  = 24 // actions, from the last on, whose luck is computed
)

// told describes the current actions, as a seat may know them.
func (s *Server) told(ctx context.Context, in *toldInput) (*toldOutput, error) {
	out := &toldOutput{}
	var lucks lucks
	err := s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		list := t.match.CurrentActions()
		out.Body.Of = len(list)
		out.Body.Actions, lucks = t.tellAll(who, list, max(in.From, len(list)-mostTold+1))
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
	lucks.compute(ctx, out.Body.Actions)
	return out, nil
}

// lucks are functions that compute the luck of actions, by their index in the answer.
type lucks map[int]func(context.Context) *Luck

// compute computes the luck of the told actions, until the context ends.
func (l lucks) compute(ctx context.Context, told []Told) {
	for i, computeLuck := range l {
		if ctx.Err() == nil {
			told[i].Luck = computeLuck(ctx)
		}
		told[i].Later = told[i].Luck == nil && ctx.Err() != nil
	}
}

// tellAll describes a list of actions. first is the number of the first. The caller holds the lock.
func (t *liveMatch) tellAll(who seat, list []match.PlayedAction, first int) ([]Told, lucks) {
	all, later := []Told{}, lucks{}
	for n := first; n <= len(list); n++ {
		m := list[n-1]
		x := t.tell(who, n, m)
		if !x.Unseen && x.Zone != nil && n > len(list)-mostLucks && t.rolled(m) {
			later[len(all)] = t.luck(who, m)
		}
		all = append(all, x)
	}
	return all, later
}

// usualLuckTimeout is the time that an answer to an action waits for its luck.
const usualLuckTimeout = 25 * time.Millisecond

// tellPlayed adds the description of an action to its answer, so that a page can show it at once.
// It adds nothing on an error, because the action is played and the description can be requested.
func (s *Server) tellPlayed(ctx context.Context, in *MatchInput, p *Played) {
	var later lucks
	err := s.withReadLock(ctx, in, func(t *liveMatch, who seat) error {
		list := t.match.CurrentActions()
		done := slices.IndexFunc(list, func(m match.PlayedAction) bool { return m.To > p.after })
		upto := slices.IndexFunc(list, func(m match.PlayedAction) bool { return m.To > p.upto })
		if upto >= 0 {
			list = list[:upto]
		}
		if done >= 0 && done < len(list) {
			p.Told, later = t.tellAll(who, list, done+1)
		}
		return nil
	})
	if err != nil || len(p.Told) == 0 {
		return
	}
	if len(later) > 0 {
		ctx, cancel := context.WithTimeout(ctx, s.luckTimeout)
		defer cancel()
		leave, err := s.compute.enter(ctx)
		if err != nil {
			for i := range later {
				p.Told[i].Later = true
			}
		} else {
			later.compute(ctx, p.Told)
			leave()
		}
	}
	if n := len(p.text); n > 0 {
		p.text = append(append(append(p.text[:n-1:n-1], `,"told":`...), jsonOf(p.Told)...), '}')
	}
}

// tell describes one action. The caller holds the lock.
func (t *liveMatch) tell(who seat, n int, m match.PlayedAction) Told {
	x := Told{N: n, By: t.side(m.By), Yours: who.role == roleSeat && who.side == m.By, Came: []string{}, Left: []string{}, Losses: []Loss{}, Traces: []Trace{}, Changes: []Change{}}
	entries := t.entriesTo(who, m.From+1, m.To)
	if len(entries) == 0 || entries[0].Kind != "action" || entries[0].Action == "" || entries[0].Action == unseen {
		x.Unseen, x.Says = true, unseen
		return x
	}
	before, after := t.view(m.Before, who), t.view(m.After, who)
	x.Line, x.Says = t.instance.FormatAction(m.Action), t.instance.Did(m.Action, before, after)
	tale := t.instance.Narrate(m.Action, before, after, t.knownEntries(who, m))
	x.Brief, x.Dice, x.Came, x.Toll = tale.Head, tale.Dice, tale.Results, tale.Losses
	x.Left = append(x.Left, tale.Remaining...)
	if some, all := t.instance.OpenSuccessEvents(before, m.Action); some >= 0 || all >= 0 {
		zone := t.instance.EffectLevel(before, m.Action)(func(e int) bool { return t.instance.Holds(e, before, after, m.Action) })
		x.Zone = &zone
	}
	for side, n := range tale.Lost {
		if n > 0 {
			x.Losses = append(x.Losses, Loss{t.side(side), n})
		}
	}
	a, drawn := t.instance.Picture(before)
	b, _ := t.instance.Picture(after)
	if drawn {
		x.Traces, x.Changes = traces(&a, &b), changes(&a, &b)
		x.addShot(t, m, before)
	}
	return x
}

// addShot adds the line of fire of an action to the traces.
func (x *Told) addShot(t *liveMatch, m match.PlayedAction, before game.Position) {
	piece, to, ok := t.instance.FireLine(before, m.Action)
	if !ok {
		return
	}
	lines, err := t.instance.SightLines(before, piece)
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

// knownEntries returns the entries of a played action that a seat may know.
func (t *liveMatch) knownEntries(who seat, m match.PlayedAction) (list []rule.Entry) {
	for _, e := range t.entriesByLine(who, m.From+1, m.To) {
		if x := &t.match.Entries[e.Seq-1]; e.Kind != "unseen" && x.Kind == match.Ruled {
			list = append(list, x.Rule)
		}
	}
	return list
}

// rolled reports whether an action rolled dice.
func (t *liveMatch) rolled(m match.PlayedAction) bool {
	for _, e := range t.match.Entries[m.From:m.To] {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			return true
		}
	}
	return false
}

// luck returns a function that computes the chance of the action's result or better, with the
// decisions as they were taken. The caller holds the lock now, but not when the function runs.
func (t *liveMatch) luck(who seat, m match.PlayedAction) func(context.Context) *Luck {
	f, a := t.instance, m.Action
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
			return nil // The computation is too large, or depends on hidden pieces.
		}
		_, was := f.CountModels(before)
		_, is := f.CountModels(after)
		zone := f.EffectLevel(before, a)(func(e int) bool { return f.Holds(e, before, after, a) })
		well := x.AsWell(zone, is[1-m.By]-was[1-m.By], m.By)
		if well.Float == 0 {
			return nil // The seat could not foresee this result.
		}
		l := &Luck{AsWell: wire.ChanceOf("as well", well), Zones: wire.ZonesOf(f, before, x), Losses: wire.LossesOf(f, x.Lost)}
		_, _, shot := f.FireLine(before, a)
		l.describeRarity(zone, well.Float, shot)
		l.describeHope(f, m, x, is[1-m.By]-was[1-m.By])
		return l
	}
}

// rareChance is the largest chance that is called rare.
const rareChance = 1. / 6

// describeRarity notes how rare a very good or very bad result was.
func (l *Luck) describeRarity(zone int, well float64, shot bool) {
	if l.Zones == nil {
		return
	}
	nothing := l.Zones.Nothing.Float
	switch {
	case zone > 0 && well < rareChance:
		kind := "roll"
		if shot {
			kind = "shot"
		}
		l.Badge, l.Rare = fmt.Sprintf("1-in-%.0f %s", 1/well, kind), fmt.Sprintf("This well or better: 1 in %.0f", 1/well)
	case zone == 0 && nothing > 0 && nothing < rareChance:
		result := "Nothing at all"
		if s := l.Zones.Nothing.Name; s != game.NoEffectName {
			result = game.Capital(s)
		}
		l.Badge, l.Rare = fmt.Sprintf("1-in-%.0f miss", 1/nothing), fmt.Sprintf("%s: 1 in %.0f", result, 1/nothing)
	}
}

// describeHope describes the hoped-for result: at least as many losses as there were, or else some
// success.
func (l *Luck) describeHope(f *game.Instance, m match.PlayedAction, x *policy.ActionOdds, lost int) {
	who := game.Capital(f.Sides[m.By].Called())
	if of := x.Lost[1-m.By]; lost > 0 && of != nil {
		p := 0.
		for i, n := range of.Values {
			if n >= lost {
				p += of.Chances[i].Float
			}
		}
		hoped := "somebody would be lost"
		if lost > 1 {
			hoped = fmt.Sprintf("%d or more would be lost", lost)
		}
		l.Had = fmt.Sprintf("%s had a chance of %s that %s", who, wholePercent(p), hoped)
		return
	}
	some, all := f.OpenSuccessEvents(m.Before, m.Action)
	if some < 0 || x.Zones[game.SomeEffect].Float == 0 { // such as a structure that is weakened already
		some = all
	}
	if p := x.Succeeds(); some >= 0 && p > 0 {
		hope := f.EventGoal(some)
		if hope == "" {
			hope = "bring it about: " + f.EventSentence(some, m.By)
		}
		l.Had = fmt.Sprintf("%s had a chance of %s to %s", who, wholePercent(p), hope)
	}
}

// wholePercent formats a chance in whole percent. Only an impossible event has 0 %, and only a certain one
// 100 %.
func wholePercent(p float64) string {
	switch {
	case p > 0 && p <= 0.005:
		return "less than 1 %"
	case p < 1 && p >= 0.995:
		return "more than 99 %"
	}
	return fmt.Sprintf("%.0f %%", 100*p)
}
