package browsertest

import (
	"os"
	"strings"
	"testing"
)

// TestReadme does the five things that the README suggests, by the words that it gives for them.
func TestReadme(t *testing.T) {
	t.Parallel()
	b, err := os.ReadFile("../../README.md")
	if err != nil {
		t.Fatal(err)
	}
	_, things, _ := strings.Cut(string(b), "\n## Five things to try\n")
	things, _, _ = strings.Cut(things, "\n## ")
	says := func(marked string) string {
		if !strings.Contains(strings.ReplaceAll(things, "\n   ", " "), marked) {
			t.Errorf("the README does not say %s", marked)
		}
		return strings.Trim(marked, "*.")
	}
	h := served(t)

	p := h.open("/#host="+hostKey, desk)
	p.click(".hero-go", says("**Play now.**"))
	p.until("the guide", `eyes.all('.guide[data-step=goal]')[0] && eyes.all('.plan-drawing')[0]`)
	p.click(".guide button", "Leave")

	x := newPlayer(p)
	x.stands()
	says("**Tap a piece, then a target.**")
	x.picks("sig-33b")
	x.stands()
	p.click(`.way[data-line="bombard sig-33b at D2"]`, "")
	const odds = `eyes.text(".preview .zones-key")`
	p.until("a sentence and its odds", odds+` !== '' && eyes.all('.preview .sentence .chips button')[0]`)
	before := see[string](p, "the odds", odds)
	p.click(".preview .sentence .chips button[aria-pressed=false]", "")
	p.until("other odds with a supporting unit", odds+" !== '' && "+odds+" !== "+quoted(before))

	p.click(".own-dice", says("*Roll my own dice*"))
	p.until("the dice to be typed", `eyes.all('.slots button').length > 0`)
	p.typesDice(see[int](p, "the dice", `eyes.all('.slots button').length`))

	p.visit("/")
	p.begins("tideofiron", "row", says("*a friend, at another screen*"))
	p.until("a link for each seat", "eyes.all('dialog .copy').length === 3")
	p.click("dialog .switch", "")
	p.until("a QR code", `eyes.all('dialog .qr .qr-ink')[0]`)

	p.visit("/")
	says("**Open the odds bench.**")
	p.click("a", "Odds bench")
	p.click("a.topic", "Should I shell or storm?")
	p.answers()
	p.until("the comparison", `eyes.all('.verdict')[0] && eyes.all('.beside tr.aim td b')[0]`)
	p.until("which changes would matter", `eyes.all('.altered')[0]`)
}
