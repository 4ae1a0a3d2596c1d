package rulestest

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"loophole/rule"
)

const evidenceHead = `# Where each clause is cited, shown and tested: the code that cites it, in how many
# situations, the shortest of them, the tests that name it, in how many games it was
# cited, and the cases that show its effect. Rewritten by go test -update; read the
# difference before you keep it.
`

// checkEvidence compares the evidence for each clause with the file beside the ledger.
func (k *kit) checkEvidence(t reporter) {
	code, tests, err := k.named()
	if err != nil {
		t.Errorf("%v", err)
		return
	}
	fires, shortest := map[rule.Clause]int{}, map[rule.Clause]string{}
	look := func(text string, e *exploration) {
		met := map[rule.Clause]bool{}
		for x := range e.seen {
			met[x.cite] = true
		}
		for c := range met {
			fires[c]++
			if s := shortest[c]; s == "" || len(text) < len(s) {
				shortest[c] = text
			}
		}
	}
	for i, e := range k.explore() {
		look(k.situations[i].text, e)
	}
	for _, v := range k.exploreVariants() {
		if v.fault == nil {
			look(switched(k.situations[v.situation].text, "rulings."+v.ruling.Name+"="+v.reading), v.exploration)
		}
	}
	var b strings.Builder
	b.WriteString(evidenceHead)
	for _, s := range k.rules.Ledger.Statements {
		e := rule.Evidence{Code: code[s.ID], Situations: fires[s.ID], Shortest: shortest[s.ID], Tests: tests[s.ID]}
		if p := k.playedGames(); p.games > 0 {
			e.GamesApplied, e.GamesPlayed = p.fired[s.ID], p.games
		}
		e.Cases = k.effective(s.ID)
		if s.Status.IsOperative() && len(e.Code) == 0 {
			t.Errorf("%s is operative, and no code names it: cite it where the code follows it", s.ID)
		}
		fmt.Fprintf(&b, "%s | %v\n", s.ID, e)
	}
	k.golden(t, filepath.Join("..", "evidence.txt"), b.String(), nil)
}

// switched adds a house rule to the text of a situation.
func switched(text, value string) string {
	if strings.Contains(text, "|") {
		return text + " " + value
	}
	return text + " | " + value
}

// named finds the declarations of the ruleset that name a clause: those of its code, and those of its
// tests.
func (k *kit) named() (code, tests map[rule.Clause][]string, err error) {
	names, err := filepath.Glob(filepath.Join(k.dir, "*.go"))
	if err != nil {
		return nil, nil, err
	}
	code, tests = map[rule.Clause][]string{}, map[rule.Clause][]string{}
	for _, name := range names {
		if strings.HasSuffix(name, "wording.go") {
			continue // phrases play nothing
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return nil, nil, err
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, text, parser.SkipObjectResolution)
		if err != nil {
			return nil, nil, err
		}
		into := code
		if strings.HasSuffix(name, "_test.go") {
			into = tests
		}
		for _, d := range file.Decls {
			k.names(filepath.Base(name), d, into)
		}
	}
	return code, tests, nil
}

// names notes the clauses that a declaration names. Test functions name them within longer texts,
// such as the wording of a violation.
func (k *kit) names(file string, d ast.Decl, into map[rule.Clause][]string) {
	note := func(at string, n ast.Node) {
		place := file + " " + at
		ast.Inspect(n, func(n ast.Node) bool {
			e, ok := n.(ast.Expr)
			if !ok {
				return true
			}
			text, ok := literal(e)
			if !ok {
				return true
			}
			for _, word := range strings.FieldsFunc(text, apart) {
				c := rule.Clause(strings.TrimRight(word, "."))
				if _, ok := k.rules.Ledger.Find(c); ok && !slices.Contains(into[c], place) {
					into[c] = append(into[c], place)
				}
			}
			return true
		})
	}
	switch d := d.(type) {
	case *ast.FuncDecl:
		note(d.Name.Name, d)
	case *ast.GenDecl:
		for _, s := range d.Specs {
			if v, ok := s.(*ast.ValueSpec); ok {
				note(v.Names[0].Name, v)
			}
		}
	}
}

// apart reports whether a character cannot be part of a clause's name.
func apart(r rune) bool {
	return !(r == '.' || r == '-' || '0' <= r && r <= '9' || 'a' <= r && r <= 'z')
}
