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

// questionFlags is what the flags say about a question.
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
	f.StringVarP(&a.file, "file", "f", "", "read the situation from a YAML or JSON `FILE`; - is standard input")
	f.StringVarP(&a.example, "example", "x", "", "begin with an example of the procedure, by its `NAME`")
	f.BoolVar(&a.strict, "strict", false, "refuse values that are not published with certainty")
	a.houseFlags(cmd)
}

// houseFlags adds the flags that say how a rulebook is played.
func (a *questionFlags) houseFlags(cmd *cobra.Command) {
	f := cmd.Flags()
	f.StringVar(&a.house, "house", "", "play by the house rules of a YAML or JSON `FILE`")
	f.StringArrayVarP(&a.rulings, "ruling", "r", nil, "follow another reading of a ruling: `ID=READING`")
	f.StringArrayVar(&a.sets, "set", nil, "set one value of the house: `PATH=VALUE`, as facts.NAME=4")
}

// A checkedQuestion is a question with what its legality check relied on.
type checkedQuestion = wire.CheckedQuestion

// ask turns words and flags into a question. Positional words are the
// rulebook and the procedure, which a file may name instead, then settings.
func (c *console) ask(args []string, a *questionFlags) (*checkedQuestion, error) {
	if a.file == "-" && a.house == "-" {
		return nil, errors.New("--file and --house cannot both read standard input")
	}
	names, words := cut(args)
	settings, header, err := c.situation(a.file)
	if err != nil {
		return nil, err
	}
	rules, proc, err := find(names, header, a.file)
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
		return nil, fmt.Errorf("%w\nsee: loophole explain %s %s", err, rules.ID, proc.Name)
	}
	return &checkedQuestion{Question: q}, nil
}

// cut divides words into names, which stand first, and settings.
func cut(args []string) (names, words []string) {
	n := 0
	for n < len(args) && n < 2 && !strings.Contains(args[n], "=") {
		n++
	}
	return args[:n], args[n:]
}

// situation reads the situation file, if there is one.
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

// open opens a file for reading; - is standard input.
func (c *console) open(name string) (r io.ReadCloser, shown string, err error) {
	if name == "-" {
		return io.NopCloser(c.in), "stdin", nil
	}
	f, err := os.Open(name)
	return f, name, err
}

// find returns the rulebook and the procedure that are asked for.
func find(names []string, h scenario.Header, file string) (*rule.Ruleset, *rule.Procedure, error) {
	id, name, err := matchNames(names, h, file)
	if err != nil {
		return nil, nil, err
	}
	if id == "" {
		return nil, nil, fmt.Errorf("which rulebook? there are %s", strings.Join(ids(), ", "))
	}
	rules, err := rulesets.Find(id)
	if err != nil {
		return nil, nil, err
	}
	if name == "" {
		return nil, nil, fmt.Errorf("which procedure of %s? there are %s", id, strings.Join(procedures(rules), ", "))
	}
	proc, err := rules.Procedure(name)
	return rules, proc, err
}

// matchNames takes the names from the command line or from the file's header; both
// may not differ.
func matchNames(names []string, h scenario.Header, file string) (id, procedure string, err error) {
	id, procedure = h.Ruleset, h.Procedure
	for i, p := range []*string{&id, &procedure} {
		if i >= len(names) {
			break
		}
		if *p != "" && *p != names[i] {
			return "", "", fmt.Errorf("%s is about %s, but %s was typed", file, *p, names[i])
		}
		*p = names[i]
	}
	return id, procedure, nil
}

func ids() []string {
	var s []string
	for _, r := range rulesets.All {
		s = append(s, r.ID)
	}
	return s
}

func procedures(r *rule.Ruleset) []string {
	var s []string
	for _, p := range r.Procedures {
		s = append(s, p.Name)
	}
	return s
}

// houseRules returns the house that file and flags make together.
func (c *console) houseRules(rules *rule.Ruleset, a *questionFlags) (*rule.HouseRules, error) {
	settings, err := c.settings(rules, a)
	if err != nil {
		return nil, err
	}
	return rules.House(settings...)
}

// settings are what the file sets, and what flags set over it.
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
			return nil, fmt.Errorf("%s is a house file for %s, not for %s", shown, id, rules.ID)
		}
		settings = s
	}
	typed, err := typedHouse(a)
	if err != nil {
		return nil, err
	}
	return [][]rule.Setting{settings, typed}, nil
}

// typedHouse turns --ruling and --set into settings.
func typedHouse(a *questionFlags) ([]rule.Setting, error) {
	rulings, wrong := question.Param{Name: "--ruling", Prefix: "rulings.", Form: "ID=READING", Placed: true}.Parse(a.rulings)
	values, err := question.Param{Name: "--set", Form: "PATH=VALUE, as facts.NAME=4", Placed: true}.Parse(a.sets)
	return append(rulings, values...), errors.Join(wrong, err)
}

func index(list []string, word string) int {
	for i, x := range list {
		if x == word {
			return i
		}
	}
	return -1
}
