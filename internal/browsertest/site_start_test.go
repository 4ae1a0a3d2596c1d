package browsertest

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/target"
	"github.com/chromedp/chromedp"

	"loophole/internal/site"
)

// started are the times from the visit of a page until something is drawn, and until the program can be
// asked.
type started struct{ painted, ready time.Duration }

// startsInTab visits a page in a new tab, and measures. At the end it closes the tab, and with it the program.
func (p *page) startsInTab(path string) started {
	p.t.Helper()
	q := p.beside("/empty.html")
	q.watchesStart()
	q.do(chromedp.Navigate(q.house.url(path)))
	at := see[float64](q, "the program", `globalThis.eyesReady`)
	paint := see[float64](q, "the first paint", `performance.getEntriesByName('first-contentful-paint')[0]?.startTime`)
	q.kept()
	q.shutsTab()
	for end := time.Now().Add(writeTime); p.sharedWorkers() > 0; time.Sleep(20 * time.Millisecond) {
		if time.Now().After(end) {
			p.t.Fatal("the program goes on without a page")
		}
	}
	return started{millis(paint), millis(at)}
}

func millis(x float64) time.Duration { return time.Duration(x * float64(time.Millisecond)) }

// watchesStart makes each page note when its program is ready. The program answers then, because its version
// comes from it.
func (p *page) watchesStart() {
	p.t.Helper()
	p.script(`(() => {
		const look = () => {
			if (document.querySelector('.engine-version')) globalThis.eyesReady = performance.now();
			else setTimeout(look, 5);
		};
		if (self === top) look();
	})()`)
}

// sharedWorkers returns the number of shared workers of the page's profile.
func (p *page) sharedWorkers() (n int) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		got, err := chromedp.CallBrowser(ctx, target.GetTargets, target.GetTargetsParams{})
		if err != nil {
			return err
		}
		for _, x := range got.TargetInfos {
			if x.Type == "shared_worker" && x.BrowserContextID == chromedp.FromContext(ctx).BrowserContextID {
				n++
			}
		}
		return nil
	})
	return n
}

// TestSiteStart measures how soon the page of a folder is painted, and how soon its program can be asked: on
// the first visit, and later from what the browser keeps. It logs the least of several times. It needs
// LOOPHOLE_LONG, because it builds the program as it is given out.
func TestSiteStart(t *testing.T) {
	if !long {
		t.Skip("it builds the program as it is given out: set LOOPHOLE_LONG")
	}
	into := t.TempDir()
	cmd := exec.Command("go", "run", "./tools/browserprogram", into)
	cmd.Dir, cmd.Stderr = filepath.Join("..", ".."), os.Stderr
	if err := cmd.Run(); err != nil {
		t.Fatal(err)
	}
	files, err := site.Files(os.DirFS(into))
	if err != nil {
		t.Fatal(err)
	}
	f := inFolder(t, func(now map[string][]byte) {
		clear(now)
		for name, text := range files {
			now[name] = text
		}
		now["empty.html"] = []byte(`<!doctype html><link rel="icon" href="data:,"><main>.</main>`)
	})
	for _, path := range []string{"/", "/odds.html?ruleset=tideofiron&procedure=attack&example=worked"} {
		var first, again started
		for n := range 4 {
			p := f.open("/empty.html", desk)
			first = least(n, first, p.startsInTab(path))
			for m := range 3 {
				again = least(n+m, again, p.startsInTab(path))
			}
		}
		if first.painted > first.ready || again.painted > again.ready {
			t.Errorf("%s: the first paint waits for the program", path)
		}
		name, _, _ := strings.Cut(path, "?")
		t.Logf("%s: the first visit is painted after %s, and the program ready after %s; later %s and %s", name, ms(first.painted), ms(first.ready), ms(again.painted), ms(again.ready))
	}
}

// least returns the smaller times, of which the first have the number 0.
func least(n int, a, b started) started {
	if n == 0 {
		return b
	}
	return started{min(a.painted, b.painted), min(a.ready, b.ready)}
}

// script runs a script in each later page before its own scripts.
func (p *page) script(source string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: source})
		return err
	})
}
