package browsertest

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// onPaper shows a page as printed, and writes screenshots if the folder is set.
func (p *page) onPaper(name string) {
	p.t.Helper()
	if dir := os.Getenv(pictures); dir != "" {
		p.call(func(ctx context.Context) error {
			sheets, err := chromedp.Call(ctx, cdppage.PrintToPDF, cdppage.PrintToPDFParams{})
			if err != nil {
				return err
			}
			return os.WriteFile(filepath.Join(dir, name+".pdf"), sheets.Data, 0o644)
		})
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
		return err
	})
	p.until("the page to be ready for paper", `matchMedia('print').matches`)
}

// seen returns the elements of a selector that are printed.
const seen = `(s => eyes.all(s).filter(e => e.getClientRects().length > 0))`

// TestPrint: a printed match has its map, its floors, the turn and the record. A printed odds page
// has its question, its charts, its explanation and its link.
func TestPrint(t *testing.T) {
	t.Parallel()
	h := served(t)
	p := h.open("/", look{wide: 768, high: 1024})
	p.sitsDown("tideofiron", "row", false)
	x := newPlayer(p)
	for x.moves < 2 {
		x.does(x.stands())
	}
	p.onPaper("table")
	p.until("what paper holds", seen+`('.plan-drawing').length === 1 && `+seen+`('.slices').length > 0 && `+seen+`('.step').length > 1 && `+seen+`('.turn .sided').length === 1`)
	if said := evaluate[int](p, "controls", `Promise.resolve(`+seen+`('input, select, .act, .able button, .chips button, .confirm button, .tools button, .plan-tools button').length)`); said > 0 {
		t.Errorf("%d controls of the table are printed", said)
	}
	q := h.open(worked+"&compare=true&bset=level%3D2", desk)
	q.answers()
	q.onPaper("bench")
	q.until("what paper holds", seen+`('.printed').length === 1 && `+seen+`('.chart svg').length > 0 && `+seen+`('.explanation').length === 2`)
	q.until("the question and its link", `/Tide of Iron.*: attack/.test(eyes.text('.printed')) && /second: .*level of the hex 2/.test(eyes.text('.printed')) && eyes.text('.printed').includes(location.href)`)
	if said := evaluate[int](q, "controls", `Promise.resolve(`+seen+`('input, select, .question, .choice, .along, nav').length)`); said > 0 {
		t.Errorf("%d controls of the bench are printed", said)
	}
}
