package browsertest

import (
	"slices"
	"testing"
)

// TestFirstFights: the guide leads a new player through a first turn. It waits for each action,
// points at it, can be left at any step, and can be repeated. With LOOPHOLE_LONG the test covers
// all rulebooks.
func TestFirstFights(t *testing.T) {
	t.Parallel()
	h := served(t)
	for i, name := range []string{"Tide of Iron", "Konflikt", "D20", "Old World", "LaserGrenadiers"} {
		look := desk
		if i == 1 {
			look = phone
		}
		if i > 1 && !long {
			break
		}
		t.Run(name, func(t *testing.T) {
			p := h.open("/", look)
			p.t = t
			p.click(".other-firsts button", name)
			p.until("that fight", "eyes.text('.other-firsts [aria-pressed=true]').includes("+quoted(name)+")")
			title := p.text(".hero h1")
			p.click(".hero-go", "Play now")
			p.until("a match of that title", `eyes.text('.status h1').startsWith(`+quoted(title)+`)`)
			p.until("the guide", `eyes.all('.guide[data-step=goal]')[0] && eyes.all('.plan-drawing')[0]`)
			p.sparesStars()
			p.audited("the guide", look)
			p.click(".guide button", "Next")
			x := newPlayer(p)
			var seen []string
			for turn := 0; turn < 120; turn++ {
				step := evaluate[string](p, "a step", settledStep)
				if !slices.Contains(seen, step) {
					seen = append(seen, step)
				}
				if step == "then" {
					break
				}
				if step == "odds" && p.text(".guide button.main") != "" {
					p.points()
					p.click(".guide button", "Next")
					continue
				}
				s := evaluate[stand](p, "the table", "eyes.settled(60000)")
				if s.Kind == "tray" {
					p.points()
					x.leavesTray()
					continue
				}
				if s.Kind == "act" && s.Chosen {
					p.until("the next step", `eyes.all('.guide[data-step=aim]')[0]`)
					seen = append(seen, "aim")
				}
				if s.Chosen && p.text(".ways .way") != "" { // An action with dice is shown before it is played.
					p.click(".ways .way", "")
					p.until("a look at it", `eyes.all('.preview .line')[0] && eyes.all('.guide[data-step=odds]')[0]`)
					continue
				}
				x.does(s)
			}
			for _, want := range []string{"piece", "aim", "odds", "dice", "then"} {
				if !slices.Contains(seen, want) {
					t.Errorf("the guide showed %v, and never %s", seen, want)
				}
			}
			p.click(".guide button", "Next")
			p.until("the last step", `eyes.all('.guide[data-step=last]')[0]`)
			p.click(".guide button", "Done")
			p.until("no guide", `!eyes.all('.guide')[0]`)
			p.visit(see[string](p, "the address", `location.pathname + location.hash`))
			p.until("the table", `eyes.all('.plan-drawing')[0]`)
			if p.text(".guide") != "" {
				t.Error("the guide comes again unasked")
			}
			p.click("[data-about]", "")
			p.click(".show-guide", "")
			p.until("the guide again", `eyes.all('.guide[data-step=goal]')[0] && !eyes.all('dialog')[0]`)
			p.click(".guide button", "Leave")
			p.until("no guide", `!eyes.all('.guide')[0]`)
		})
	}
}

// settledStep is the step of the guide after the guide has processed an action.
const settledStep = `(async () => { for (let was = '', same = 0; ;) { await new Promise(go => setTimeout(go, 60)); const now = eyes.all('.guide')[0]?.dataset.step || ''; same = now === was ? same + 1 : 0; was = now; if (same > 5) return now; } })()`

// points checks that the guide points at an element and covers no part of it.
func (p *page) points() {
	p.t.Helper()
	p.until("the guide to point", `(([a, b]) => a && b && (a.right < b.left + 8 || b.right < a.left + 8 || a.bottom < b.top + 8 || b.bottom < a.top + 8 || b.height > innerHeight / 2))([eyes.all('.guide')[0]?.getBoundingClientRect(), eyes.all('.guide-ring')[0]?.getBoundingClientRect()])`)
}

// sparesStars checks that the guide covers no star and no button for the thumb. If the window has
// room, the guide also covers no part of the building with the star.
func (p *page) sparesStars() {
	p.t.Helper()
	p.evaluates(`globalThis.apart = (a, b) => a.right <= b.left || b.right <= a.left || a.bottom <= b.top || b.bottom <= a.top;
		globalThis.away = (e, b) => { const s = e.getBoundingClientRect(); return Math.hypot((b.left + b.right - s.left - s.right) / 2, (b.top + b.bottom - s.top - s.bottom) / 2); }`)
	for _, l := range []look{{wide: 360, high: 640, touch: true}, handset, desk} {
		p.look(l)
		p.until("the guide to spare the stars", `eyes.all('.plan .star')[0] && (a => eyes.all('.plan .star').every(e => apart(a, e.getBoundingClientRect()) && (n => n.height > innerHeight / 3 || apart(a, n))(eyes.all('.plan .building').map(x => x.getBoundingClientRect()).sort((x, y) => away(e, x) - away(e, y))[0])))(eyes.all('.guide')[0].getBoundingClientRect())`)
		p.until("the guide to spare the buttons below", `eyes.all('.foot button').every(e => apart(eyes.all('.guide')[0].getBoundingClientRect(), e.getBoundingClientRect()))`)
	}
}
