package browsertest

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp/kb"
)

// playsLine plays a line that is typed, if no action is open.
func (p *page) playsLine(line string) {
	p.t.Helper()
	p.until("the turn", `eyes.text('.pill') === 'Your move' && !document.querySelector('dialog[open]')`)
	p.keys("/")
	p.until("the line to type in", `document.activeElement.id === 'commandline'`)
	p.keys(line)
	p.until("the line to be taken", "document.activeElement.value.trim() === "+quoted(line))
	p.keys(kb.Enter)
	p.until("the typed action", "eyes.all('.preview .line')[0]?.dataset.line === "+quoted(line))
	p.tap(".confirm .main", "")
}

// throws types a face for all dice that are asked for, and waits for the dice on the tray.
func (p *page) throws(face string) {
	p.t.Helper()
	for {
		p.until("dice to be typed, or to lie", `eyes.all('.tray-of-dice.still')[0] || eyes.all('#dice-send')[0]`)
		if p.sees(".tray-of-dice") {
			return
		}
		p.keys(strings.Repeat(face, see[int](p, "the dice", `eyes.all('.slots button').length`)))
		p.until("all dice to be there", `!eyes.all('#dice-send')[0].disabled`)
		asked := p.text(".decision .dice-asked")
		p.tap("#dice-send", "")
		p.until("the dice to be taken", "eyes.text('.decision .dice-asked') !== "+quoted(asked))
	}
}

// shows waits for words in an element, and films the page.
func (p *page) shows(selector, words, name string) {
	p.t.Helper()
	p.until(fmt.Sprintf("%q", words), fmt.Sprintf("eyes.text(%s).includes(%s)", quoted(selector), quoted(words)))
	p.filmed(name, handset)
}

// leavesMessages closes the dialog of the messages, if it is open.
func (p *page) leavesMessages() {
	p.t.Helper()
	if p.sees("dialog.messages") {
		p.tap("dialog.messages [aria-label=Close]", "")
		p.until("the dialog to be closed", `!eyes.all('dialog.messages')[0]`)
	}
}

// TestTwoPhonesTyped: two phones play with real dice. Both say who is to answer an undo, and the shot that
// is played again says that its dice stay. "Was it luck?" analyses the match.
func TestTwoPhonesTyped(t *testing.T) {
	t.Parallel()
	f := inFolder(t, nil)
	one, two := f.open("/", handset), f.open("/", handset)
	invitation := one.bids("The weakened row", "real dice")
	one.leavesMessages()
	one.shows(".actions-head", "The match begins when the other player has joined. You are German", "typed-alone")
	two.joins(invitation)
	one.tap(".open-messages", "")
	one.pastes(two.message())
	one.playsLine("bombard sig-33b at F2")
	one.throws("5")
	one.tap(".tray-go", "")
	one.tap(".undo", "")
	one.until("the request", `eyes.text('.asked').includes('the last action may be undone')`)
	if pill := one.text(".pill"); !strings.HasPrefix(pill, "Waiting") {
		t.Errorf("the asker reads %q", pill)
	}
	one.shows(".actions-head", "Waiting for Soviet to answer.", "typed-asker")
	two.pastes(one.message())
	two.until("the other's answer", `eyes.text('.pill').startsWith('Your answer')`)
	two.shows("[role=alertdialog]", "its dice stay the same", "typed-asked")
	two.tap("[role=alertdialog] .main", "Agree")
	one.pastes(two.message())
	one.playsLine("bombard sig-33b at F2")
	one.throws("1")
	one.shows(".tray-again", "before the undo", "typed-again")
	if faces := one.text(".tray-count"); !strings.Contains(faces, "hits") {
		t.Errorf("the dice are new: %s", faces)
	}
	one.tap(".tray-go", "")
	one.tap("[data-about]", "")
	one.shows("dialog", "the player who invites decides this", "typed-about")
	if one.sees(".agree-to-hints") {
		t.Error("a button agrees to hints")
	}
	one.keys(kb.Escape)
	one.asksToResign()
	one.tap(".resign-now", "")
	one.until("the end", `eyes.all('.banner.end')[0]`)
	one.leavesMessages()
	one.click(".banner a", "Was it luck?")
	one.until("the analysis", `location.pathname.includes('analysis') && eyes.all('.luck-adjusted, .trouble')[0]`)
	if trouble := one.text(".trouble"); trouble != "" {
		t.Error(trouble)
	}
}
