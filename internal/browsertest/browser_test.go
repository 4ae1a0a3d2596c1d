package browsertest

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"strings"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// needed is the variable that makes a missing browser a failure instead of a skipped test.
const needed = "LOOPHOLE_BROWSER"

// long reports whether the tests cover every rulebook, which takes a quarter of an hour on two
// cores: make browser. Otherwise they check common features with some of them.
var long = os.Getenv("LOOPHOLE_LONG") != ""

// An engine is a browser that runs until the tests end. Each page of a test has a profile of its
// own in it.
type engine struct {
	names []string // of the program, the best first
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// The browsers. Both have the same engine. The shell has no window, extensions or start page, and
// takes less than half the time. Only the whole browser installs pages, keeps workers from one
// page to the next, lets tabs of one profile follow each other, and draws as people see it.
var (
	shell       = &engine{names: []string{"chromium-headless-shell", "chromium"}}
	fullBrowser = &engine{names: []string{"chromium"}}
)

// unused are parts of the whole browser that no test needs. The pages of its address bar take more than a second of the
// processor for each window.
var unused = []string{"PaintHolding", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup", "WebUIOmniboxPopup"}

// usualParallel is the number of parallel tests without -parallel: pages wait more than they work.
const usualParallel = "4"

func TestMain(m *testing.M) {
	flag.Parse()
	given := false
	flag.Visit(func(f *flag.Flag) { given = given || f.Name == "test.parallel" })
	if !given {
		flag.Set("test.parallel", usualParallel)
	}
	code := m.Run()
	for _, b := range []*engine{shell, fullBrowser} {
		if b.stop != nil {
			b.stop()
		}
	}
	os.Exit(code)
}

// runs starts the browser on the first call. Without a browser it skips the test, unless one is
// required. With -short it always skips.
func (b *engine) runs(t testing.TB) *engine {
	t.Helper()
	if testing.Short() {
		t.Skip("a test with a browser: run without -short")
	}
	b.Do(b.start)
	if errors.Is(b.err, exec.ErrNotFound) && os.Getenv(needed) != "1" {
		t.Skipf("there is no %s on this machine; with %s=1 that is a failure", b.names[0], needed)
	}
	if b.err != nil {
		t.Fatal(b.err)
	}
	return b
}

func (b *engine) start() {
	var path string
	for _, name := range b.names {
		if path, b.err = exec.LookPath(name); b.err == nil {
			break
		}
	}
	if b.err != nil {
		return
	}
	var profile string
	if profile, b.err = os.MkdirTemp("", "loophole-browser-"); b.err != nil {
		return
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true),
		chromedp.Flag("disable-features", strings.Join(unused, ",")))
	ctx, cancel := chromedp.NewContext(allocator)
	b.stop = func() {
		cancel()
		stop()
		os.RemoveAll(profile)
	}
	b.ctx, b.err = ctx, chromedp.Do(ctx)
}
