package browsertest

import (
	"context"
	_ "embed"
	"encoding/json"
	"errors"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	cdpbrowser "github.com/chromedp/cdproto/browser"
	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/inspector"
	"github.com/chromedp/cdproto/log"
	"github.com/chromedp/cdproto/network"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"
)

// writeTime is the longest time that a page may take to meet a condition.
const writeTime = time.Minute

//go:embed testdata/eyes.js
var eyes string

// A page is a browser window with its own profile.
type page struct {
	t     testing.TB
	house *house
	ctx   context.Context
	files string // the download folder

	mu      sync.Mutex
	faults  []string
	forgive []*regexp.Regexp // errors that the test expects
	asked   map[network.RequestID]string
	weight  float64 // bytes received over the network
}

// A look is the window and the input of a page.
type look struct {
	wide, high int64
	touch      bool
	dark       bool
}

var desk = look{wide: 1440, high: 900}

// open opens a page of a house in its own profile. At the end of the test the page must have no
// errors.
func (h *house) open(path string, l look) *page {
	h.t.Helper()
	ctx, cancel := chromedp.NewContext(h.browser.ctx, chromedp.WithNewBrowserContext())
	h.t.Cleanup(cancel)
	p := &page{t: h.t, house: h, ctx: ctx, files: h.t.TempDir(), asked: map[network.RequestID]string{}}
	if err := chromedp.Listen(ctx, p.hear); err != nil {
		h.t.Fatal(err)
	}
	p.prepare(l)
	h.t.Cleanup(p.faultless)
	p.visit(path)
	return p
}

func (p *page) prepare(l look) {
	p.t.Helper()
	p.look(l)
	p.first(eyes)
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetFocusEmulationEnabled, emulation.SetFocusEmulationEnabledParams{Enabled: true})
		return err
	})
	p.call(func(ctx context.Context) error {
		_, err := chromedp.CallBrowser(ctx, cdpbrowser.SetDownloadBehavior, cdpbrowser.SetDownloadBehaviorParams{
			Behavior: cdpbrowser.SetDownloadBehaviorBehaviorAllow, DownloadPath: p.files, BrowserContextID: chromedp.FromContext(ctx).BrowserContextID,
		})
		return err
	})
}

// first runs a script before those of every page that follows.
func (p *page) first(script string) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, cdppage.AddScriptToEvaluateOnNewDocument, cdppage.AddScriptToEvaluateOnNewDocumentParams{Source: script})
		return err
	})
}

// look changes the window.
func (p *page) look(l look) {
	p.t.Helper()
	var how []chromedp.EmulateViewportOption
	if l.touch {
		how = append(how, chromedp.EmulateMobile, chromedp.EmulateTouch, chromedp.EmulatePortrait)
	}
	p.do(chromedp.EmulateViewport(l.wide, l.high, how...))
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{
			{Name: "prefers-color-scheme", Value: scheme}, {Name: "prefers-reduced-motion", Value: "reduce"},
		}})
		return err
	})
}

// moves sets whether the page may animate.
func (p *page) moves(on bool) {
	p.t.Helper()
	wanted := "reduce"
	if on {
		wanted = "no-preference"
	}
	p.call(func(ctx context.Context) error {
		_, err := chromedp.Call(ctx, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Features: []*emulation.MediaFeature{{Name: "prefers-reduced-motion", Value: wanted}}})
		return err
	})
}

// visit goes to an address and waits for the page.
func (p *page) visit(path string) {
	p.t.Helper()
	p.do(chromedp.Navigate(p.house.url(path)))
	p.until("a page", `eyes.all('main:not(.wait)')[0]`)
}

func (p *page) do(steps ...chromedp.Action[chromedp.Void]) {
	p.t.Helper()
	p.call(func(ctx context.Context) error { return chromedp.Do(ctx, steps...) })
}

// call runs do on the page with a time limit.
func (p *page) call(do func(context.Context) error) {
	p.t.Helper()
	ctx, cancel := context.WithTimeout(p.ctx, 2*writeTime)
	defer cancel()
	if err := do(ctx); err != nil {
		p.t.Fatal(err)
	}
}

// hear stores the errors of the page.
func (p *page) hear(event any) {
	p.mu.Lock()
	defer p.mu.Unlock()
	switch e := event.(type) {
	case *network.EventRequestWillBeSent:
		p.asked[e.RequestID] = e.Request.Method + " " + e.Request.URL
		if u, err := url.Parse(e.Request.URL); err != nil || (u.Scheme != "data" && u.Scheme != "blob" && u.Host != p.house.address) {
			p.faults = append(p.faults, "left the host: "+e.Request.URL)
		}
	case *network.EventResponseReceived:
		if e.Response.Status >= 400 {
			p.faults = append(p.faults, fmt.Sprintf("%d %s", e.Response.Status, p.asked[e.RequestID]))
		}
	case *network.EventLoadingFinished:
		p.weight += e.EncodedDataLength
	case *network.EventLoadingFailed:
		if !e.Canceled {
			p.faults = append(p.faults, e.ErrorText+" "+p.asked[e.RequestID])
		}
	case *inspector.EventTargetCrashed:
		p.faults = append(p.faults, "the browser's process of this page has crashed")
	case *runtime.EventExceptionThrown:
		p.faults = append(p.faults, "exception: "+e.ExceptionDetails.Text+" "+e.ExceptionDetails.URL)
	case *runtime.EventConsoleAPICalled:
		if e.Type == "error" || e.Type == "assert" {
			said, _ := json.Marshal(e.Args)
			p.faults = append(p.faults, fmt.Sprintf("console: %s", said))
		}
	case *log.EventEntryAdded:
		if e.Entry.Level == "error" {
			p.faults = append(p.faults, fmt.Sprintf("log: %s %s", e.Entry.Text, e.Entry.URL))
		}
	}
}

// forgives allows errors that match a regular expression.
func (p *page) forgives(fault string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.forgive = append(p.forgive, regexp.MustCompile(fault))
}

// faultless fails the test for every unexpected error.
func (p *page) faultless() {
	p.mu.Lock()
	defer p.mu.Unlock()
next:
	for _, f := range p.faults {
		for _, w := range p.forgive {
			if w.MatchString(f) {
				continue next
			}
		}
		p.t.Errorf("on the page: %s", f)
	}
	p.faults = nil
}

// see waits until an expression is true on the page, and returns its value. The browser can lose its
// answer while it changes the page's process, so a silent page is asked again.
func see[T any](p *page, what, expression string) T {
	p.t.Helper()
	script := fmt.Sprintf("eyes.until(() => (%s), %s, %d)", expression, quoted(what), writeTime.Milliseconds())
	v, err := tryEvaluate[T](p, script, writeTime*5/4)
	if errors.Is(err, context.DeadlineExceeded) {
		v, err = tryEvaluate[T](p, script, writeTime*5/4)
	}
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", what, err, p.said())
	}
	return v
}

// until waits until an expression is true on the page.
func (p *page) until(what, expression string) {
	p.t.Helper()
	see[bool](p, what, "Boolean("+expression+")")
}

// evaluate evaluates a promise. If the page is being left, it is evaluated on the next page.
func evaluate[T any](p *page, what, expression string) T {
	p.t.Helper()
	v, err := tryEvaluate[T](p, expression, 2*writeTime)
	if err != nil {
		p.t.Fatalf("%s: %v\n%s", what, err, p.said())
	}
	return v
}

func tryEvaluate[T any](p *page, expression string, limit time.Duration) (T, error) {
	ctx, cancel := context.WithTimeout(p.ctx, limit)
	defer cancel()
	for {
		v, err := chromedp.Run(ctx, chromedp.Evaluate[T](expression, chromedp.EvalAwaitPromise))
		if err == nil || ctx.Err() != nil || !leaving(err) && !strings.Contains(err.Error(), "eyes is not defined") {
			return v, err
		}
	}
}

func leaving(err error) bool {
	for _, s := range []string{"context was destroyed", "navigated or closed", "Cannot find context", "Promise was collected"} {
		if strings.Contains(err.Error(), s) {
			return true
		}
	}
	return false
}

// said returns the text of the page for failure reports, and writes a screenshot if the folder is
// set.
func (p *page) said() string {
	ctx, cancel := context.WithTimeout(p.ctx, 15*time.Second)
	defer cancel()
	if dir := os.Getenv(pictures); dir != "" {
		if image, err := chromedp.Run(ctx, chromedp.CaptureScreenshot()); err == nil {
			os.WriteFile(filepath.Join(dir, "failed-"+strings.ReplaceAll(p.t.Name(), "/", "-")+".png"), image, 0o644)
		}
	}
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`location.pathname + '\n' + document.body.innerText.slice(0, 1500)`))
	if err != nil {
		text = fmt.Sprintf("the page does not answer: %v", err)
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	return text + "\n" + strings.Join(p.faults, "\n")
}

func quoted(s string) string {
	b, _ := json.Marshal(s) // A string is always valid JSON.
	return string(b)
}

// text returns the text of the elements of a selector.
func (p *page) text(selector string) string {
	p.t.Helper()
	return evaluate[string](p, selector, "eyes.text("+quoted(selector)+")")
}
