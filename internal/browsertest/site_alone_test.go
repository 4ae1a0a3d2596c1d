package browsertest

import (
	"context"
	"testing"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"
)

// shutsTab closes the tab of a page.
func (p *page) shutsTab() {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, cdppage.Close, cdp.Empty{})
		return err
	})
}

// TestSiteWithoutSharing: in a browser that cannot share a worker, one page at a time has the program. A
// second page says that it waits. When the first one is closed, the second one goes on with its match.
func TestSiteWithoutSharing(t *testing.T) {
	t.Parallel()
	f := inFolder(t, func(files map[string][]byte) {
		files["empty.html"] = []byte(`<!doctype html><link rel="icon" href="data:,"><main>.</main>`)
	})
	alone := func(p *page) *page {
		p.script(`delete globalThis.SharedWorker`)
		p.visit("/")
		return p
	}
	home := f.open("/empty.html", desk)
	first := alone(home.beside("/empty.html"))
	first.fights("The weakened row", false)
	x := newPlayer(first)
	x.playsOn(func() bool { return x.moves >= 2 })
	second := alone(home.beside("/empty.html"))
	second.until("the second page to wait", `eyes.text('.engine-notice') === 'The program runs in another page. Close that page to go on here.'`)
	x.playsOn(func() bool { return x.moves >= 3 }) // The first page is not disturbed.
	at := x.position()
	first.shutsTab()
	second.until("the match of the first page", `!eyes.all('.engine-notice')[0] && eyes.all('.going .resume a')[0]`)
	second.click(".going .resume a", "")
	second.until("the table", `eyes.all('.plan-drawing')[0]`)
	y := newPlayer(second)
	if y.position() != at {
		t.Errorf("the second page goes on at %s, and the first one left at %s", y.position(), at)
	}
	y.playsOn(func() bool { return y.moves >= 1 })
}
