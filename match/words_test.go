package match_test

import (
	"errors"
	"math/rand/v2"
	"regexp"
	"slices"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
)

// A saying is a text for players, with the action that it belongs to.
type saying struct{ kind, text, line string }

// playedWords plays random actions of a game and some random lines, most of them illegal. It passes
// on every sentence, question, violation and event for players.
func playedWords(t *testing.T, f *game.Instance, seed uint64, actions int, each func(saying)) {
	t.Helper()
	chance := rand.New(rand.NewPCG(seed, 1))
	m, err := match.New(f, match.Header{}, nil)
	if err != nil {
		t.Fatal(err)
	}
	src, told := dice.NewRandom(seed), 0
	for range actions {
		p := m.Position()
		legal, err := f.Legal(p)
		if err != nil {
			t.Fatal(err)
		}
		shown(f, p, each)
		if len(legal) == 0 {
			each(saying{"end", game.Reason(f.Status(p).Why, f.Status(p).Winner == game.Draw), ""})
			return
		}
		for range 8 {
			refusedWords(f, p, wild(f, chance), each)
		}
		a := legal[chance.IntN(len(legal))]
		line := f.FormatAction(a)
		each(saying{"order", f.Order(a).String(), line})
		each(saying{"past", f.Past(a), line})
		if err := m.Play(a, src); err != nil {
			t.Fatalf("%s: %v", line, err)
		}
		for _, e := range m.Entries[told:] {
			if e.Kind == match.Ruled {
				x := e.Told(f).Rule
				each(saying{x.Kind.String(), x.Text, line})
				for _, o := range x.Options {
					each(saying{"option", o, line})
				}
			}
		}
		moments := m.PlayedActions()
		last := moments[len(moments)-1]
		tale := f.Narrate(a, last.Before, last.After, ruledOf(m.Entries[told:]))
		told = len(m.Entries)
		for _, s := range append(append([]string{tale.Head, tale.Dice, tale.Losses}, tale.Results...), tale.Remaining...) {
			each(saying{"tale", s, line})
		}
	}
}

func ruledOf(entries []match.Entry) (list []rule.Entry) {
	for _, e := range entries {
		if e.Kind == match.Ruled {
			list = append(list, e.Rule)
		}
	}
	return list
}

// wild returns an action with random arguments.
func wild(f *game.Instance, chance *rand.Rand) game.Action {
	a := game.Action{Type: uint8(chance.IntN(len(f.Game.ActionTypes)))}
	for i, s := range f.Game.ActionTypes[a.Type].Params {
		low, high := f.ParamRange(a.Type, i)
		a.Args[i] = int16(low + chance.IntN(high-low+1))
		if s.Optional && chance.IntN(2) == 0 {
			if a.Args[i] = game.None; s.Set {
				a.Args[i] = 0
			}
		}
	}
	return a
}

func refusedWords(f *game.Instance, p game.Position, a game.Action, each func(saying)) {
	var no rule.IllegalError
	if !errors.As(f.WhyIllegal(p, a), &no) {
		return
	}
	for _, x := range f.SpokenViolations(no) {
		each(saying{"refusal", x.Reason, f.FormatAction(a)})
	}
}

// shown passes on the texts of a scene.
func shown(f *game.Instance, p game.Position, each func(saying)) {
	s, _ := f.Picture(p)
	each(saying{"head", s.Headline, ""})
	all := append([]string{}, s.Notes...)
	pieces := slices.Concat(s.Pieces, s.Waiting)
	for _, x := range s.Structures {
		all = append(append(all, x.Title, x.Condition), x.Markers...)
		for _, fl := range x.Floors {
			all = append(all, fl.Title, fl.Note)
			pieces = append(pieces, fl.Pieces...)
		}
	}
	for _, x := range pieces {
		all = append(append(all, x.Title), x.Markers...)
	}
	for _, text := range all {
		each(saying{"picture", text, ""})
	}
}

var word = regexp.MustCompile(`[\pL\pN_]+(?:[-/+][\pL\pN_]+)*`)

// ids returns the identifiers of a game that are not words of their players' names.
func ids(f *game.Instance) map[string]bool {
	list := map[string]bool{}
	for _, name := range drawn(f) {
		if !strings.Contains(" "+strings.ToLower(f.Called(name))+" ", " "+strings.ToLower(name)+" ") {
			list[name] = true
		}
	}
	return list
}

// TestWords: no sentence, question, violation or event for players contains the identifier of a thing
// with another name, and the number one has no plural.
func TestWords(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	one := regexp.MustCompile(`\b(1|[Oo]ne) (models|dice|men|hits|wounds|squads|rooms|characters|inches|turns|rounds|points|counters|pins|kills|figures|floors|actions|grenades|shots|hexes|units|teams)\b`)
	many := regexp.MustCompile(`\b(0|[2-9]|[1-9]\d+) (model|die|man|hit|wound|squad|room|character|inch|turn|point|counter|pin|kill|figure|floor|action|grenade|hex)\b`)
	for _, g := range rulesets.Games {
		for _, f := range fights(t, g.Rules.ID) {
			ids, met, seen := ids(f), map[string]bool{}, map[saying]bool{}
			for seed := range uint64(3) {
				playedWords(t, f, seed+1, 60, func(s saying) {
					x := saying{kind: s.kind, text: s.text}
					if seen[x] { // A scene repeats most of its texts from one action to the next.
						return
					}
					seen[x] = true
					for _, w := range word.FindAllString(s.text, -1) {
						if key := s.kind + w; ids[w] && !met[key] {
							met[key] = true
							t.Errorf("%s %s: the %s of %q holds %s: %q", g.Rules.ID, f.Scenario, s.kind, s.line, w, s.text)
						}
					}
					if found := one.FindString(s.text) + many.FindString(s.text); found != "" && !met[found] {
						met[found] = true
						t.Errorf("%s %s: the %s of %q: %q", g.Rules.ID, f.Scenario, s.kind, s.line, s.text)
					}
				})
			}
		}
	}
}
