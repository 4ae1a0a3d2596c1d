package casebook

import (
	"fmt"
	"slices"
	"strings"
	"sync"

	"loophole/rule"
)

// A Book is the casebook of one ruleset.
type Book struct {
	Ruleset string
	Setups  map[string]string // the YAML of the set-ups, by FILE/NAME
	Cases   []*Case

	read sync.Map // scenarios of the set-ups, each read once
}

// A Case is one transcript with the facts that must hold in it.
type Case struct {
	Name    string
	File    string         // its file, without folder
	Line    int            // its first line
	Because []string       // how the facts follow from the book
	Setup   string         // FILE/NAME of a set-up, or the name of a bundled scenario
	Bundled bool           // Setup is a bundled scenario
	With    []rule.Setting // changes to the set-up and the house rules
	Plays   []rule.Clause  // the clauses whose effect the case shows
	Twin    string         // the case of which this one is the twin
	Lacks   []rule.Clause  // clauses that the other case plays and this one does not cite
	Differs []rule.Clause  // clauses that both cite, with another effect here
	Strict  bool           // values that are not certain are rejected
	Steps   []Step
}

// Kind is the kind of a step of a case.
type Kind string

// The kinds of steps.
const (
	Action   Kind = "action"   // an action of the game
	Question Kind = "question" // a question to a procedure, without a game
	Begin    Kind = "begin"    // the end of the steps that lead up to the case
	Fact     Kind = "fact"     // a fact that must hold now
)

// A Step is one line of a case: an action with its answers, a question, or a fact.
type Step struct {
	Kind     Kind
	Text     string // the line without its mark
	Line     int    // in the file
	Answers  []Answer
	Violated []rule.Clause // the clauses that forbid the action or question
}

// An Answer answers one question of an action.
type Answer struct {
	By   string // the side that must be asked; empty allows either
	Dice string // the dice that must be rolled, as 5D6
	Text string
	Line int
}

// All lists the cases. A nil book has none.
func (b *Book) All() []*Case {
	if b == nil {
		return nil
	}
	return b.Cases
}

func (b *Book) names() (list []string) {
	for _, c := range b.Cases {
		list = append(list, c.Name)
	}
	return list
}

// Find returns the case with a name, or nil.
func (b *Book) Find(name string) *Case {
	for _, c := range b.Cases {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Naming lists the cases that play a clause, lack it or differ in it.
func (b *Book) Naming(clause rule.Clause) (list []*Case) {
	for _, c := range b.Cases {
		for _, x := range [][]rule.Clause{c.Plays, c.Lacks, c.Differs} {
			if slices.Contains(x, clause) {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

// Lines returns the case in the form of a file, without its comments.
func (c *Case) Lines() []string {
	lines := []string{"case " + c.Name}
	add := func(head, text string) {
		if text != "" {
			lines = append(lines, head+" "+text)
		}
	}
	add("twin", c.Twin)
	for _, b := range c.Because {
		add("because", b)
	}
	on := c.Setup[strings.IndexByte(c.Setup, '/')+1:]
	if c.Bundled {
		on = "bundled " + c.Setup
	}
	add("on", on)
	for _, s := range c.With {
		add("with", s.Path+"="+s.Value)
	}
	for _, x := range []struct {
		head string
		list []rule.Clause
	}{{"plays", c.Plays}, {"lacks", c.Lacks}, {"differs", c.Differs}} {
		add(x.head, strings.Trim(fmt.Sprint(x.list), "[]"))
	}
	if c.Strict {
		lines = append(lines, "strict")
	}
	marks := map[Kind]string{Action: ">", Question: "$", Fact: "="}
	for _, s := range c.Steps {
		if s.Kind == Begin {
			lines = append(lines, "---")
			continue
		}
		add(marks[s.Kind], s.Text)
		for _, a := range s.Answers {
			add("<", a.line())
		}
		add("!", strings.Trim(fmt.Sprint(s.Violated), "[]"))
	}
	return lines
}

// line returns an answer in the form of a file.
func (a Answer) line() string {
	if asked := strings.TrimSpace(a.By + " " + a.Dice); asked != "" {
		return asked + ": " + a.Text
	}
	return a.Text
}
