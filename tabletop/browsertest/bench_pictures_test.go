package browsertest

import (
	"fmt"
	"os"
	"path/filepath"
	"testing"
)

// The bench is photographed in all its states, for somebody to look at; nothing of it
// is wider than its window, cut off or out of reach.
func TestBenchPictures(t *testing.T) {
	t.Parallel()
	dir := os.Getenv(pictures)
	if dir == "" {
		t.Skipf("%s names no folder for screenshots", pictures)
	}
	h := served(t)
	for name, topic := range map[string]string{
		"opening": "", "storm": "Should I shell or storm?", "engines": "Which engine against a full house?", "room": "Two against two in one room", "house": "Can we take the house?",
		"support": "Is support worth the fatigue?", "wall": "Through the window or through the wall?", "pins": "Does it pay to pin them first?",
	} {
		for _, l := range []look{phone, {wide: 768, high: 1024, touch: true}, desk} {
			p := h.open("/odds", l)
			p.until("the questions by name", `eyes.all('a.topic').length > 20`)
			if topic != "" {
				p.click("a.topic", topic)
				p.answers()
				p.until("the comparison", `eyes.all('.verdict')[0] || !location.search.includes('compare')`)
				p.click(".altered summary", "What would change it")
				p.until("the changes", `/As it stands/.test(eyes.text('.altered'))`)
			}
			evaluate[bool](p, "the head of the page", `(document.querySelector('.answer')?.scrollTo(0, 0), scrollTo(0, 0), Promise.resolve(true))`)
			for _, fault := range evaluate[[]string](p, name, "eyes.faults()") {
				t.Errorf("%s at %d: %s", name, l.wide, fault)
			}
			for i, scheme := range []string{"light", "dark"} {
				l.dark = i == 1
				p.look(l)
				p.shot(filepath.Join(dir, fmt.Sprintf("bench-%s-%d-%s.png", name, l.wide, scheme)), false)
			}
		}
	}
}
