package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"

	"loophole/policy"
	"loophole/scenario"
)

// step is the number of games after which a run that is interrupted can continue.
const step = 10

// A part holds games that strong policies have played, so that an interrupted run loses few of them.
type part struct {
	file   string
	played map[string]*played // by nameOf
}

// played are the first games of a scenario.
type played struct {
	Opening string // how the first two end, which tells whether the rules have changed since
	policy.Series
}

// partLine is the form of played games in the file.
type partLine struct {
	Opening string
	Games   int
	Won     [3]int
	Luck    policy.Control
	Endings []partEnding
}

type partEnding struct {
	policy.Ending
	Games int
}

// readPart reads the file, or begins one.
func readPart(file string) (*part, error) {
	p := &part{file, map[string]*played{}}
	text, err := os.ReadFile(file)
	if errors.Is(err, fs.ErrNotExist) {
		return p, nil
	}
	lines := map[string]partLine{}
	if err == nil {
		err = json.Unmarshal(text, &lines)
	}
	if err != nil {
		return nil, fmt.Errorf("%s: %w: delete it to begin anew", file, err)
	}
	for name, line := range lines {
		x := &played{Opening: line.Opening}
		x.Games, x.Won, x.Luck, x.Endings = line.Games, line.Won, line.Luck, map[policy.Ending]int{}
		for _, e := range line.Endings {
			x.Endings[e.Ending] = e.Games
		}
		p.played[name] = x
	}
	return p, nil
}

// write writes the file.
func (p *part) write() error {
	lines := map[string]partLine{}
	for name, x := range p.played {
		line := partLine{x.Opening, x.Games, x.Won, x.Luck, nil}
		for e, n := range x.Endings {
			line.Endings = append(line.Endings, partEnding{e, n})
		}
		slices.SortFunc(line.Endings, func(a, b partEnding) int { return b.Games - a.Games })
		lines[name] = line
	}
	text, err := json.MarshalIndent(lines, "", "\t")
	if err != nil {
		return err
	}
	if err := os.WriteFile(p.file+".new", append(text, '\n'), 0o666); err != nil {
		return err
	}
	return os.Rename(p.file+".new", p.file)
}

// play returns the first n games of a scenario, and plays those that lack.
func (p *part) play(b *scenario.Scenario, by string, n int) (*played, error) {
	name := nameOf(b, by)
	x := p.played[name]
	if x == nil || x.Games < n {
		opening, err := strongOpening(b, by)
		if err != nil {
			return nil, err
		}
		if x == nil || x.Opening != opening {
			x = &played{Opening: opening}
			p.played[name] = x
		}
	}
	for x.Games < n {
		more, err := series(b, by, x.Games, min(n, x.Games+step), true)
		if err != nil {
			return nil, err
		}
		x.Add(more)
		if err := p.write(); err != nil {
			return nil, err
		}
	}
	return x, nil
}

// games returns the number of games of a scenario that are played.
func (p *part) games(b *scenario.Scenario, by string) int {
	if x := p.played[nameOf(b, by)]; x != nil {
		return x.Games
	}
	return 0
}

// nameOf names the games of a scenario with its text between policies of one name.
func nameOf(b *scenario.Scenario, by string) string {
	return fmt.Sprintf("%v %.6x %s", b, sha256.Sum256([]byte(b.FileText())), by)
}
