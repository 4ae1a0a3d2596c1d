package browsertest

import (
	"fmt"
	"strings"
	"testing"
)

// TestSuppressionIsNotNothing: the bar of a shot that may suppress has a part for that, also where the dice fell.
func TestSuppressionIsNotNothing(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "worked", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], desk)
	p.aims("fire panzer-iii at squad-a suppressive")
	p.until("three parts", `eyes.all('.preview .zones-key li').length === 3 && eyes.text('.preview .zones-key').includes('suppressed')`)
	p.click(".confirm .main", "")
	p.until("three parts where it fell", `eyes.all('.tray-of-dice .strip-names > span').length === 3 && eyes.text('.tray-of-dice .strip-names').includes('suppressed')`)
	if font := evaluate[bool](p, "the font of actions", `Promise.resolve([...document.querySelectorAll('.act .line')].every(e => !getComputedStyle(e).fontFamily.includes('mono')))`); !font {
		t.Error("the list of actions is set like code")
	}
}

// TestWhatWinsIsTold: on a phone a match and a puzzle say what wins, or where that is told.
func TestWhatWinsIsTold(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "block", "hotseat": true})
	p := h.open("/m/"+b.ID+"#"+b.Tokens["table"], narrow)
	p.until("the line above the map", `eyes.all('.goals summary')[0] && eyes.all('.goal-label')[0].offsetWidth > 0 && eyes.text('.goals summary').includes('What wins')`)
	p.fits("a match")
	x := h.asked("konflikt47-5")
	p.visit("/puzzles/" + x.ID)
	p.until("the goal of the puzzle", fmt.Sprintf(`eyes.all('.puzzle-goal')[0]?.offsetWidth > 0 && eyes.text('.puzzle-goal').includes(%s)`, quoted(x.Gist)))
	p.fits("a puzzle with its goal")
}

// TestCardsAgree: the bar of a card, the words for its side and the players that the numbers are of agree.
func TestCardsAgree(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", desk)
	p.until("the cards", `eyes.all('.scenario .balance').length > 10`)
	faults := evaluate[[]string](p, "the cards", `Promise.resolve(eyes.all('.card.scenario').filter(c => c.querySelector('.balance')).map(c => {
		const first = Number(/\d+$/.exec(c.querySelector('.side-0 b').textContent)[0]), text = c.innerText, name = c.getAttribute('aria-label');
		if (!/Between two \w+( players|s, less luck), of a hundred:/.test(text)) return name + ': nobody is said to have played';
		if (text.includes('the harder side') && first > 50 || text.includes('the easier side') && first < 50) return name + ': ' + text;
		return text.includes('colonels') && !text.includes('Between two cautious players') ? name + ': no second fact' : '';
	}).filter(Boolean))`)
	if len(faults) > 0 {
		t.Errorf("cards contradict themselves: %q", faults)
	}
	p.click(".filter label.tick", "even fights only")
	p.until("even fights", `(cards => cards.length > 0 && cards.every(c => c.innerText.includes('an even fight')))(eyes.all('.card.scenario'))`)
	p.click(".filter label.tick", "even fights only")
	p.look(narrow)
	p.options("tideofiron", "row")
	p.until("advice in sight", `(r => r && r.top > 0 && r.bottom < innerHeight && eyes.text('dialog .lead').includes('For a first game take Recruit'))(eyes.all('dialog .lead')[0]?.getBoundingClientRect())`)
}

// TestPlayOnAgainstTheSame: playing on from a position offers the opponent of the match first.
func TestPlayOnAgainstTheSame(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "row", "seats": []any{map[string]any{}, map[string]any{"policy": "private"}}})
	p := h.open("/m/"+b.ID+"#"+b.Tokens[b.Sides[0]], desk)
	p.asksToResign()
	p.click(".resign-now", "")
	p.until("the end", `eyes.all('.was-it-luck')[0]`)
	p.click(".was-it-luck", "")
	p.analysed()
	p.click(".luck-action summary", "")
	p.click(".luck-open .play-from", "")
	p.until("the same opponent", `eyes.all('.play-on select')[1]?.value === 'private'`)
}

// TestLargeText: with text twice as large no page is wider than a phone, and the text is larger.
func TestLargeText(t *testing.T) {
	t.Parallel()
	h := served(t)
	b := h.begin(map[string]any{"ruleset": "tideofiron", "scenario": "worked", "hotseat": true})
	p := h.open("/", narrow)
	p.first(`addEventListener('DOMContentLoaded', () => { document.documentElement.style.fontSize = '200%'; })`)
	for path, ready := range map[string]string{
		"/": ".scenario .balance", "/analysis": ".sample", "/puzzles": ".puzzle-row", "/puzzles/konflikt47-5": ".puzzle-question",
		"/m/" + b.ID + "#" + b.Tokens["table"]: ".able", "/odds": "main",
	} {
		p.visit(path)
		p.until("the page "+path, fmt.Sprintf(`eyes.all(%s)[0]`, quoted(ready)))
		if path == "/analysis" {
			p.click(".sample", "")
			p.analysed()
		}
		if wide := evaluate[int](p, path, `Promise.resolve(document.documentElement.scrollWidth)`); wide > int(narrow.wide) {
			t.Errorf("%s is %d wide", path, wide)
		}
		if size := evaluate[float64](p, path, `Promise.resolve(parseFloat(getComputedStyle(document.body).fontSize))`); size < 29 {
			t.Errorf("%s: the text has %v pixels", path, size)
		}
	}
}

// TestWarningInLandscape: on a phone on its side both answers to a warning are in sight. After the action the sheet
// begins at its top.
func TestWarningInLandscape(t *testing.T) {
	t.Parallel()
	_, _, p := hinted(t, narrow)
	p.tap(".advice > summary", "")
	p.until("the best actions", `eyes.all('.best-way').length === 3`)
	p.tap(".advice .tick input", "")
	p.reloads()
	p.until("the hint after a reload", `eyes.all('.advice[open] .best-way').length === 3`)
	p.aims("rest attic")
	p.look(look{wide: 844, high: 390, touch: true})
	p.tap(".confirm .main", "")
	p.until("both answers", `eyes.all('.blunder .row button').length === 2 && eyes.all('.blunder .row button').every(b => b.getBoundingClientRect().bottom <= innerHeight)`)
	p.look(narrow)
	p.tap(".play-anyway", "")
	p.until("the top of the sheet", `!eyes.all('.preview')[0] && eyes.all('.actions[aria-busy=false]')[0] && eyes.all('.slip')[0].scrollTop === 0`)
}

// TestNamesBesideTheCurve: the names of the sides do not cover the curve.
func TestNamesBesideTheCurve(t *testing.T) {
	t.Parallel()
	p := served(t).open("/analysis", narrow)
	p.click(".sample", "")
	p.analysed()
	covered := evaluate[[]string](p, "the curve", `Promise.resolve([...document.querySelectorAll('.luck-curve.narrow .owner, .luck-curve .owner')].filter(e => e.getBoundingClientRect().width > 0).filter(e => {
		const b = e.getBBox();
		return [...e.ownerSVGElement.querySelectorAll('.by-decision, .by-dice')].some(path => {
			for (let at = 0, all = path.getTotalLength(); at <= all; at += 2) {
				const q = path.getPointAtLength(at);
				if (q.x > b.x && q.x < b.x + b.width && q.y > b.y && q.y < b.y + b.height) return true;
			}
			return false;
		});
	}).map(e => e.textContent))`)
	if len(covered) > 0 {
		t.Errorf("the curve runs through %s", strings.Join(covered, " and "))
	}
}
