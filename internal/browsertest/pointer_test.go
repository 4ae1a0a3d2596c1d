package browsertest

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"
	"github.com/chromedp/chromedp/kb"
)

// A place is a point of the window.
type place struct{ X, Y, W, H float64 }

// aim waits until an element can be pressed, and returns its place.
func (p *page) aim(selector, text string, nth int) place {
	p.t.Helper()
	return evaluate[place](p, "press "+selector+" "+text, fmt.Sprintf("eyes.aim(%s, %s, %d, %d)", quoted(selector), quoted(text), nth, writeTime.Milliseconds()))
}

// presses presses an element. A press that misses it, because the page moved at that moment, is made
// again, as people do.
func (p *page) presses(selector, text string, nth int, press func(place)) {
	p.t.Helper()
	for range 3 {
		press(p.aim(selector, text, nth))
		if !evaluate[bool](p, "what was pressed", "Promise.resolve(Boolean(eyes.missed))") {
			return
		}
	}
}

// click clicks the first element of a selector that contains text.
func (p *page) click(selector, text string) {
	p.t.Helper()
	p.clickNth(selector, text, 0)
}

func (p *page) clickNth(selector, text string, nth int) {
	p.t.Helper()
	p.presses(selector, text, nth, func(at place) { p.do(chromedp.MouseClickXY(at.X, at.Y)) })
}

// tap touches an element with a finger.
func (p *page) tap(selector, text string) {
	p.t.Helper()
	p.tapNth(selector, text, 0)
}

func (p *page) tapNth(selector, text string, nth int) {
	p.t.Helper()
	p.presses(selector, text, nth, func(at place) { p.do(chromedp.TapXY(at.X, at.Y)) })
}

// keys presses keys, with any focus. The text of a key is part of its press, so that a page that
// handles the key keeps it out of the text, as with a real keyboard.
func (p *page) keys(keys string, modifiers ...kb.Modifier) {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		for _, r := range keys {
			list := kb.Encode(r)
			down, up := *list[0], *list[len(list)-1]
			if len(list) == 3 {
				down.Text, down.UnmodifiedText = list[1].Text, list[1].UnmodifiedText
			}
			for _, m := range modifiers {
				down.Modifiers, up.Modifiers = down.Modifiers|int64(m), up.Modifiers|int64(m)
			}
			for _, k := range []input.DispatchKeyEventParams{down, up} {
				if _, err := chromedp.Call(ctx, input.DispatchKeyEvent, k); err != nil {
					return err
				}
			}
		}
		return nil
	})
}

// choose selects an option of a list by its value. A headless browser cannot click the list, so the
// page gets the event of a click.
func (p *page) choose(selector, value string) {
	p.t.Helper()
	p.until("the option "+value, fmt.Sprintf(`(() => {
		const list = eyes.all(%s).find(s => [...s.options].some(o => o.value === %s));
		if (!list) return false;
		list.value = %[2]s;
		list.dispatchEvent(new Event('change', { bubbles: true }));
		return true;
	})()`, quoted(selector), quoted(value)))
}

// downloaded waits for a file with this ending and returns its content.
func (p *page) downloaded(ending string) []byte {
	p.t.Helper()
	tick := time.NewTicker(20 * time.Millisecond)
	defer tick.Stop()
	late := time.After(writeTime)
	for {
		list, err := os.ReadDir(p.files)
		if err != nil {
			p.t.Fatal(err)
		}
		for _, f := range list {
			if name := filepath.Join(p.files, f.Name()); strings.HasSuffix(name, ending) {
				text, err := os.ReadFile(name)
				if err != nil {
					p.t.Fatal(err)
				}
				if len(text) > 0 {
					return text
				}
			}
		}
		select {
		case <-tick.C:
		case <-late:
			p.t.Fatalf("no file %s was downloaded: %v", ending, list)
		}
	}
}
