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

// The bounds of a casebook, far above what people write.
const (
	mostBytes = 1 << 20 // of a file
	mostCases = 2000    // of a file
	mostSteps = 2000    // of a case
)

// Read reads every *.txt below a folder, in the order of the names. Its error tells
// of every fault, with file and line.
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
	if err := errors.Join(append(faults, b.twins())...); err != nil {
		return nil, err
	}
	return b, nil
}

// Add reads one file into the book.
func (b *Book) Add(rules *rule.Ruleset, file, text string) error {
	if len(text) > mostBytes {
		return fmt.Errorf("%s: the file is larger than %d bytes", file, mostBytes)
	}
	r := &reader{book: b, rules: rules, file: file}
	for i, line := range strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n") {
		r.line = i + 1
		r.take(line)
	}
	r.close()
	return errors.Join(r.faults...)
}

// Twins says which cases are twins of none.
func (b *Book) Twins() error { return b.twins() }

func (b *Book) twins() error {
	var faults []error
	for _, c := range b.Cases {
		if c.Twin == "" {
			continue
		}
		model := b.Find(c.Twin)
		if model == nil {
			faults = append(faults, fmt.Errorf("%s: there is no case %q", c.place(c.Line), c.Twin))
			continue
		}
		for _, x := range append(slices.Clone(c.Lacks), c.Differs...) {
			if !has(model.Plays, x) {
				faults = append(faults, fmt.Errorf("%s: %q does not play %s, which its twin names", c.place(c.Line), c.Twin, x))
			}
		}
	}
	return errors.Join(faults...)
}

func (c *Case) place(line int) string { return fmt.Sprintf("%s:%d", c.File, line) }

// A reader reads one file.
type reader struct {
	book   *Book
	rules  *rule.Ruleset
	file   string
	line   int
	setup  string // the set-up whose lines come
	open   *Case
	faults []error
}

func (r *reader) fault(format string, args ...any) {
	r.faults = append(r.faults, fmt.Errorf("%s:%d: %s", r.file, r.line, fmt.Sprintf(format, args...)))
}

// take reads one line.
func (r *reader) take(line string) {
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
	case r.open == nil:
		r.fault("%q stands in no case: a case begins with case NAME", usertext.Truncate(text))
	case len(r.open.Steps) >= mostSteps:
		r.fault("a case has at most %d lines of play", mostSteps)
	case !r.head(word, rest) && !r.step(word, rest):
		r.fault("%q begins no line of a case: see docs/casebook.md", usertext.Truncate(word))
	}
}

func (r *reader) beginSetup(name string) {
	if name == "" || strings.ContainsAny(name, " /") {
		r.fault("a set-up has a name of one word: setup NAME")
		return
	}
	r.setup = r.file + "/" + name
	if _, twice := r.book.Setups[r.setup]; twice {
		r.fault("the set-up %s stands twice", name)
	}
	r.book.Setups[r.setup] = ""
}

func (r *reader) beginCase(name string) {
	switch {
	case name == "":
		r.fault("a case has a name: case NAME")
	case strings.ContainsAny(name, "|;"):
		r.fault("the name of a case holds no | and no ;")
	case r.book.Find(name) != nil:
		r.fault("the case %q stands twice", name)
	case len(r.book.Cases) >= mostCases:
		r.fault("a casebook has at most %d cases", mostCases)
	default:
		r.open = &Case{Name: name, File: r.file, Line: r.line}
	}
}

// close ends the case that is open.
func (r *reader) close() {
	c := r.open
	if r.open = nil; c == nil {
		return
	}
	asks := slices.ContainsFunc(c.Steps, func(s Step) bool { return s.Kind == Question })
	switch {
	case len(c.Because) == 0:
		r.fault("%q does not say why its facts follow: because TEXT", c.Name)
	case c.Setup == "" && !asks:
		r.fault("%q has no set-up: on NAME", c.Name)
	case c.Twin == "" && len(c.Lacks)+len(c.Differs) > 0:
		r.fault("%q lacks what another case plays: name it by twin NAME", c.Name)
	}
	r.book.Cases = append(r.book.Cases, c)
}

// head reads a line of the head of a case.
func (r *reader) head(word, rest string) bool {
	c := r.open
	switch word {
	case "because":
		if rest == "" {
			r.fault("nothing stands after because")
		}
		c.Because = append(c.Because, rest)
	case "on":
		name, bundled := strings.CutPrefix(rest, "bundled ")
		if c.Setup, c.Bundled = name, bundled; !bundled {
			c.Setup = r.file + "/" + name
			if _, known := r.book.Setups[c.Setup]; !known {
				r.fault("there is no set-up %q above", rest)
			}
		}
	case "with":
		words := strings.Fields(rest)
		if strings.Contains(rest, "={") || strings.Contains(rest, "=[") {
			words = []string{rest} // One change, whose value has spaces.
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
		r.fault("no clause is named")
	}
	for _, w := range words {
		if _, ok := r.rules.Ledger.Find(rule.Clause(w)); !ok {
			var ids []string
			for _, s := range r.rules.Ledger.Statements {
				ids = append(ids, string(s.ID))
			}
			r.fault("there is no clause %q%s", usertext.Truncate(w), rule.Suggest(w, ids))
		}
		list = append(list, rule.Clause(w))
	}
	return list
}

// step reads a line of play.
func (r *reader) step(mark, rest string) bool {
	c := r.open
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
			r.fault("nothing stands after %s", mark)
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
		add(Fact)
	case "!":
		if s := last(); s == nil {
			r.fault("nothing stands before that could be refused")
		} else {
			s.Refused = append(s.Refused, r.clauses(rest)...)
		}
	case "<":
		if s := last(); s == nil || s.Kind != Action || c.Steps[len(c.Steps)-1].Kind != Action {
			r.fault("an answer stands below its action, before the facts")
		} else {
			s.Answers = append(s.Answers, answerOf(rest, r.line))
		}
	default:
		return false
	}
	return true
}

var specified = regexp.MustCompile(`^([^:]*?)\s*(\d*D\d+)?:\s*(.*)$`)

// answerOf reads "Soviet 3D6: 1 1 4", "3D6: 1 1 4", "Soviet: stay" or "stay".
func answerOf(text string, line int) Answer {
	if m := specified.FindStringSubmatch(text); m != nil && !strings.HasPrefix(strings.ToLower(text), "d6:") {
		return Answer{By: m[1], Dice: m[2], Text: m[3], Line: line}
	}
	return Answer{Text: text, Line: line}
}
