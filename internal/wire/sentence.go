package wire

import (
	"loophole/game"
	"loophole/odds"
	"loophole/policy"
)

// Sentence is an action in players' words, with its replaceable parts marked.
type Sentence struct {
	Text  string `json:"text" doc:"the whole sentence"`
	Parts []Part `json:"parts"`
}

// Part is plain text of a sentence, or the name of an argument of the action.
type Part struct {
	Text  string   `json:"text"`
	Names []string `json:"names,omitempty" doc:"of an argument: its names in the action"`
	Role  string   `json:"role,omitempty" enum:"actor,target,other" doc:"of an argument: the actor, the target, or another"`
}

// SentenceOf returns the JSON form of a sentence.
func SentenceOf(s game.Sentence) Sentence {
	j := Sentence{Text: s.String(), Parts: []Part{}}
	for _, p := range s {
		x := Part{Text: p.Text, Names: p.Names}
		switch {
		case p.Arg < 0:
		case p.Actor:
			x.Role = "actor"
		case p.Target:
			x.Role = "target"
		default:
			x.Role = "other"
		}
		j.Parts = append(j.Parts, x)
	}
	return j
}

// Zones are the chances that an action achieves nothing, something, or everything that it could.
type Zones struct {
	Nothing Chance  `json:"nothing"`
	Slight  *Chance `json:"slight,omitempty" doc:"less than some effect, such as a target that is suppressed without losses; left out if it cannot come"`
	Some    Chance  `json:"some"`
	All     Chance  `json:"all"`
}

// ZonesOf returns the zones with their names in players' words, or nil if the action has none.
func ZonesOf(f *game.Instance, p game.Position, x *policy.ActionOdds) *Zones {
	some, all := f.OpenSuccessEvents(p, x.Action)
	if some < 0 && all < 0 {
		return nil
	}
	z := &Zones{
		Nothing: ChanceOf(f.NoEffectText(x.Action), x.Zones[game.NoEffect]),
		Some:    ChanceOf(f.EventTag(some), x.Zones[game.SomeEffect]), All: ChanceOf(f.EventTag(all), x.Zones[game.FullEffect]),
	}
	if x.Zones[game.SlightEffect].Float > 0 {
		slight := ChanceOf(x.SlightName(f, p), x.Zones[game.SlightEffect])
		z.Slight = &slight
	}
	return z
}

// Effect returns the name of some effect, or of the full effect if nothing less is possible, as when a
// weakened building is shelled.
func (z *Zones) Effect() string {
	if z.Some.Float == 0 && z.All.Float > 0 {
		return z.All.Name
	}
	return z.Some.Name
}

// Losses are the chances of a side's losses, in models.
type Losses struct {
	Side    string  `json:"side"`
	Mean    float64 `json:"mean"`
	Chances []Lost  `json:"chances" doc:"each possible number"`
}

// Lost is a number of models with its chance.
type Lost struct {
	N     int     `json:"n"`
	P     string  `json:"p,omitempty"`
	Float float64 `json:"float"`
}

// LossesOf returns the losses of the sides. It leaves out a side that cannot lose a model.
func LossesOf(f *game.Instance, lost [2]*odds.IntDist) []Losses {
	all := []Losses{}
	for side, x := range lost {
		if x == nil || len(x.Values) == 0 || len(x.Values) == 1 && x.Values[0] == 0 {
			continue
		}
		j := Losses{Side: string(f.Sides[side]), Mean: x.Mean().Float}
		for i, n := range x.Values {
			c := ChanceOf("", x.Chances[i])
			j.Chances = append(j.Chances, Lost{n, c.P, c.Float})
		}
		all = append(all, j)
	}
	return all
}
