package browsertest

import (
	"testing"
)

// asksToResign opens the question whether to resign, from the menu of the match.
func (p *page) asksToResign() {
	p.t.Helper()
	p.until("the table", `eyes.all('[data-about]')[0] && eyes.all('.plan-drawing')[0]`)
	p.click("[data-about]", "")
	p.click(".resign-match", "Resign")
	p.until("the question", `eyes.all('dialog.resign .resign-now:not(:disabled)')[0]`)
}

// TestResign: between two screens a player resigns, after a question that says what follows. Both
// see the result, and the record has it.
func TestResign(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row"})
	german, soviet := h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	soviet.asksToResign()
	soviet.until("the consequence", `eyes.text('dialog.resign').includes('with a win for German') && eyes.text('dialog.resign').includes('A resignation is final') && !eyes.all('dialog.resign input')[0]`)
	soviet.click("dialog.resign button", "Play on")
	soviet.until("no question and no end", `!eyes.all('dialog')[0] && !eyes.all('.end')[0]`)
	soviet.asksToResign()
	soviet.click(".resign-now", "Resign for Soviet")
	soviet.until("the end", `!eyes.all('dialog')[0] && eyes.text('.end').includes('The German side wins. You lose.') && eyes.text('.end-why') === 'The Soviet side resigns.'`)
	german.until("the end", `eyes.text('.end').includes('The German side wins. You win.') && eyes.text('.end-why') === 'The Soviet side resigns.'`)
	german.until("the record", `eyes.text('.record .step.taken').includes('The Soviet side resigns: the German side wins')`)
	german.click("[data-about]", "")
	german.until("the menu without the button", `eyes.all('dialog .delete-match')[0] && !eyes.all('.resign-match')[0]`)
}

// TestResignAtOneScreen: two players at one screen say which side resigns; the side that is to act
// is offered first.
func TestResignAtOneScreen(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "row", phone)
	p.asksToResign()
	p.until("the side to act", `eyes.text('.resign-now') === 'Resign for German'`)
	p.click("dialog.resign label", "Soviet resigns")
	p.click(".resign-now", "Resign for Soviet")
	p.until("the end", `eyes.text('.end').includes('The German side wins') && eyes.text('.end-why') === 'The Soviet side resigns.'`)
}

// TestResignInAnalysis: the analysis shows the resignation as a decision, which no step of the
// replay has, and play can go on from there.
func TestResignInAnalysis(t *testing.T) {
	t.Parallel()
	p, _, _ := served(t).hotseat("tideofiron", "row", desk)
	p.asksToResign()
	p.click(".resign-now", "Resign for German")
	p.until("the end", `eyes.all('.was-it-luck')[0]`)
	p.click(".was-it-luck", "")
	p.analysed()
	p.until("the resignation", `eyes.all('.luck-action').length === 1 && eyes.text('.luck-action summary').includes('German: resigns')`)
	p.click(".luck-action summary", "")
	p.until("no step to show", `eyes.all('.luck-open .play-from')[0] && !eyes.all('.luck-open .replay')[0] && !eyes.all('.luck-here a')[0]`)
	p.click(".luck-open .play-from", "")
	p.until("where play goes on", `eyes.text('.play-on').includes('A new match begins where German resigned.')`)
	p.click(".play-on .main", "")
	p.until("the new match", `eyes.all('.plan-drawing')[0] && !eyes.all('.end')[0]`)
}

// TestResignByHands: with dice of two hands the page signs the resignation, and both pages sign the
// end.
func TestResignByHands(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "terms": map[string]any{"dice": "two hands"}, "seats": []any{map[string]any{}, map[string]any{"invite": true}}})
	host, guest := h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk), h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[1]], desk)
	host.forgives("403") // The first link opens nothing any more; the browser has its own key.
	guest.until("the table", `eyes.all('.plan-drawing')[0]`)
	host.until("the match to begin", `eyes.all('.pill')[0] && !eyes.text('.asked').includes('It begins when')`)
	host.asksToResign()
	host.click(".resign-now", "")
	for _, p := range []*page{host, guest} {
		p.until("the end", `eyes.text('.end-why') === 'The German side resigns.'`)
	}
}

// TestResignWithoutServer: a player resigns against the program in a page without a server.
func TestResignWithoutServer(t *testing.T) {
	t.Parallel()
	p := inFolder(t, nil).open("/", desk)
	p.fights("The weakened row", true)
	p.asksToResign()
	p.click(".resign-now", "")
	p.until("the end", `eyes.text('.end').includes('You lose.') && eyes.text('.end-why').includes('resigns.')`)
}
