package rulestest

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"loophole/rule"
)

// A site is a place in the code of a ruleset that cites a clause.
type site struct {
	file string
	line int
	cite rule.Clause
	text string // the reason or the note, if it is a literal
	kind rule.EntryKind
}

// citing lists the methods of the umpire that take a clause: their smallest number of arguments, the
// index of the clause, and the kind of their entry. The text is the argument after the clause.
var citing = map[string]struct {
	args, cite int
	kind       rule.EntryKind
}{
	"Count":      {5, 3, rule.Rolled},
	"Sum":        {4, 2, rule.Rolled},
	"Test":       {4, 2, rule.Rolled},
	"Tally":      {5, 3, rule.Rolled},
	"Draw":       {4, 2, rule.Rolled},
	"Highest":    {5, 3, rule.Rolled},
	"Lowest":     {5, 3, rule.Rolled},
	"Choose":     {4, 1, rule.Chosen},
	"Apply":      {3, 1, rule.Applied},
	"If":         {4, 2, rule.Applied},
	"Note":       {2, 0, rule.Noted},
	"NoteFunc":   {2, 0, rule.Noted},
	"Require":    {3, 1, 0},
	"Requiref":   {3, 1, 0},
	"Forbid":     {2, 0, 0},
	"ForbidFunc": {2, 0, 0},
}

// A sightingPlace identifies the citation in the code that took effect.
type sightingPlace struct {
	kind rule.EntryKind // 0 is a violation
	cite rule.Clause
	text string
}

// checkSites reads the code of the ruleset and compares every citation with the clauses that took
// effect. A citation that is never reached is a rule that no test has played.
func (k *kit) checkSites(t reporter) {
	sites, err := readSites(k.dir)
	if err != nil || len(sites) == 0 {
		t.Errorf("no code that cites clauses in %s (%v): Options.Dir is the folder of the ruleset", k.dir, err)
		return
	}
	seen := map[sightingPlace]bool{}
	look := func(e *exploration) {
		for x := range e.seen {
			seen[sightingPlace{x.kind, x.cite, x.text}] = true
			seen[sightingPlace{x.kind, x.cite, ""}] = true
		}
	}
	for _, e := range k.explore() {
		look(e)
	}
	for _, v := range k.exploreVariants() {
		look(v.exploration)
	}
	maps.Copy(seen, k.playedGames().places)
	reached := 0
	for _, s := range sites {
		if _, ok := k.rules.Ledger.Find(s.cite); !ok {
			t.Errorf("%s:%d: unknown clause %q: add it to the ledger, or correct it", s.file, s.line, s.cite)
			continue
		}
		if seen[sightingPlace{s.kind, s.cite, s.text}] {
			reached++
		} else if !k.excused("unreached", s.file+"/"+string(s.cite)) {
			t.Errorf("%s:%d: %q [%s] is never reached: %s, or drop it", s.file, s.line, s.text, s.cite, k.reachIt())
		}
	}
	k.checkExcuses(t, "unreached")
	t.Logf("%d of %d places that cite a clause are reached", reached, len(sites))
}

// readSites finds the citations in the Go files of a folder, without tests.
func readSites(dir string) ([]site, error) {
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		return nil, err
	}
	var sites []site
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, err
		}
		set := token.NewFileSet()
		file, err := parser.ParseFile(set, filepath.Base(name), text, parser.SkipObjectResolution)
		if err != nil {
			return nil, err
		}
		ast.Inspect(file, func(n ast.Node) bool {
			if s, ok := siteOf(n); ok {
				at := set.Position(n.Pos())
				s.file, s.line = at.Filename, at.Line
				sites = append(sites, s)
			}
			return true
		})
	}
	return sites, nil
}

// siteOf reads a call of a citing method whose clause is a literal.
func siteOf(n ast.Node) (s site, ok bool) {
	call, ok := n.(*ast.CallExpr)
	if !ok {
		return s, false
	}
	method, ok := call.Fun.(*ast.SelectorExpr)
	if !ok {
		return s, false
	}
	m, ok := citing[method.Sel.Name]
	if !ok || len(call.Args) < m.args {
		return s, false
	}
	cite, ok := literal(call.Args[m.cite])
	s.kind, s.cite = m.kind, rule.Clause(cite)
	if s.text, _ = literal(call.Args[m.cite+1]); strings.Contains(s.text, "%") {
		s.text = "" // the numbers are not known
	}
	return s, ok
}

func literal(e ast.Expr) (string, bool) {
	b, ok := e.(*ast.BasicLit)
	if !ok || b.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(b.Value)
	return s, err == nil
}
