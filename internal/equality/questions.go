// Package equality lists the questions that every form of the program answers with the same bytes:
// the server, the command line, the WebAssembly module and the C library. Its tests compare them.
package equality

import (
	"encoding/json"
	"net/url"
	"os"
	"path/filepath"
	"strings"

	"loophole/casebook"
	"loophole/rulesets"
)

// A Question is a question to a procedure.
type Question struct {
	Ruleset   string
	Procedure string
	Words     []string // KEY=VALUE of the situation
	House     []string // PATH=VALUE of the house rules
	Strict    bool
	Source    string // where the question stands
}

// Questions returns the questions of a ruleset: those with pinned odds, then those of its casebook,
// without repetitions. root is the root folder of the module.
func Questions(root, ruleset string) ([]Question, error) {
	list, err := pinned(root, ruleset)
	if err != nil {
		return nil, err
	}
	asked, err := cases(ruleset)
	if err != nil {
		return nil, err
	}
	known, unique := map[string]bool{}, []Question(nil)
	for _, q := range append(list, asked...) {
		if key := q.Request(); !known[key] {
			known[key], unique = true, append(unique, q)
		}
	}
	return unique, nil
}

// pinned returns the questions of the ruleset's odds.txt.
func pinned(root, ruleset string) (list []Question, err error) {
	text, err := os.ReadFile(filepath.Join(root, "rulesets", ruleset, "testdata", "odds.txt"))
	for line := range strings.Lines(string(text)) {
		if words, ok := strings.CutPrefix(line, "$ "); ok {
			list = append(list, read(ruleset, words, "odds.txt"))
		}
	}
	return list, err
}

// cases returns the questions of the ruleset's casebook, with the changes that a case makes to the
// house rules.
func cases(ruleset string) (list []Question, err error) {
	rules, err := rulesets.Find(ruleset)
	if err != nil {
		return nil, err
	}
	book, err := casebook.Read(rules, rulesets.Cases(ruleset))
	if err != nil {
		return nil, err
	}
	for _, c := range book.All() {
		for _, s := range c.Steps {
			if s.Kind != casebook.Question {
				continue
			}
			q := read(ruleset, s.Text, c.Name)
			var with []string
			for _, x := range c.With {
				if x.IsHouseRule() {
					with = append(with, x.Path+"="+x.Value)
				}
			}
			q.House, q.Strict = append(with, q.House...), c.Strict
			list = append(list, q)
		}
	}
	return list, nil
}

// read reads the procedure, its words and, behind a bar, the changes to the house rules.
func read(ruleset, text, source string) Question {
	words, house, _ := strings.Cut(text, "|")
	name, rest, _ := strings.Cut(strings.TrimSpace(words), " ")
	return Question{Ruleset: ruleset, Procedure: name, Words: strings.Fields(rest), House: strings.Fields(house), Source: source}
}

// Sample returns every nth question, so that about the given number remains.
func Sample(list []Question, number int) (some []Question) {
	for i := 0; i < len(list); i += len(list)/number + 1 {
		some = append(some, list[i])
	}
	return some
}

// Request returns the question as a request to the C library.
func (q *Question) Request() string {
	request := map[string]any{"ruleset": q.Ruleset, "procedure": q.Procedure, "words": q.Words, "set": q.House}
	if q.Strict {
		request["strict"] = true
	}
	text, _ := json.Marshal(request) // Strings can always be encoded.
	return string(text)
}

// Args returns the question as arguments of the command line.
func (q *Question) Args() []string {
	args := append([]string{"odds", q.Ruleset, q.Procedure, "--json"}, q.Words...)
	for _, s := range q.House {
		args = append(args, "--set", s)
	}
	if q.Strict {
		args = append(args, "--strict")
	}
	return args
}

// Address returns the question as an address of the API.
func (q *Question) Address() string {
	v := url.Values{"set": q.Words, "house": q.House}
	if q.Strict {
		v.Set("strict", "true")
	}
	return "/api/v1/rulesets/" + q.Ruleset + "/procedures/" + q.Procedure + "/odds?" + v.Encode()
}
