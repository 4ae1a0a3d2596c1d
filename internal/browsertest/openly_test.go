package browsertest

import (
	"testing"

	"github.com/chromedp/chromedp"
)

// TestOpenly: two phones and dice of two hands are not offered in a fight with hidden pieces, and the form
// says why. They are offered in another.
func TestOpenly(t *testing.T) {
	t.Parallel()
	p := inFolder(t, nil).open("/", handset)
	const phones = `eyes.all('dialog .segments label').find(e => e.textContent.includes('another phone')).querySelector('input')`
	p.click("article[aria-label="+selectable("The ambush")+"] button", "Options")
	p.until("the reasons", `eyes.all('dialog .not-offered').length === 2 && eyes.text('dialog').includes('Not at two phones')`)
	p.until("no choice of phones", phones+`.disabled && eyes.all('dialog .segments [name=made]')[1].disabled`)
	p.click("dialog button", "✕")
	p.click("article[aria-label="+selectable("The weakened row")+"] button", "Options")
	p.until("the choice of phones", `!`+phones+`.disabled && !eyes.all('dialog .not-offered')[0]`)
	p.click("dialog button", "✕")
	p.click(".filter .own", "")
	p.choose("dialog select", see[string](p, "the ambush", `[...document.querySelectorAll('dialog option')].find(o => o.textContent.includes('The ambush'))?.value`))
	p.until("no choice of phones for a scenario of one's own", `eyes.text('dialog .own-read').startsWith('The ambush: ') && `+phones+`.disabled`)
}

// TestHouseRules: the options of a fight have its rulings and the numbers that the chapter leaves open, and
// the match has what was changed.
func TestHouseRules(t *testing.T) {
	t.Parallel()
	p := served(t).open("/", phone)
	p.click("article[aria-label="+selectable("The weakened row")+"] button", "Options")
	p.click("dialog summary", "House rules")
	p.until("the numbers", `eyes.all('dialog .house-values .field').length > 2`)
	if wide := evaluate[string](p, "wide", "Promise.resolve(eyes.wide())"); wide != "" {
		t.Errorf("%s is wider than the window", wide)
	}
	p.click("dialog .house-values .step.add", "")
	p.until("a changed number", `eyes.text('dialog .house-values > summary').includes('(1 changed)')`)
	p.audited("house rules", phone)
	p.click("dialog button.main", "Start")
	p.until("the table", `eyes.all('.plan-drawing')[0]`)
	p.click(".tools [data-about]", "")
	p.until("the house rule", `eyes.text('dialog').includes('House rules') && eyes.text('dialog table').includes('facts.')`)
}

// TestNamesOfSides: on a phone the bar names the side to act in full, or with an ellipsis.
func TestNamesOfSides(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", look{wide: 360, high: 640, touch: true})
	p.click(".other-firsts button", "Konflikt")
	p.until("that fight", `eyes.text('.other-firsts [aria-pressed=true]').includes('Konflikt')`)
	p.click(".hero-go", "Play now")
	p.until("the table", `eyes.all('.plan-drawing')[0]`)
	p.until("whole names", `eyes.all('.turn .sided-name').every(e => getComputedStyle(e).textOverflow === 'ellipsis' && e.getBoundingClientRect().right <= e.closest('.turn').getBoundingClientRect().right)`)
	p.evaluates(`document.querySelector('.turn .sided-name').textContent = 'The long-serving garrison of Germany'`)
	p.until("a shortened name", `(([n, t]) => n.scrollWidth > n.clientWidth && n.clientWidth > 40 && n.getBoundingClientRect().right <= t.getBoundingClientRect().right && [...t.querySelectorAll('.marks')].every(m => m.getBoundingClientRect().right <= t.getBoundingClientRect().right + 1))([eyes.all('.turn .sided-name')[0], eyes.all('.turn')[0]])`)
}

// TestFetchedOnce: the program is told to be fetched while it is, and not when the browser has it already.
func TestFetchedOnce(t *testing.T) {
	t.Parallel()
	f := inFolder(t, func(files map[string][]byte) {
		files["empty.html"] = []byte(`<!doctype html><link rel="icon" href="data:,"><main>.</main>`)
	})
	p := f.open("/empty.html", desk)
	p.script(`globalThis.fetched = false;
		globalThis.SharedWorker = class extends SharedWorker {
			constructor(...how) {
				super(...how);
				this.port.addEventListener('message', ({ data: { kind, engine } }) => {
					if (kind === 'engine' && engine.state === 'starting' && engine.got < engine.of) fetched = true;
				});
			}
		}`)
	p.visit("/")
	p.kept()
	if !evaluate[bool](p, "the first visit", `Promise.resolve(fetched)`) {
		t.Error("the first visit does not tell of the fetch")
	}
	p.visit("/empty.html")
	p.do(chromedp.Sleep(500e6)) // The worker ends.
	p.visit("/")
	p.kept()
	if evaluate[bool](p, "a later visit", `Promise.resolve(fetched)`) {
		t.Error("a later visit tells that the program is fetched")
	}
}
