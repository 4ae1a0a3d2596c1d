package casebook

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"regexp"
	"slices"
	"strings"

	"loophole/internal/usertext"
	"loophole/rule"
)

// The bounds of a casebook, far above the size of real ones.
const (
	maxBytes = 1 << 20 // of a file
	maxCases = 2000    // of a file
	maxSteps = 2000    // of a case
)

// Read reads every *.txt file of a folder, sorted by name. Its error lists every fault with file
// and line.
func Read(rules *rule.Ruleset, files fs.FS) (*Book, error) {
	names, err := fs.Glob(files, "*.txt")
	if err != nil {
		return nil, err
	}
	slices.Sort(names)
	b := &Book{Ruleset: rules.ID, Setups: map[string]string{}}
	var faults []error
	for _, name := range names {
		text, err := fs.ReadFile(files, name)
		if err == nil {
			err = b.Add(rules, path.Base(name), string(text))
		}
		faults = append(faults, err)
	}
	if err := errors.Join(append(faults, b.CheckTwins())...); err != nil {
		return nil, err
	}
	return b, nil
}

// Add reads one file into the book.
func (b *Book) Add(rules *rule.Ruleset, file, text string) error {
	if len(text) > maxBytes {
		return fmt.Errorf("%s: the file is larger than %d bytes", file, maxBytes)
	}
	r := &reader{book: b, rules: rules, file: file}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		r.line = i + 1
		r.readLine(line)
	}
	r.close()
	return errors.Join(r.faults...)
}

// CheckTwins returns an error for each case whose twin is missing or does not play its clauses.
func (b *Book) CheckTwins() error {
	var faults []error
	for _, c := range b.Cases {
		if c.Twin == "" {
			continue
		}
		model := b.Find(c.Twin)
		if model == nil {
			faults = append(faults, fmt.Errorf("%s: unknown case %q%s", c.place(c.Line), c.Twin, rule.Suggest(c.Twin, b.names())))
			continue
		}
		for _, x := range append(slices.Clone(c.Lacks), c.Differs...) {
			if !slices.Contains(model.Plays, x) {
				faults = append(faults, fmt.Errorf("%s: %q does not play %s, which its twin names: add it to plays there, or remove it here", c.place(c.Line), c.Twin, x))
			}
		}
	}
	return errors.Join(faults...)
}

func (c *Case) place(line int) string { return fmt.Sprintf("%s:%d", c.File, line) }

// A reader reads one file.
type reader struct {
	book    *Book
	rules   *rule.Ruleset
	file    string
	line    int
	setup   string // the set-up whose lines are being read
	current *Case
	faults  []error
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %s", r.file, r.line, fmt.Sprintf(format, args...)))
}

// readLine reads one line.
func (r *reader) readLine(line string) {
	if r.setup != "" && (strings.HasPrefix(line, " ") || strings.TrimSpace(line) == "") {
		r.book.Setups[r.setup] += line + "\n"
		return
	}
	text := strings.TrimSpace(line)
	if text == "" || strings.HasPrefix(text, "#") {
		return
	}
	r.setup = ""
	word, rest, _ := strings.Cut(text, " ")
	rest = strings.TrimSpace(rest)
	switch word {
	case "setup":
		r.close()
		r.beginSetup(rest)
		return
	case "case":
		r.close()
		r.beginCase(rest)
		return
	}
	switch {
	case r.current == nil:
		r.fault("%q is outside a case: begin one with case NAME", usertext.Truncate(text))
	case len(r.current.Steps) >= maxSteps:
		r.fault("a case can have %d lines of play", maxSteps)
	case !r.headLine(word, rest) && !r.step(word, rest):
		r.fault("unknown line %q: docs/casebook.md lists the lines of a case", usertext.Truncate(word))
	}
}

func (r *reader) beginSetup(name string) {
	if name == "" || strings.ContainsAny(name, " /") {
		r.fault("a set-up needs a name of one word: setup NAME")
		return
	}
	r.setup = r.file + "/" + name
	if _, twice := r.book.Setups[r.setup]; twice {
		r.fault("duplicate set-up %q: use another name", name)
	}
	r.book.Setups[r.setup] = ""
}

func (r *reader) beginCase(name string) {
	switch {
	case name == "":
		r.fault("a case needs a name: case NAME")
	case strings.ContainsAny(name, "|;"):
		r.fault("the name of a case cannot contain | or ;")
	case r.book.Find(name) != nil:
		r.fault("duplicate case %q: use another name", name)
	case len(r.book.Cases) >= maxCases:
		r.fault("a casebook can have %d cases", maxCases)
	default:
		r.current = &Case{Name: name, File: r.file, Line: r.line}
	}
}

// close ends the current case.
func (r *reader) close() {
	c := r.current
	if r.current = nil; c == nil {
		return
	}
	asks := slices.ContainsFunc(c.Steps, func(s Step) bool { return s.Kind == Question })
	switch {
	case len(c.Because) == 0:
		r.fault("case %q has no reason: add because TEXT", c.Name)
	case c.Setup == "" && !asks:
		r.fault("case %q has no set-up: add on NAME", c.Name)
	case c.Twin == "" && len(c.Lacks)+len(c.Differs) > 0:
		r.fault("case %q lacks or differs in clauses of another case: add twin NAME", c.Name)
	}
	r.book.Cases = append(r.book.Cases, c)
}

// headLine reads a line of the head of a case. It returns false for another line.
func (r *reader) headLine(word, rest string) bool {
	c := r.current
	switch word {
	case "because":
		if rest == "" {
			r.fault("because needs a text")
		}
		c.Because = append(c.Because, rest)
	case "on":
		name, bundled := strings.CutPrefix(rest, "bundled ")
		if c.Setup, c.Bundled = name, bundled; !bundled {
			c.Setup = r.file + "/" + name
			if _, known := r.book.Setups[c.Setup]; !known {
				r.fault("unknown set-up %q: define it above the case", rest)
			}
		}
	case "with":
		words := strings.Fields(rest)
		if strings.Contains(rest, "={") || strings.Contains(rest, "=[") {
			words = []string{rest} // one change whose value has spaces
		}
		list, err := rule.ParseWords(words)
		if err != nil {
			r.fault("%v", err)
		}
		c.With = append(c.With, list...)
	case "plays":
		c.Plays = append(c.Plays, r.clauses(rest)...)
	case "lacks":
		c.Lacks = append(c.Lacks, r.clauses(rest)...)
	case "differs":
		c.Differs = append(c.Differs, r.clauses(rest)...)
	case "twin":
		c.Twin = rest
	case "strict":
		c.Strict = true
	default:
		return false
	}
	return true
}

// clauses reads names of clauses.
func (r *reader) clauses(text string) (list []rule.Clause) {
	words := strings.FieldsFunc(text, func(x rune) bool { return x == ' ' || x == ',' })
	if len(words) == 0 {
		r.fault("a clause is missing")
	}
	for _, w := range words {
		if _, ok := r.rules.Ledger.Find(rule.Clause(w)); !ok {
			var ids []string
			for _, s := range r.rules.Ledger.Statements {
				ids = append(ids, string(s.ID))
			}
			r.fault("unknown clause %q%s", usertext.Truncate(w), rule.Suggest(w, ids))
		}
		list = append(list, rule.Clause(w))
	}
	return list
}

// step reads a step, an answer or a line of violations. It returns false for another line.
func (r *reader) step(mark, rest string) bool {
	c := r.current
	last := func() *Step {
		for i := len(c.Steps) - 1; i >= 0; i-- {
			if k := c.Steps[i].Kind; k == Action || k == Question {
				return &c.Steps[i]
			}
		}
		return nil
	}
	add := func(k Kind) {
		if rest == "" && k != Begin {
			r.fault("%s needs a text", mark)
		}
		c.Steps = append(c.Steps, Step{Kind: k, Text: rest, Line: r.line})
	}
	switch mark {
	case ">":
		add(Action)
	case "$":
		add(Question)
	case "---":
		add(Begin)
	case "=":
		if err := wellFormed(rest); err != nil {
			r.fault("%v", err)
		}
		if clause, ok := strings.CutPrefix(rest, "no clause "); ok {
			r.clauses(clause) // A misspelt one would hold always.
		}
		add(Fact)
	case "!":
		if s := last(); s == nil {
			r.fault("! needs an action or a question above it")
		} else {
			s.Violated = append(s.Violated, r.clauses(rest)...)
		}
	case "<":
		if s := last(); s == nil || s.Kind != Action || c.Steps[len(c.Steps)-1].Kind != Action {
			r.fault("an answer must come below its action, before the facts")
		} else {
			s.Answers = append(s.Answers, answerOf(rest, r.line))
		}
	default:
		return false
	}
	return true
}

// specified matches an answer with the side or the dice that must be asked for.
var specified = regexp.MustCompile(`^([^:]*?)\s*(\d*D\d+)?:\s*(.*)$`)

// answerOf reads "Soviet 3D6: 1 1 4", "3D6: 1 1 4", "Soviet: stay" or "stay".
func answerOf(text string, line int) Answer {
	if m := specified.FindStringSubmatch(text); m != nil && !strings.HasPrefix(strings.ToLower(text), "d6:") {
		return Answer{By: m[1], Dice: m[2], Text: m[3], Line: line}
	}
	return Answer{Text: text, Line: line}
}
