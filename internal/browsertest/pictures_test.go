package browsertest

import (
	"fmt"
	"html/template"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// pictures is the variable with the folder of screenshots.
const pictures = "LOOPHOLE_PICTURES"

// TestPictures takes screenshots of every state of every rulebook at three widths, light and dark,
// with a page that shows them side by side. It reports elements that overlap, are cut off or are
// out of reach.
func TestPictures(t *testing.T) {
	dir := os.Getenv(pictures)
	if dir == "" {
		t.Skipf("%s names no folder for pictures", pictures)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	t.Run("states", func(t *testing.T) {
		for _, f := range fights {
			for _, l := range looks {
				t.Run(fmt.Sprintf("%s-%d", f.ruleset, l.wide), func(t *testing.T) {
					t.Parallel()
					walks(t, served(t).inWhole(), f, l, func(p *page, state string) { p.photographed(dir, f.ruleset, state, l) })
				})
			}
		}
	})
	file, err := os.Create(filepath.Join(dir, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	var books []string
	for _, f := range fights {
		books = append(books, f.ruleset)
	}
	if err := album.Execute(file, map[string]any{"States": states, "Books": books, "Looks": looks}); err != nil {
		t.Fatal(err)
	}
}

// photographed takes screenshots of a state, light and dark: a match in its window, and other pages
// in full length.
func (p *page) photographed(dir, book, state string, l look) {
	p.t.Helper()
	for _, l.dark = range []bool{false, true} {
		p.look(l)
		for _, fault := range evaluate[[]string](p, state, "eyes.faults()") {
			p.t.Logf("%s %s, %d wide: %s", book, state, l.wide, fault)
		}
		whole := slices.Contains([]string{"lobby", "bench", "bench-answer", "bench-compared"}, state)
		p.shot(filepath.Join(dir, pictureOf(book, state, l)), !whole)
	}
	l.dark = false
	p.look(l)
}

func pictureOf(book, state string, l look) string {
	scheme := "light"
	if l.dark {
		scheme = "dark"
	}
	return fmt.Sprintf("%s-%s-%d-%s.png", state, book, l.wide, scheme)
}

// album shows the screenshots of each state side by side, for one width and colour scheme at a
// time.
var album = template.Must(template.New("album").Funcs(template.FuncMap{
	"picture": func(book, state string, l look, dark bool) string { l.dark = dark; return pictureOf(book, state, l) },
	"wide":    func(l look) int64 { return l.wide },
	"schemes": func() []bool { return []bool{false, true} },
}).Parse(`<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>loophole: every state</title>
<style>
body { font: 15px/1.4 system-ui, sans-serif; margin: 0 16px 48px; }
header { position: sticky; top: 0; background: Canvas; padding: 10px 0; display: flex; flex-wrap: wrap; gap: 6px 18px; }
:root { color-scheme: light dark; }
.row { display: flex; gap: 12px; overflow-x: auto; align-items: flex-start; }
figure { margin: 0; flex: none; }
figcaption { opacity: 0.7; font-size: 13px; }
img { display: block; width: 640px; border: 1px solid GrayText; }
.w360 img { width: 300px; }
.w768 img { width: 420px; }
[hidden] { display: none; }
h2 { margin: 28px 0 6px; scroll-margin-top: 60px; }
</style>
<header>
<label>Width <select id="wide">{{range .Looks}}<option>{{wide .}}</option>{{end}}</select></label>
<label>Scheme <select id="scheme"><option>light</option><option>dark</option></select></label>
<label>Rulebook <select id="book"><option value="">all</option>{{range .Books}}<option>{{.}}</option>{{end}}</select></label>
<nav>{{range .States}}<a href="#{{.}}">{{.}}</a> {{end}}</nav>
</header>
{{range $state := .States}}<h2 id="{{$state}}">{{$state}}</h2>
<div class="row">{{range $book := $.Books}}{{range $look := $.Looks}}{{range $dark := schemes}}
<figure class="w{{wide $look}}" data-of="{{wide $look}} {{if $dark}}dark{{else}}light{{end}}" data-book="{{$book}}" hidden><figcaption>{{$book}}</figcaption><a href="{{picture $book $state $look $dark}}"><img loading="lazy" alt="{{$state}}, {{$book}}" src="{{picture $book $state $look $dark}}"></a></figure>{{end}}{{end}}{{end}}
</div>
{{end}}<script>
const value = id => document.getElementById(id).value;
const show = () => {
  for (const f of document.querySelectorAll('figure'))
    f.hidden = f.dataset.of !== value('wide') + ' ' + value('scheme') || Boolean(value('book')) && f.dataset.book !== value('book');
};
document.getElementById('wide').value = '1440';
document.querySelector('header').addEventListener('change', show);
show();
</script>
</html>
`))
