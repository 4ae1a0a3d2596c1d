package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"loophole/internal/server"
)

// hotseat begins a match at one screen by the API, and opens it.
func (h *house) hotseat(ruleset, scenario string, at look) (p *page, id, token string) {
	made := h.begin(map[string]any{"ruleset": ruleset, "scenario": scenario, "hotseat": true, "seed": "4"})
	return h.open("/m/"+made.ID+"#"+made.Tokens["table"], at), made.ID, made.Tokens["table"]
}

// TestBar: the bar names the acting side in one label, and marks the rest of the turn. The action
// panel offers pieces, and no numbers of actions.
func TestBar(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, _, _ := h.hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	if said := p.text(".pill"); said != "Your move" {
		t.Errorf("the pill says %q", said)
	}
	if said := p.text(".status h1"); !strings.Contains(said, "Tide of Iron") {
		t.Errorf("the head names no rulebook: %q", said)
	}
	p.until("three actions left", `eyes.all('.status .marks .left').length === 3`)
	if said := p.text(".able [data-able=assault-squad] small"); said == "" || strings.ContainsAny(said, "0123456789") {
		t.Errorf("a piece can do %q", said)
	}
}

// TestSupportIsTold: the page shows the contribution of supporting units.
func TestSupportIsTold(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, _, _ := h.hotseat("tideofiron", "block", desk)
	p.until("the pieces", `eyes.all('.able button')[0]`)
	p.click(`.able [data-able="sig-33b"]`, "")
	p.until("the targets", `eyes.all('.way').length > 3`)
	p.click(`.way[data-line="bombard sig-33b at D4"]`, "")
	p.until("the odds", `eyes.all('.zones-key')[0]`)
	p.click(".preview .sentence .chips button", "Panzer III")
	p.until("what it adds", `/^\+\d+(\.\d)? points from the Panzer III: alone/.test(eyes.text('.support'))`)
}

// TestOrders: in Konflikt '47 orders are a row of dice. The first one with a target is chosen, and
// another takes one tap. The order dice in the cup are marks of both sides.
func TestOrders(t *testing.T) {
	t.Parallel()
	h := served(t)
	made := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "hotseat": true})
	id, token, shooter := made.ID, made.Tokens["table"], ""
	for n := 0; shooter == ""; n++ {
		if n > 60 {
			t.Fatal("nobody is to be ordered")
		}
		var state struct {
			Begun *struct {
				Question struct{ ID, Kind string }
			}
		}
		h.ask("/matches/"+id, token, &state)
		if state.Begun != nil {
			part := map[string]any{"question": state.Begun.Question.ID, "roll": true}
			if state.Begun.Question.Kind == "choice" {
				part = map[string]any{"question": state.Begun.Question.ID, "option": 0}
			}
			h.post("/matches/"+id+"/answers", token, part)
			continue
		}
		var list struct {
			Groups []struct {
				Name    string
				Actions []struct{ Line string }
			}
		}
		h.ask("/matches/"+id+"/actions", token, &list)
		for _, g := range list.Groups {
			if g.Name == "Fire" {
				shooter = strings.Fields(g.Actions[0].Line)[1]
			}
		}
		if shooter != "" {
			break
		}
		all := list.Groups[n%len(list.Groups)].Actions
		h.post("/matches/"+id+"/actions", token, map[string]any{"action": all[n%len(all)].Line})
	}
	p := h.open("/m/"+id+"#"+token, desk) // Only now: it would choose pieces while the match goes on.
	p.until("the pieces", `eyes.all('.able button')[0]`)
	p.click(".able [data-able="+quoted(shooter)+"]", "")
	p.until("the orders", `eyes.all('.orders button').length > 3 && eyes.all('.way')[0]`)
	if chosen := p.text(".orders [aria-pressed=true] span"); chosen != "Fire" {
		t.Errorf("%q is chosen, with a target in sight", chosen)
	}
	p.until("dice of both sides", `eyes.all('.status .marks.dice').length === 2`)
	p.click(`.orders [data-order="Down"]`, "")
	p.until("the order", `eyes.all('.preview .confirm .main')[0] && /down/.test(eyes.text('.preview .line'))`)
}

// TestNoOddsWhereNoneAre: an action without deciding dice shows no odds. The action panel is the
// sentence and the confirming button, and a phone's sheet is no higher.
func TestNoOddsWhereNoneAre(t *testing.T) {
	t.Parallel()
	h := served(t)
	p, _, _ := h.hotseat("tideofiron", "block", phone)
	x := newPlayer(p)
	x.press = p.tapNth
	x.stands()
	x.press(".type-action", "", 0)
	p.until("a line to type in", `document.activeElement.id === 'commandline'`)
	p.keys("move sig-33b to C3\r")
	p.until("the action", `eyes.all('.preview.certain .confirm .main:not(:disabled)')[0]`)
	p.rests()
	if odds := evaluate[int](p, "odds", `Promise.resolve(eyes.all('.preview .why-odds, .preview .zones, .preview .losses').length)`); odds > 0 {
		t.Errorf("%d things tell odds where there are none", odds)
	}
	empty := evaluate[float64](p, "the sheet", `Promise.resolve((confirm => confirm.getBoundingClientRect().top - confirm.previousElementSibling.getBoundingClientRect().bottom)(eyes.all('.preview .confirm')[0]))`)
	if empty > 24 {
		t.Errorf("%.0f px of the sheet are empty", empty)
	}
}

// TestUndoSaysWhose: Undo names the sides whose actions it takes back, and is missing before the
// player's first action.
func TestUndoSaysWhose(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "konflikt47", "scenario": "farmhouse", "seats": []map[string]string{{"policy": "cautious"}, {}}})
	token := b.Tokens[b.Sides[1]]
	p := h.open("/m/"+b.ID+"#"+token, desk)
	x := newPlayer(p)
	x.stands()
	if !evaluate[bool](p, "the first decision", `Promise.resolve(eyes.all('.undo')[0].disabled && eyes.all('.step').length > 0)`) {
		t.Error("what the program did before one's own first decision can be taken back")
	}
	for range 30 {
		var state server.State
		if h.ask("/matches/"+b.ID, token, &state); state.Undo.Actions > 1 && state.Undo.Possible {
			p.until("whose actions", fmt.Sprintf("eyes.text('.undo').includes('Undo + %d of theirs')", state.Undo.Actions-1))
			return
		}
		h.someone(b.ID, token)
		x.stands()
	}
	t.Error("the program never did anything since one's own last action")
}
