package twohands_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"loophole/dice"
	"loophole/game"
	"loophole/hands"
	"loophole/internal/testgame"
	"loophole/internal/twohands"
	"loophole/match"
	"loophole/rule"
	"loophole/rulesets"
)

func must(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// header returns the header of a match with two-hands dice.
func header(t testing.TB, ruleset, name, away string) (match.Header, *game.Instance) {
	t.Helper()
	f := testgame.Bundled(t, ruleset, name)
	h, err := match.NewHeader(f, "test", [2]string{"white", "black"}, match.HandDice())
	must(t, err)
	h.UndoneRollsRepeat, h.Terms = true, &match.Terms{Typed: []rule.Side{}, Hands: &match.Hands{Match: "m1", Away: away, Wait: 60}}
	return h, f
}

// A party is a match with the secrets of both sides.
type party struct {
	t       testing.TB
	game    *twohands.Game
	sides   [2]string
	secrets [2]*hands.Secret
	text    bytes.Buffer // of the lines
	record  bytes.Buffer // the ordinary one
}

func sat(t testing.TB, ruleset, name string) *party {
	t.Helper()
	return satFor(t, ruleset, name, "")
}

// satFor is sat with another use of the values.
func satFor(t testing.TB, ruleset, name, values string) *party {
	t.Helper()
	h, f := header(t, ruleset, name, hands.Forfeit)
	h.Terms.Hands.Values = values
	p := &party{t: t}
	p.game = twohands.New(rulesets.Game, &p.record)
	terms, err := h.Line1()
	must(t, err)
	var list []hands.Hand
	for i, side := range f.Sides {
		p.sides[i] = string(side)
		p.secrets[i] = hands.NewSecret(hands.MatchOf(terms), string(side), sha256.Sum256([]byte{byte(i)}))
		list = append(list, p.secrets[i].Hand())
	}
	line, err := p.game.Begin(h, list)
	must(t, err)
	p.wrote(line)
	return p
}

func (p *party) wrote(line []byte) { p.text.Write(append(line, '\n')) }

// by signs an act of a side.
func (p *party) by(side int, text string) hands.Entry {
	return p.secrets[side].Sign(p.game.Hands.Sum, hands.Entry{Kind: hands.Act, By: p.sides[side], Text: text})
}

// add appends an entry, which must be lawful.
func (p *party) add(e hands.Entry) {
	p.t.Helper()
	line, err := p.game.Append(e)
	must(p.t, err)
	p.wrote(line)
}

// no fails the test unless the entry is rejected with an error that contains why, and nothing
// changes.
func (p *party) no(e hands.Entry, why string) {
	p.t.Helper()
	sum, position := p.game.Hands.Sum, p.game.Match.Position()
	if _, err := p.game.Append(e); err == nil || !strings.Contains(err.Error(), why) {
		p.t.Errorf("%+v: %v; want %q", e, err, why)
	}
	if p.game.Hands.Sum != sum || p.game.Match.Position() != position {
		p.t.Fatal("what was refused changed something")
	}
}

// follow appends the lines that must follow until a side is to act: questions, values, faces.
func (p *party) follow() {
	p.t.Helper()
	for {
		e, ok := p.game.Next()
		if owes := p.game.Side(p.game.Hands.Owes()); !ok && owes >= 0 {
			var err error
			e, err = p.game.Hands.Value(p.secrets[owes])
			must(p.t, err)
		} else if !ok {
			return
		}
		p.add(e)
	}
}

// acts lets a side act, and follows.
func (p *party) acts(side int, text string) { p.t.Helper(); p.add(p.by(side, text)); p.follow() }

// move lets a side act at random. It returns false when the game is over.
func (p *party) move(dice *rand.Rand) bool {
	p.t.Helper()
	if p.game.Over() {
		return false
	}
	if side := p.game.Decides(); side >= 0 {
		p.acts(side, fmt.Sprint("choose ", dice.IntN(len(p.game.Open().Choice.Options))))
		return true
	}
	list, err := p.game.Match.Instance.Legal(p.game.Match.Position())
	must(p.t, err)
	p.acts(p.game.Match.Status().Side, "do "+p.game.Match.Instance.FormatAction(list[dice.IntN(len(list))]))
	return true
}

// again takes all lines into a new game.
func again(text []byte) (*twohands.Game, *bytes.Buffer, error) {
	var record bytes.Buffer
	g := twohands.New(rulesets.Game, &record)
	for _, l := range bytes.Split(bytes.TrimSuffix(text, []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			return g, &record, err
		}
	}
	return g, &record, nil
}

// The lines of whole games of every ruleset without hidden information give the same record, byte
// for byte. That record verifies, and all its dice are of two hands.
func TestGames(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, of := range [][2]string{{"tideofiron", "row"}, {"konflikt47", "farmhouse"}, {"oldworld", "troll-barn"}, {"lasergrenadiers", "street"}, {"d20skirmish", "wxyz"}} {
		t.Run(of[0], func(t *testing.T) {
			_, f := header(t, of[0], of[1], hands.Forfeit)
			if f.HasHiddenInfo() {
				t.Skip("the sides know different things")
			}
			rolls := 0
			for seed := range uint64(4) { // A short game has few rolls.
				if rolls += gameOfHands(t, of[0], of[1], rand.New(rand.NewPCG(1, 2+seed))); rolls >= 10 {
					return
				}
			}
			t.Errorf("%d rolls prove nothing", rolls)
		})
	}
}

// gameOfHands plays a random game with undone actions, checks its lines and its record, and returns
// the number of its rolls.
func gameOfHands(t *testing.T, ruleset, scenario string, chance *rand.Rand) int {
	t.Helper()
	p := sat(t, ruleset, scenario)
	n := 0
	for p.move(chance) && n < 150 {
		if n++; n%9 == 0 && p.game.Decides() < 0 {
			side := chance.IntN(2)
			if e := p.by(side, "undo"); p.game.CheckEntry(e) == nil {
				if p.add(e); p.game.Asks() == side {
					p.acts(1-side, []string{"consent", "refuse"}[chance.IntN(2)])
				}
			}
		}
	}
	g, record, err := again(p.text.Bytes())
	must(t, err)
	if g.Match.Position().Hash() != p.game.Match.Position().Hash() || !bytes.Equal(record.Bytes(), p.record.Bytes()) {
		t.Error("the lines tell another game")
	}
	file, err := match.Read(record)
	must(t, err)
	if _, err = match.Verify(file, rulesets.Game); err != nil {
		t.Error(err)
	}
	rolls := 0
	for _, e := range file.Entries {
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled {
			if rolls++; e.Rule.From != dice.FromHands {
				t.Errorf("%v comes from %q", e, e.Rule.From)
			}
		}
	}
	return rolls
}

// An entry that the game does not allow is rejected and changes nothing.
func TestUnlawful(t *testing.T) {
	const fires = "do fire sig-33b at shaken-squad normal"
	p := sat(t, "tideofiron", "row")
	p.no(p.by(1, fires), "turn of German")
	p.no(p.by(0, "fire sig-33b at shaken-squad normal"), "is no act")
	p.no(p.by(0, "do  fire sig-33b at shaken-squad normal"), "write the action exactly as")
	p.no(p.by(0, "do fire nobody at shaken-squad normal"), "nobody")
	p.no(p.by(0, "choose 0"), "no decision")
	p.no(p.by(0, "undo"), "no action to undo")
	p.no(p.by(0, "undo 1"), "takes no further text")
	p.no(p.by(0, "consent"), "the other side has not asked")
	p.no(p.by(0, "redo"), "no undone action")
	p.no(p.by(0, "resign now"), "takes no further text")
	p.no(p.secrets[0].Sign(p.game.Hands.Sum, hands.Entry{Kind: hands.Close, By: p.sides[0]}), "not over")
	p.no(hands.Entry{Kind: hands.Ask, By: "German", Text: "x", At: "x", N: 1, Die: 6}, "no dice are needed")
	p.add(p.by(0, fires))
	p.no(p.by(0, "undo"), "rolled first")
	p.no(p.by(0, "resign"), "rolled first")
	p.no(p.by(1, "resign"), "rolled first")
	ask, ok := p.game.Next()
	if !ok || ask.Kind != hands.Ask {
		t.Fatal(ask)
	}
	for name, change := range map[string]func(*hands.Entry){
		"n": func(e *hands.Entry) { e.N++ }, "die": func(e *hands.Entry) { e.Die = 8 }, "at": func(e *hands.Entry) { e.At = "x" }, "by": func(e *hands.Entry) { e.By = "Soviet" },
		"text": func(e *hands.Entry) { e.Text += "s" }, "clause": func(e *hands.Entry) { e.Clause = "x" }, "reading": func(e *hands.Entry) { e.Reading = "count 2+" },
	} {
		e := ask
		change(&e)
		p.no(e, "the rules ask")
		if t.Failed() {
			t.Fatal(name)
		}
	}
	p.follow()
}

// After an undo the same question gets the same faces without new values, and no other question
// does.
func TestAgain(t *testing.T) {
	const fires = "do fire sig-33b at shaken-squad normal"
	p := sat(t, "tideofiron", "row")
	p.acts(0, fires)
	first := p.faces()
	for side := p.game.Decides(); side >= 0; side = p.game.Decides() {
		p.acts(side, "choose 0")
	}
	p.acts(0, "undo")
	if p.game.Asks() != 0 {
		t.Fatal("it is taken back unasked")
	}
	p.no(p.by(0, "consent"), "the other side has not asked")
	p.acts(1, "consent")
	p.acts(0, fires)
	if !strings.Contains(p.text.String()[strings.LastIndex(p.text.String(), fires):], `"kind":"again"`) || fmt.Sprint(p.faces()) != fmt.Sprint(first) {
		t.Errorf("the faces were %v and are %v", first, p.faces())
	}
}

// faces returns the faces of the first roll of the last action.
func (p *party) faces() []uint8 {
	var faces []uint8
	for _, e := range p.game.Match.Entries {
		if e.Kind == match.Acted {
			faces = nil
		}
		if e.Kind == match.Ruled && e.Rule.Kind == rule.Rolled && faces == nil {
			faces = e.Rule.Faces
		}
	}
	return faces
}

// A header that does not fit its match, or has other rules, is rejected.
func TestHeader(t *testing.T) {
	h, f := header(t, "tideofiron", "row", hands.Forfeit)
	list := func(h match.Header) (list []hands.Hand) {
		terms, err := h.Line1()
		must(t, err)
		for i, side := range f.Sides {
			list = append(list, hands.NewSecret(hands.MatchOf(terms), string(side), sha256.Sum256([]byte{byte(i)})).Hand())
		}
		return list
	}
	for name, change := range map[string]func(*match.Header){
		"dice":  func(h *match.Header) { h.Dice.Kind = dice.FromTyped },
		"typed": func(h *match.Header) { h.Terms.Typed = []rule.Side{"German"} },
		"rules": func(h *match.Header) { h.Rules = "0000000000000000" },
		"setup": func(h *match.Header) { h.Setup = json.RawMessage(`{}`) },
		"start": func(h *match.Header) { h.Position = "0000000000000000" },
		"none":  func(h *match.Header) { h.Terms = &match.Terms{Typed: []rule.Side{}} },
		"old":   func(h *match.Header) { h.Format = 1 },
	} {
		x := h
		terms := *h.Terms
		x.Terms = &terms
		change(&x)
		if _, err := twohands.New(rulesets.Game, nil).Begin(x, list(x)); err == nil {
			t.Errorf("%s: passed", name)
		}
	}
	swapped := list(h)
	swapped[0], swapped[1] = swapped[1], swapped[0]
	if _, err := twohands.New(rulesets.Game, nil).Begin(h, swapped); err == nil {
		t.Error("the hands of the sides are swapped")
	}
	_, err := twohands.New(rulesets.Game, nil).Begin(h, list(h))
	must(t, err)
}

// A line that the protocol allows and the rules do not is a fault with its number.
func TestForgedLine(t *testing.T) {
	p := sat(t, "tideofiron", "row")
	line, err := p.game.Hands.Append(p.by(1, "do rest sig-33b")) // Signed, but side 0 is to act.
	must(t, err)
	p.wrote(line)
	_, _, err = again(p.text.Bytes())
	var fault *hands.Fault
	if !errors.As(err, &fault) || fault.Line != 2 || !strings.Contains(fault.Why, "turn of") {
		t.Error(err)
	}
}
