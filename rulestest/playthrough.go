package rulestest

import (
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"slices"
	"strings"

	"loophole/dice"
	"loophole/rule"
)

// A playthrough is one play of a file *.playthrough: comments, the question, the dice, and the
// results.
//
//	# Nine hits, no blocks: the building falls.
//	$ attack dice=9 | facts.defence.dice=1
//	> 6 6 6 6 6 6 6 6 6
//	> 1
//	attack dice: 9D6 count 5+ → 6 6 6 6 6 6 6 6 6 = 9 successes [attack.by-unit]
//	…
//	outcome: {"net":9,…}
type playthrough struct {
	remarks []string
	text    string // after "$ "
	answers []string
}

// checkPlays plays every playthrough and compares the transcripts. Every example has one.
func (k *kit) checkPlays(t reporter) {
	names, err := filepath.Glob(k.path("*.playthrough"))
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	files := map[string][]playthrough{}
	told := map[string]bool{}
	for _, name := range names {
		name = filepath.Base(name)
		text, err := k.read(name)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			return
		}
		files[name] = parsePlays(text)
		for _, p := range files[name] {
			told[p.text] = true
		}
	}
	for i, s := range k.situations {
		if !s.example || told[s.text] || !k.explore()[i].plays() {
			continue
		}
		if !k.update {
			t.Errorf("%v has no playthrough: go test -update makes one", s)
			continue
		}
		name := s.procedure.Name + ".playthrough"
		files[name] = append(files[name], k.bestPlaythrough(i))
	}
	k.playAll(t, files)
}

func (k *kit) playAll(t reporter, files map[string][]playthrough) {
	n := 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		var b strings.Builder
		for i, p := range files[name] {
			text, err := k.play(p)
			if errors.Is(err, rule.ErrUnanswered) {
				t.Errorf("%s: $ %s: %v: write its faces, or the number of an option, as line %d of those that begin with >", k.path(name), p.text, err, len(p.answers)+1)
				return
			}
			if err != nil {
				t.Errorf("%s: $ %s: %v", k.path(name), p.text, err)
				return
			}
			if i > 0 {
				b.WriteByte('\n')
			}
			b.WriteString(text)
			n++
		}
		k.golden(t, name, b.String(), nil)
	}
	t.Logf("%d playthroughs in %d files", n, len(files))
}

// parsePlays reads a file. It drops the results, which are played again.
func parsePlays(text string) []playthrough {
	var all []playthrough
	var remarks []string
	for _, line := range strings.Split(text, "\n") {
		switch {
		case strings.HasPrefix(line, "#"):
			remarks = append(remarks, line)
		case strings.HasPrefix(line, "$"):
			text := strings.Join(strings.Fields(strings.TrimPrefix(line, "$")), " ")
			all = append(all, playthrough{remarks: remarks, text: text})
			remarks = nil
		case strings.HasPrefix(line, ">") && len(all) > 0:
			p := &all[len(all)-1]
			p.answers = append(p.answers, strings.TrimSpace(strings.TrimPrefix(line, ">")))
		}
	}
	return all
}

// play plays a playthrough and writes it.
func (k *kit) play(p playthrough) (string, error) {
	s, err := k.situation("playthrough", p.text)
	if err != nil {
		return "", err
	}
	q, err := k.ask(s)
	if err != nil {
		return "", err
	}
	if err := q.Legal(nil); err != nil {
		return "", err
	}
	tray := dice.MustTray("")
	if len(p.answers) > 0 {
		if tray, err = dice.ParseTray(strings.Join(p.answers, "|\n") + "|"); err != nil {
			return "", err
		}
	}
	rec := &rule.Record{}
	if _, err := playSafely(q, tray, rec); err != nil {
		return "", err
	}
	if err := tray.CheckAllUsed(); err != nil {
		return "", err
	}
	return p.write(rec), nil
}

func (p playthrough) write(rec *rule.Record) string {
	var b strings.Builder
	for _, r := range p.remarks {
		b.WriteString(r + "\n")
	}
	b.WriteString("$ " + p.text + "\n")
	for _, a := range p.answers {
		b.WriteString("> " + a + "\n")
	}
	for _, e := range rec.Entries {
		b.WriteString(e.String() + "\n")
	}
	return b.String()
}

// bestPlaythrough makes a playthrough of an example. It chooses the play with the most different
// entries or, among equals, the shortest.
func (k *kit) bestPlaythrough(i int) playthrough {
	s := k.situations[i]
	p := playthrough{text: s.text}
	for _, x := range s.procedure.Examples {
		if s.place == fmt.Sprintf("example %q", x.Name) {
			p.remarks = []string{"# " + x.Gist}
		}
	}
	most, length := -1, 0
	for n := range 64 {
		d, rec := seededDice(seedOf(i, n), n%3), &rule.Record{}
		if _, err := playSafely(k.base[i].question, d, rec); err != nil {
			continue
		}
		things := map[sighting]bool{}
		for _, x := range rec.Entries {
			things[sighting{x.Kind, x.Cite, x.Text, x.Name}] = true
		}
		if len(things) < most || len(things) == most && len(rec.Entries) >= length {
			continue
		}
		most, length, p.answers = len(things), len(rec.Entries), nil
		for _, a := range d.rolled {
			p.answers = append(p.answers, a.String())
		}
	}
	return p
}

// String returns an answer as a tray reads it.
func (a answer) String() string {
	if a.faces == nil {
		return fmt.Sprint(a.option + 1)
	}
	return strings.Trim(fmt.Sprint(a.faces), "[]")
}
