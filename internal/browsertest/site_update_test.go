package browsertest

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"loophole/hands"
	"loophole/internal/site"
	"loophole/internal/twohands"
	"loophole/internal/wire"
	"loophole/rulesets"
)

// scripts returns the folder of the scripts that the page runs.
func (p *page) scripts() string {
	p.t.Helper()
	return see[string](p, "its scripts", `document.querySelector('script[src]')?.src.split('/').at(-2)`)
}

// publishes writes a version of the site into a folder. Versions differ in a comment of a script.
func publishes(t *testing.T, into, version string) {
	t.Helper()
	at, err := program()
	if err != nil {
		t.Fatal(err)
	}
	files := fstest.MapFS{}
	for _, name := range []string{site.Runner, site.Module + ".gz"} {
		text, err := fs.ReadFile(os.DirFS(at), name)
		if err != nil {
			t.Fatal(err)
		}
		if name == site.Runner {
			text = append(slices.Clip(text), "\n// "+version+"\n"...)
		}
		files[name] = &fstest.MapFile{Data: text, ModTime: time.Unix(1, 0)}
	}
	if err := site.Write(into, files, version); err != nil {
		t.Fatal(err)
	}
}

// TestSiteNewVersion: a new version is published in the middle of a match. The page says so, and goes on
// with its own version until the player takes the new one. The match then stands where it was, with the
// same record, and goes on.
func TestSiteNewVersion(t *testing.T) {
	t.Parallel()
	b, folder := fullBrowser.runs(t), t.TempDir()
	publishes(t, folder, "first")
	server := httptest.NewServer(http.FileServer(http.Dir(folder)))
	t.Cleanup(server.Close)
	p := (&house{t, server.Listener.Addr().String(), b}).open("/", desk)
	p.kept()
	first := p.scripts()
	p.fights("The weakened row", false)
	x := newPlayer(p)
	rolled := func() bool {
		_, entries := p.exported()
		return slices.ContainsFunc(entries, func(e wire.Entry) bool { return e.Kind == "roll" })
	}
	x.playsOn(func() bool { return x.moves >= 2 && rolled() })

	publishes(t, folder, "second")
	const offer = `eyes.text('.engine-notice').includes('A new version is ready')`
	p.script(findsEarly)
	p.reloads() // A browser looks for a new version when a page is opened.
	p.until("the new version to be told of", offer)
	p.look(phone) // The notice has a line of its own there, and covers nothing of the bar.
	p.until("the notice below the bar", `(() => {
		const notice = eyes.all('.engine-notice')[0].getBoundingClientRect(), bar = eyes.all('.bar')[0].getBoundingClientRect();
		return notice.top >= bar.bottom && notice.bottom < innerHeight && notice.left >= 0 && notice.right <= innerWidth;
	})()`)
	p.look(desk)
	x.playsOn(func() bool { return x.moves >= 4 })
	p.reloads()
	p.until("the new version to be told of again", offer)
	if now := p.scripts(); now != first {
		t.Errorf("the page has taken the version %s by itself; it had %s", now, first)
	}
	x.stands()
	position, entries := p.exported()

	p.evaluates(`globalThis.old = true`)
	p.click(".engine-notice button", "Update now")
	p.until("the table anew", `!globalThis.old && eyes.all('.plan-drawing')[0]`)
	if now := p.scripts(); now == first {
		t.Errorf("the page has the old version %s still", now)
	}
	p.until("no newer version", `!eyes.all('.engine-notice')[0]`)
	x.stands()
	then, same := p.exported()
	if then != position || text(t, same) != text(t, entries) {
		t.Errorf("the match stands at %s with %d entries; it stood at %s with %d", then, len(same), position, len(entries))
	}
	moves := x.moves
	x.playsOn(func() bool { return x.moves > moves })
	if _, more := p.exported(); len(more) <= len(entries) || text(t, more[:len(entries)]) != text(t, entries) {
		t.Errorf("the record has %d entries; it had %d, and they are to stay", len(more), len(entries))
	}
}

// TestSiteFetchesOnce: on a first visit the browser fetches the program once, also from a server that says
// only when a file was changed, a moment ago. It then keeps everything: the pages work without the server.
func TestSiteFetchesOnce(t *testing.T) {
	t.Parallel()
	for _, path := range []string{"/", "/odds.html?ruleset=tideofiron&procedure=attack&example=worked"} {
		b, folder := fullBrowser.runs(t), t.TempDir()
		publishes(t, folder, "first")
		var fetched atomic.Int32
		files := http.FileServer(http.Dir(folder))
		server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			// The worker of the bench asks whether the file has changed since, and gets no bytes.
			if strings.HasSuffix(r.URL.Path, site.Module+".gz") && r.Header.Get("If-Modified-Since") == "" {
				fetched.Add(1)
			}
			files.ServeHTTP(w, r)
		}))
		t.Cleanup(server.Close)
		p := (&house{t, server.Listener.Addr().String(), b}).open(path, desk)
		p.kept()
		if n := fetched.Load(); n != 1 {
			t.Errorf("%s: the program is fetched %d times", path, n)
		}
		server.Close()
		p.visit("/")
		p.kept()
		p.until("the lobby", `eyes.all('.hero-go')[0]`)
	}
}

// findsEarly lets a page hear of its registration only when the browser has found a new version, as happens
// to a page that is slow. Where there is none, the page waits for three seconds.
const findsEarly = `{
	const { register } = ServiceWorkerContainer.prototype;
	ServiceWorkerContainer.prototype.register = async function (...all) {
		const registration = await register.apply(this, all), until = performance.now() + 3000;
		while (!registration.installing && !registration.waiting && performance.now() < until) {
			await new Promise(go => setTimeout(go, 1));
		}
		return registration;
	};
}`

// text returns entries as JSON.
func text(t *testing.T, entries []wire.Entry) string {
	t.Helper()
	b, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// TestSiteHandsWithProgram: in a folder, the player's hand in the page and the program's hand in the worker
// make the dice together. The match is there after the page is loaded again, without its server, and the
// lines of both hands are valid.
func TestSiteHandsWithProgram(t *testing.T) {
	t.Parallel()
	f := inFolder(t, nil)
	p := f.open("/", desk)
	p.kept()
	f.server.Close()
	p.fightsWith("The weakened row", "Careless", "two hands")
	x := newPlayer(p)
	lines := func() []byte {
		p.click("[data-about]", "")
		p.click("dialog button", "Verify: download the record")
		text := p.downloaded(".jsonl")
		p.click("dialog button", "✕")
		removed(t, p.files, ".jsonl")
		return text
	}
	rolls := 0
	for until := 1; until <= 2; until++ {
		for turn := 0; rolls < until; turn++ {
			s := x.settles("anybody, or halves", "eyes.settled(%d, 'halves')")
			switch {
			case s.Kind == "over" || turn > 200:
				t.Fatalf("%d rolls after %d steps, and the game is at %q", rolls, turn, s.Kind)
			case s.Kind == "others":
				time.Sleep(50 * time.Millisecond)
			default:
				x.does(s)
			}
			rolls = bytes.Count(lines(), []byte(`{"kind":"roll"`))
		}
		p.reloads()
	}
	g := twohands.New(rulesets.Game, nil)
	for _, l := range bytes.Split(bytes.TrimSuffix(lines(), []byte("\n")), []byte("\n")) {
		if err := g.Take(l); err != nil {
			t.Fatal(err)
		}
	}
	for _, side := range []string{"German", "Soviet"} {
		h, ok := g.Hands.Hand(side)
		if used := hands.ChainLength - g.Hands.Left(side); !ok || h.Key == "" || used < rolls {
			t.Errorf("%s gave %d values for %d rolls", side, used, rolls)
		}
	}
}

// removed removes the files of a folder with this ending.
func removed(t *testing.T, folder, ending string) {
	t.Helper()
	list, err := os.ReadDir(folder)
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		if strings.HasSuffix(f.Name(), ending) {
			if err := os.Remove(fmt.Sprint(folder, "/", f.Name())); err != nil {
				t.Fatal(err)
			}
		}
	}
}
