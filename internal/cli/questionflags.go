package cli

import (
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/question"
	"loophole/internal/wire"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// questionFlags are the flags of a question.
type questionFlags struct {
	file    string
	example string
	house   string
	rulings []string
	sets    []string
	strict  bool
}

// flags adds the flags of a question to a command.
func (a *questionFlags) flags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVarP(&a.file, "file", "f", "", "read the situation from a YAML or JSON `FILE`, or - for standard input")
	f.StringVarP(&a.example, "example", "x", "", "begin with the example of this `NAME`")
	f.BoolVar(&a.strict, "strict", false, "reject values that are not published with certainty")
	a.houseFlags(cmd)
}

// houseFlags adds the flags of house rules to a command.
func (a *questionFlags) houseFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.house, "house", "", "apply the house rules of a YAML or JSON `FILE`")
	f.StringArrayVarP(&a.rulings, "ruling", "r", nil, "choose the reading of a ruling: `NAME=READING`")
	f.StringArrayVar(&a.sets, "set", nil, "set a value of the house rules: `PATH=VALUE`, such as facts.NAME=4")
}

// A checkedQuestion is a question with what its legality check relied on.
type checkedQuestion = wire.CheckedQuestion

// ask turns arguments and flags into a question. The arguments are the rulebook and the
// procedure, which a file may name instead, then settings.
func (c *console) ask(args []string, a *questionFlags) (*checkedQuestion, error) {
	if a.file == "-" && a.house == "-" {
		return nil, errors.New("--file and --house cannot both read standard input")
	}
	names, words := splitNames(args)
	settings, header, err := c.situation(a.file)
	if err != nil {
		return nil, err
	}
	rules, proc, err := findProcedure(names, header, a.file)
	if err != nil {
		return nil, err
	}
	base, err := proc.Example(a.example)
	if err != nil {
		return nil, err
	}
	typed, err := rule.ParseWords(words)
	if err != nil {
		return nil, err
	}
	house, err := c.houseRules(rules, a)
	if err != nil {
		return nil, err
	}
	q, err := proc.NewQuestion(house, base, settings, typed)
	if err != nil {
		return nil, fmt.Errorf("%w\nsee: "+program+" explain %s %s", err, rules.ID, proc.Name)
	}
	return &checkedQuestion{Question: q}, nil
}

// splitNames splits arguments into names, at most two, and settings.
func splitNames(args []string) (names, words []string) {
	n := 0
	for n < len(args) && n < 2 && !strings.Contains(args[n], "=") {
		n++
	}
	return args[:n], args[n:]
}

// situation reads the situation file, unless its name is empty.
func (c *console) situation(name string) ([]rule.Setting, scenario.Header, error) {
	if name == "" {
		return nil, scenario.Header{}, nil
	}
	r, shown, err := c.open(name)
	if err != nil {
		return nil, scenario.Header{}, err
	}
	defer r.Close()
	return scenario.ReadSituation(shown, r)
}

// open opens a file for reading; - is standard input. The error for a folder says so.
func (c *console) open(name string) (r io.ReadCloser, shown string, err error) {
	if name == "-" {
		return io.NopCloser(c.in), "stdin", nil
	}
	f, err := openFile(name)
	return f, name, err
}

// openFile opens a file for reading, and returns an error if it is a folder.
func openFile(name string) (*os.File, error) {
	f, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if info, err := f.Stat(); err == nil && info.IsDir() {
		f.Close()
		return nil, fmt.Errorf("%s is a folder: name a file", name)
	}
	return f, nil
}

// findProcedure returns the rulebook and the procedure of a question.
func findProcedure(names []string, h scenario.Header, file string) (*rule.Ruleset, *rule.Procedure, error) {
	id, name, err := matchNames(names, h, file)
	if err != nil {
		return nil, nil, err
	}
	if id == "" {
		return nil, nil, fmt.Errorf("RULESET is missing: name one of %s", strings.Join(ids(), ", "))
	}
	rules, err := rulesets.Find(id)
	if err != nil {
		return nil, nil, err
	}
	if name == "" {
		return nil, nil, fmt.Errorf("PROCEDURE is missing: name one of %s: %s", id, strings.Join(procedures(rules), ", "))
	}
	proc, err := rules.Procedure(name)
	return rules, proc, err
}

// matchNames returns the names from the command line or the header of the file. They must not
// differ.
func matchNames(names []string, h scenario.Header, file string) (id, procedure string, err error) {
	id, procedure = h.Ruleset, h.Procedure
	for i, p := range []*string{&id, &procedure} {
		if i >= len(names) {
			break
		}
		if *p != "" && *p != names[i] {
			return "", "", fmt.Errorf("%s is for %s, but the command line says %s", file, *p, names[i])
		}
		*p = names[i]
	}
	return id, procedure, nil
}

// ids lists the identifiers of the rulebooks.
func ids() []string {
	var s []string
	for _, r := range rulesets.All {
		s = append(s, r.ID)
	}
	return s
}

// procedures lists the names of the procedures of a rulebook.
func procedures(r *rule.Ruleset) []string {
	var s []string
	for _, p := range r.Procedures {
		s = append(s, p.Name)
	}
	return s
}

// houseRules returns the house rules of the file and the flags, which win.
func (c *console) houseRules(rules *rule.Ruleset, a *questionFlags) (*rule.HouseRules, error) {
	settings, err := c.settings(rules, a)
	if err != nil {
		return nil, err
	}
	return rules.House(settings...)
}

// settings returns the settings of the house rules file, then those of the flags.
func (c *console) settings(rules *rule.Ruleset, a *questionFlags) ([][]rule.Setting, error) {
	var settings []rule.Setting
	if a.house != "" {
		r, shown, err := c.open(a.house)
		if err != nil {
			return nil, err
		}
		defer r.Close()
		id, s, err := scenario.ReadHouseRules(shown, r)
		if err != nil {
			return nil, err
		}
		if id != rules.ID {
			return nil, fmt.Errorf("%s has house rules for %s, not for %s", shown, id, rules.ID)
		}
		settings = s
	}
	typed, err := typedHouse(a)
	if err != nil {
		return nil, err
	}
	return [][]rule.Setting{settings, typed}, nil
}

// typedHouse converts --ruling and --set to settings.
func typedHouse(a *questionFlags) ([]rule.Setting, error) {
	rulings, wrong := question.Param{Name: "--ruling", Prefix: "rulings.", Form: "NAME=READING", Placed: true}.Parse(a.rulings)
	values, err := question.Param{Name: "--set", Form: "PATH=VALUE, such as facts.NAME=4", Placed: true}.Parse(a.sets)
	return append(rulings, values...), errors.Join(wrong, err)
}

// index returns the index of a word in a list, or -1.
func index(list []string, word string) int {
	for i, x := range list {
		if x == word {
			return i
		}
	}
	return -1
}
