package casebook

import (
	"fmt"
	"strings"
	"sync"

	"loophole/rule"
)

// A Book is the casebook of one rulebook.
type Book struct {
	Ruleset string
	Setups  map[string]string // the YAML of set-ups, by FILE/NAME
	Cases   []*Case

	read sync.Map // the set-ups as scenarios, each read once
}

// A Case is one transcript with what must hold in it.
type Case struct {
	Name    string
	File    string // its file, without folder
	Line    int    // where it begins
	Because []string
	Setup   string // FILE/NAME of a set-up, or the name of a bundled scenario
	Bundled bool
	With    []rule.Setting // changes to the set-up and the house
	Plays   []rule.Clause
	Twin    string // the case of which this is the twin
	Lacks   []rule.Clause
	Differs []rule.Clause
	Strict  bool
	Steps   []Step
}

// Kind is what a step of a case does.
type Kind string

// The kinds of steps.
const (
	Action   Kind = "action"   // takes an action of the game
	Question Kind = "question" // asks a procedure, apart from any game
	Begin    Kind = "begin"    // what stands before led up to the case
	Fact     Kind = "fact"     // must hold now
)

// A Step is one line of play: an action with its answers, a question, or a fact.
type Step struct {
	Kind    Kind
	Text    string // the line without its mark
	Line    int    // in the file
	Answers []Answer
	Refused []rule.Clause // of an action or question that is refused
}

// An Answer is given to the next question of an action.
type Answer struct {
	By   string // the side that must be asked; empty asks no more than that somebody is
	Dice string // the dice that must be rolled, as 5D6
	Text string
	Line int
}

// All lists the cases.
func (b *Book) All() []*Case {
	if b == nil {
		return nil
	}
	return b.Cases
}

// Find returns the case of a name, or nil.
func (b *Book) Find(name string) *Case {
	for _, c := range b.Cases {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Naming lists the cases that play, lack or change a clause.
func (b *Book) Naming(clause rule.Clause) (list []*Case) {
	for _, c := range b.Cases {
		for _, x := range [][]rule.Clause{c.Plays, c.Lacks, c.Differs} {
			if has(x, clause) {
				list = append(list, c)
				break
			}
		}
	}
	return list
}

func has(list []rule.Clause, c rule.Clause) bool {
	for _, x := range list {
		if x == c {
			return true
		}
	}
	return false
}

// Lines writes the case as it stands in a file, without its comments.
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
		add("!", strings.Trim(fmt.Sprint(s.Refused), "[]"))
	}
	return lines
}

// line writes an answer as it is read.
func (a Answer) line() string {
	if asked := strings.TrimSpace(a.By + " " + a.Dice); asked != "" {
		return asked + ": " + a.Text
	}
	return a.Text
}
