package browsertest

import (
	"bytes"
	"context"
	"encoding/json"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/chromedp/cdproto/cdp"
	cdppage "github.com/chromedp/cdproto/page"
	"github.com/chromedp/chromedp"

	"loophole/internal/server"
	"loophole/internal/site"
	"loophole/internal/store"
	"loophole/internal/store/sqlite"
)

// program is the program for browsers, which is built once for all tests.
var program = sync.OnceValues(func() (string, error) {
	into, err := os.MkdirTemp("", "loophole-program-")
	if err != nil {
		return "", err
	}
	cmd := exec.Command("go", "run", "./tools/browserprogram", "-quick", "-trap", into)
	cmd.Dir, cmd.Stderr = filepath.Join("..", ".."), os.Stderr
	return into, cmd.Run()
})

// A folder is the pages as files behind a plain file server.
type folder struct {
	*house
	files  map[string][]byte
	server *httptest.Server
}

// inFolder serves the files, after change if it is not nil.
func inFolder(t *testing.T, change func(map[string][]byte)) *folder {
	t.Helper()
	b := fullBrowser.runs(t) // Workers live on from page to page.
	at, err := program()
	if err != nil {
		t.Fatal(err)
	}
	files, err := site.Files(os.DirFS(at))
	if err != nil {
		t.Fatal(err)
	}
	f := &folder{files: maps.Clone(files)}
	if change != nil {
		change(f.files)
	}
	folder := fstest.MapFS{}
	for name, text := range f.files {
		folder[name] = &fstest.MapFile{Data: text, ModTime: time.Unix(1, 0)}
	}
	f.server = httptest.NewServer(http.FileServerFS(folder))
	t.Cleanup(f.server.Close)
	f.house = &house{t, f.server.Listener.Addr().String(), b}
	return f
}

// kept waits until the browser has all files.
func (p *page) kept() {
	p.t.Helper()
	p.until("the pages to be kept", `navigator.serviceWorker.controller`)
	p.until("the program", `eyes.text('.engine-version').includes('loophole')`)
}

// fights begins a scenario of the lobby for both sides at this screen, or against the careless
// program.
func (p *page) fights(title string, alone bool) {
	p.t.Helper()
	if alone {
		p.fightsWith(title, "Careless")
	} else {
		p.fightsWith(title, "at this screen")
	}
}

// fightsWith begins a scenario of the lobby with answers for some of its options.
func (p *page) fightsWith(title string, answers ...string) {
	p.t.Helper()
	p.click("article[aria-label="+selectable(title)+"] button", "Options")
	p.until("the rulings", "eyes.text('dialog').includes('Rulings')")
	for _, answer := range answers {
		p.click("dialog .segments label", answer)
	}
	p.click("dialog button.main", "Start")
	p.until("the table", `location.search.includes('match=') && eyes.all('.plan-drawing')[0]`)
}

// TestSiteAlone: a folder of files is opened once. Then its server ends, and a person plays a fight
// of a rulebook to its end, verifies the record by the program and on the page, asks the bench and
// dice, comes back to the same match, and looks at a puzzle. With LOOPHOLE_LONG they play one of each
// rulebook.
func TestSiteAlone(t *testing.T) {
	t.Parallel()
	f := inFolder(t, nil)
	first := f.open("/", desk)
	first.kept()
	first.installable()
	f.server.Close()
	if m := first.memory(); m.Program < 10 || m.Matches != "none is kept" {
		t.Errorf("before a match the page says %+v", m)
	}
	for _, g := range []struct {
		ruleset, title string
		alone          bool
	}{
		{"tideofiron", "The weakened row", false},
		{"lasergrenadiers", "The farm", true},
		{"konflikt47", "The bunkers", true},
		{"d20skirmish", "A casemate at Merville", true},
		{"oldworld", "The last stand", false},
	} {
		if g.ruleset != "tideofiron" && !long {
			continue
		}
		t.Run(g.ruleset, func(t *testing.T) {
			p := (&page{t: t, house: f.house.of(t), ctx: first.ctx, files: t.TempDir()}).beside("/")
			p.fights(g.title, g.alone)
			x := newPlayer(p)
			x.playsOn(func() bool { return x.moves >= 4 })
			p.reloads() // The match is in the browser's database.
			x.plays()
			p.over(x)
			record := p.downloaded(".jsonl")
			p.until("figures for the analysis", `sessionStorage.getItem('loophole.figures')`)
			p.click(".banner a", "Was it luck?")
			p.analysed()
			p.visit("/analysis.html")
			p.drops("game.jsonl", record)
			p.analysed()
			p.click(".save-page", "")
			if file := p.downloaded(".html"); !bytes.Contains(file, []byte("Turning points")) || bytes.Contains(file, []byte("<script")) {
				t.Error("the file to share is not whole")
			}
			p.visit("/")
			p.until("the finished match", `eyes.text('.going').includes('finished')`)
		})
	}
	p := first.beside("/odds.html?ruleset=tideofiron&procedure=attack&example=worked")
	p.until("an exact answer", `eyes.all('.answer .events, .answer table, .answer .chart')[0]`)
	m := p.memory()
	if m.Program < 10 || !strings.Contains(m.Matches, " match") || !strings.Contains(m.Matches, " kB of") || !strings.Contains(m.Storage, " MB") {
		t.Errorf("after the matches the page says %+v", m)
	}
	t.Logf("%+v", m)
	p.visit("/puzzles.html?puzzle=tideofiron-1")
	p.until("the puzzle", `eyes.all('.plan-drawing')[0]`)
	p.visit("/")
	p.until("the lobby", `eyes.all('.hero-go')[0]`)
}

// A memoryUse is what a page says of the memory that it uses.
type memoryUse struct {
	Program          float64 // megabytes
	Matches, Storage string
}

// memory opens the version in the bar, reads what is there, and closes it.
func (p *page) memory() (m memoryUse) {
	p.t.Helper()
	p.click(".engine-version summary", "")
	m = see[memoryUse](p, "the memory", `eyes.all('.memory-program')[0] && { program: parseFloat(eyes.text('.memory-program')), matches: eyes.text('.memory-matches'), storage: eyes.text('.memory-storage') }`)
	p.click(".engine-version summary", "")
	return m
}

// installable checks that the browser would put the page on the home screen.
func (p *page) installable() {
	p.t.Helper()
	p.call(func(ctx context.Context) error {
		got, err := chromedp.Call(ctx, cdppage.GetInstallabilityErrors, cdp.Empty{})
		if err != nil {
			return err
		}
		for _, e := range got.InstallabilityErrors {
			if e.ErrorID != "in-incognito" { // Each page of a test has a private profile.
				p.t.Errorf("the page cannot be installed: %s", e.ErrorID)
			}
		}
		return nil
	})
}

// TestSiteByTouch: on a phone, a person begins their first fight from the lobby and plays it by
// touches.
func TestSiteByTouch(t *testing.T) {
	t.Parallel()
	p := inFolder(t, nil).open("/", phone)
	p.until("the first fight", `eyes.all('.hero-go')[0]`)
	if y := evaluate[float64](p, "how far the lobby is scrolled", `new Promise(go => setTimeout(() => go(scrollY), 500))`); y != 0 {
		t.Errorf("the lobby opens %v pixels down", y)
	}
	p.tap(".hero-go", "")
	p.until("the table", `location.search.includes('match=') && eyes.all('.plan-drawing')[0]`)
	p.until("the guide", `eyes.all('.guide button')[0]`)
	p.tap(".guide button", "Leave the guide")
	x := newPlayer(p)
	x.press = p.tapNth
	x.playsOn(func() bool { return x.moves >= 3 })
	p.audited("a match in a folder", phone)
	if version := p.text(".bar .mark-version"); !strings.HasPrefix(version, "0.") {
		t.Errorf("the bar of the match has the version %q", version)
	}
}

// TestSiteFull: a browser that cannot keep an action, as without room for more, refuses it and says
// so. The match stands where it was, and goes on when there is room.
func TestSiteFull(t *testing.T) {
	t.Parallel()
	p := inFolder(t, func(files map[string][]byte) {
		inWorker(files, `"readwrite"`, `((globalThis.words??=(b=>(b.onmessage=()=>(globalThis.full=true,b.postMessage("full")),b))(new BroadcastChannel("room"))),globalThis.full?(globalThis.full=false,(()=>{throw new DOMException("no room","QuotaExceededError")})()):"readwrite")`)
	}).open("/", desk)
	const fill = `new Promise(go => (b => (b.onmessage = () => go(true), b.postMessage('next')))(new BroadcastChannel('room')))`
	p.fights("The weakened row", false)
	x := newPlayer(p)
	x.playsOn(func() bool { return x.moves >= 2 })
	before := x.position()
	s := x.stands()
	for ; s.Kind != "ready"; s = x.stands() {
		x.does(s)
	}
	evaluate[bool](p, "no room for the next change", fill)
	x.press(".preview button.main", "", 0)
	p.until("the refusal", `eyes.text('body').includes('there is no room left to keep this')`)
	if x.position() != before {
		t.Error("the position changed though nothing was kept")
	}
	p.reloads()
	if x.position() != before {
		t.Error("the match is not where it was")
	}
	x.playsOn(func() bool { return x.moves >= 5 })
}

// inWorker replaces a text of the worker's script.
func inWorker(files map[string][]byte, old, by string) {
	for name, text := range files {
		if strings.HasSuffix(name, "/worker.js") {
			if !bytes.Contains(text, []byte(old)) {
				panic("the worker has no " + old)
			}
			files[name] = bytes.Replace(text, []byte(old), []byte(by), 1)
		}
	}
}

// TestSiteKeepsNothing: where the browser refuses its database, the page says that matches are lost,
// and offers to export one. Another browser takes the file, and so does a server. A newer copy of the match
// replaces an older one.
func TestSiteKeepsNothing(t *testing.T) {
	t.Parallel()
	f := inFolder(t, func(files map[string][]byte) {
		inWorker(files, "indexedDB.open", "undefined.open")
	})
	p := f.open("/", desk)
	p.until("the warning", `eyes.text('.engine-notice').includes('keeps nothing')`)
	p.fights("The block", false)
	x := newPlayer(p)
	x.playsOn(func() bool { return x.moves >= 3 })
	at := x.position()
	p.click("[data-about]", "")
	p.click(".export-match", "")
	file := p.downloaded(".match")
	q := inFolder(t, nil).open("/", desk)
	q.until("the lobby", `eyes.all('.import-match')[0]`)
	q.brings(file)
	q.until("where the match is", `eyes.text('.brought').includes('in the list of your matches')`)
	q.brings(file)
	q.until("the refusal of the same match", `eyes.text('.trouble').includes('this match is here already')`)
	q.brings(file[:len(file)/2])
	q.until("the refusal of half a match", `eyes.text('.trouble').includes('this is not the whole file of a match')`)
	q.click(".going .resume a", "")
	q.until("the table", `eyes.all('.plan-drawing')[0]`)
	y := newPlayer(q)
	if y.position() != at {
		t.Error("the match moved to another position")
	}
	onServer(t, file, p.token(), at)
	removed(t, p.files, ".match")
	p.click("dialog button", "✕")
	x.playsOn(func() bool { return x.moves >= 4 })
	at = x.position()
	p.click("[data-about]", "")
	p.click(".export-match", "")
	newer := p.downloaded(".match")
	q.visit("/")
	q.brings(newer)
	q.until("where the match is now", `eyes.text('.brought').includes('in the list of your matches')`)
	q.brings(file)
	q.until("the refusal of the older copy", `eyes.text('.trouble').includes('an older copy')`)
	if n := evaluate[int](q, "the matches", `Promise.resolve(eyes.all('.going .resume').length)`); n != 1 {
		t.Errorf("the list has %d matches", n)
	}
	q.click(".going .resume a", "")
	q.until("the table", `eyes.all('.plan-drawing')[0]`)
	if y.position() != at {
		t.Error("the newer copy stands at another position")
	}
	y.playsOn(func() bool { return y.moves >= 3 })
}

// TestSiteRefused: in a browser whose user blocks all cookies, there is no database, no shared worker and
// nothing else that is kept. A match goes with its tab from the lobby to the table, and through a reload.
func TestSiteRefused(t *testing.T) {
	t.Parallel()
	f, profile := inFolder(t, nil), t.TempDir()
	if err := os.MkdirAll(filepath.Join(profile, "Default"), 0o700); err != nil {
		t.Fatal(err)
	}
	const blocks = `{"profile": {"default_content_setting_values": {"cookies": 2}}}`
	if err := os.WriteFile(filepath.Join(profile, "Default", "Preferences"), []byte(blocks), 0o600); err != nil {
		t.Fatal(err)
	}
	p, end := f.startsAlone(profile)
	defer end()
	if !evaluate[bool](p, "whether the browser refuses", `new Promise(go => { try { localStorage.length; go(false); } catch { go(true); } })`) {
		t.Fatal("the browser does not block cookies")
	}
	p.until("the warning", `eyes.text('.engine-notice').includes('keeps nothing')`)
	p.fights("The weakened row", false)
	x := newPlayer(p)
	x.playsOn(func() bool { return x.moves >= 2 })
	at := x.position()
	p.reloads()
	p.until("the table again", `eyes.all('.plan-drawing')[0]`)
	if x.position() != at {
		t.Error("the match is not where it was")
	}
	x.playsOn(func() bool { return x.moves >= 3 })
}

// token returns the token of the page's address.
func (p *page) token() string {
	return evaluate[string](p, "the token", `Promise.resolve(decodeURIComponent(location.hash.slice(1)))`)
}

// onServer gives the file of a match to a server with a store on the disk, where the token opens the
// same position.
func onServer(t *testing.T, file []byte, token, position string) {
	t.Helper()
	c, err := store.ReadCopy(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	st, err := sqlite.Open(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	defer st.Close()
	if err := st.Insert(c); err != nil {
		t.Fatal(err)
	}
	s := server.NewLocal(st, server.Options{})
	defer s.Close()
	a := s.Answer(t.Context(), server.LocalRequest{Method: "GET", Address: "/api/v1/matches/" + c.ID, Header: func(name string) string {
		return map[string]string{"Authorization": "Bearer " + token}[name]
	}})
	var b bytes.Buffer
	if err := a.WriteBody(&b); err != nil {
		t.Fatal(err)
	}
	var state server.State
	if err := json.Unmarshal(b.Bytes(), &state); err != nil || state.Position != position {
		t.Errorf("%d %v: the server has position %q, the page had %q", a.Status, err, state.Position, position)
	}
}

// brings gives a file to the lobby.
func (p *page) brings(file []byte) {
	p.t.Helper()
	name := filepath.Join(p.t.TempDir(), "game.match")
	if err := os.WriteFile(name, file, 0o600); err != nil {
		p.t.Fatal(err)
	}
	p.do(chromedp.SetUploadFiles(".import-match", []string{name}))
	p.until("the match in the list", `eyes.all('.going .resume a')[0]`)
}
