package browsertest

import (
	"context"
	"errors"
	"flag"
	"os"
	"os/exec"
	"sync"
	"testing"

	"github.com/chromedp/chromedp"
)

// needed is the variable that makes a missing browser a failure instead of a skipped test.
const needed = "LOOPHOLE_BROWSER"

// long reports whether the tests cover every rulebook, which takes a quarter of an hour on two
// cores: make browser. Otherwise they check common features with some of them.
var long = os.Getenv("LOOPHOLE_LONG") != ""

// running is the browser of all tests. Each page of a test has a profile of its own in it.
var running struct {
	sync.Once
	ctx  context.Context
	stop func()
	err  error
}

// abreast is the number of parallel tests without -parallel: pages wait more than they work.
const abreast = "4"

func TestMain(m *testing.M) {
	flag.Parse()
	said := false
	flag.Visit(func(f *flag.Flag) { said = said || f.Name == "test.parallel" })
	if !said {
		flag.Set("test.parallel", abreast)
	}
	code := m.Run()
	if running.stop != nil {
		running.stop()
	}
	os.Exit(code)
}

// browser starts the browser on the first call. Without a browser it skips the test, unless one is
// required. With -short it always skips.
func browser(t testing.TB) context.Context {
	t.Helper()
	if testing.Short() {
		t.Skip("a browser is driven without -short only")
	}
	running.Do(start)
	if errors.Is(running.err, exec.ErrNotFound) && os.Getenv(needed) != "1" {
		t.Skipf("there is no chromium on this machine; with %s=1 that is a failure", needed)
	}
	if running.err != nil {
		t.Fatal(running.err)
	}
	return running.ctx
}

func start() {
	path, err := exec.LookPath("chromium")
	if err != nil {
		running.err = err
		return
	}
	profile, err := os.MkdirTemp("", "loophole-browser-")
	if err != nil {
		running.err = err
		return
	}
	allocator, stop := chromedp.NewExecAllocator(context.Background(),
		chromedp.ExecPath(path), chromedp.UserDataDir(profile), chromedp.Headless, chromedp.NoSandbox, chromedp.DisableGPU, chromedp.NoFirstRun,
		chromedp.Flag("disable-quic", true), chromedp.Flag("disable-background-networking", true),
		chromedp.Flag("disable-component-update", true), chromedp.Flag("disable-sync", true))
	ctx, cancel := chromedp.NewContext(allocator)
	running.stop = func() {
		cancel()
		stop()
		os.RemoveAll(profile)
	}
	running.ctx, running.err = ctx, chromedp.Do(ctx)
}
