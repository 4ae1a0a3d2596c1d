package browsertest

import (
	"context"
	"os/exec"
	"testing"

	"github.com/chromedp/cdproto/network"
	"github.com/chromedp/chromedp"
)

// startsAlone starts a browser of its own with a profile that outlives it, and opens a page.
func (h *house) startsAlone(profile string) (p *page, end func()) {
	h.t.Helper()
	path, err := exec.LookPath(fullBrowser.names[0])
	if err != nil {
		h.t.Fatal(err)
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(), chromedp.ExecPath(path), chromedp.UserDataDir(profile),
		chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, _ := chromedp.NewContext(allocator)
	if err := chromedp.Do(ctx); err != nil {
		stop()
		h.t.Fatal(err)
	}
	p = &page{t: h.t, house: h, ctx: ctx, files: h.t.TempDir(), asked: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		h.t.Fatal(err)
	}
	p.prepare(desk)
	p.visit("/")
	return p, func() {
		p.faultless()
		chromedp.Cancel(ctx) // The browser writes its profile.
		stop()
	}
}

// TestSiteNextDay: a person opens a folder once, and its server ends. They play, and close the browser.
// With the same profile they come back to the same match, play it to its end, and verify the record.
func TestSiteNextDay(t *testing.T) {
	t.Parallel()
	f, profile := inFolder(t, nil), t.TempDir()
	p, end := f.startsAlone(profile)
	p.kept()
	f.server.Close()
	p.fightsWith("The weakened row", "Careless")
	x := newPlayer(p)
	x.playsOn(func() bool { return x.moves >= 1 })
	at := x.position()
	end()

	p, end = f.startsAlone(profile)
	defer end()
	p.until("the match", `eyes.all('.going .resume a')[0]`)
	p.click(".going .resume a", "")
	p.until("the table", `eyes.all('.plan-drawing')[0]`)
	if x = newPlayer(p); x.position() != at {
		t.Errorf("the match stands at %s; it stood at %s", x.position(), at)
	}
	x.plays()
	p.ended(x) // The fight may end by the program's next action.
}
