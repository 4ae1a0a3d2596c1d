package browsertest

import (
	"fmt"
	"testing"
)

// aims opens an action of a fight for confirmation.
func (w *walk) aims() {
	w.t.Helper()
	b := w.begun(w.scenario, hotseat)
	token := b.Tokens["table"]
	who, line := w.shooter(b, token)
	w.shows(b, token)
	w.stands()
	w.picks(who)
	w.stands()
	w.way(line)
	w.until("the odds", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out')`)
	w.stands()
}

// way chooses an action of the action panel, also a folded one.
func (w *walk) way(line string) {
	w.t.Helper()
	at := fmt.Sprintf(".ways .way[data-line=%s]", quoted(line))
	if !w.sees(at) {
		w.press(".choose > .quiet", "more", 0)
	}
	w.press(at, "", 0)
}

// walker returns a walk for a part of the states.
func walker(t *testing.T, h *house, f fight, l look) *walk {
	t.Helper()
	p := h.of(t).open("/", l)
	p.forgives(`\b4(22|09)\b`)
	w := &walk{player: newPlayer(p), fight: f, l: l, visited: func(string) {}}
	if l.touch {
		w.press = p.tapNth
	}
	return w
}

// onPhones calls looks with a fight of each rulebook on a phone.
func onPhones(t *testing.T, looks func(t *testing.T, w *walk)) {
	t.Parallel()
	h := served(t)
	for _, f := range fights {
		t.Run(f.ruleset, func(t *testing.T) {
			t.Parallel()
			looks(t, walker(t, h, f, phone))
		})
	}
}

// TestMapWhileAiming: while a player aims an action on a phone, the map keeps its size and the
// chances are visible without scrolling. The other actions are on the line of the confirming
// button.
func TestMapWhileAiming(t *testing.T) {
	onPhones(t, func(t *testing.T, w *walk) {
		w.aims()
		w.rests()
		m := evaluate[struct{ Map, Bar, Confirm, Beside float64 }](w.page, "the map", `Promise.resolve((() => {
			const box = s => document.querySelector(s).getBoundingClientRect();
			return {
				Map: box('.rail').top - box('.plan').top,
				Bar: box('.confirm').top - box('.preview .zones-bar').bottom,
				Confirm: box('.confirm').height,
				Beside: Math.min(...[...document.querySelectorAll('.confirm button')].map(b => b.getBoundingClientRect().width)),
			};
		})())`)
		if m.Map < 150 {
			t.Errorf("the map is %.0f px high", m.Map)
		}
		if m.Bar < 0 {
			t.Errorf("the chances lie %.0f px behind the button", -m.Bar)
		}
		if m.Confirm > 70 || m.Beside < 44 {
			t.Errorf("the buttons are %.0f px high together, and one is %.0f px wide", m.Confirm, m.Beside)
		}
	})
}

// TestAnswersAreCards: answers within an action are cards. A phone shows up to three at once, each
// with its odds if the question has any, and one tap answers.
func TestAnswersAreCards(t *testing.T) {
	onPhones(t, func(t *testing.T, w *walk) {
		w.asked()
		w.rests()
		hidden := evaluate[[]string](w.page, "the answers", `Promise.resolve(eyes.all('.decision .option').slice(0, 3)
			.filter(b => b.getBoundingClientRect().bottom > document.querySelector('.foot').getBoundingClientRect().top + 1)
			.map(b => b.innerText))`)
		for _, x := range hidden {
			t.Errorf("below the fold: %q", x)
		}
		asked := evaluate[string](w.page, "the question", `Promise.resolve(eyes.text('.decision .asks'))`)
		w.press(".decision .option", "", 0)
		w.until("the answer", "eyes.text('.decision .asks') !== "+quoted(asked))
	})
}
