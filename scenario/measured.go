package scenario

import (
	"bytes"
	"crypto/sha256"
	_ "embed"
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"
	"sync"

	"loophole/game"
)

// Measured holds the results of games of a scenario in which the program played both sides.
type Measured struct {
	Policy  string // of both sides
	Seed    uint64
	Games   int
	Won     [3]int // by side 0, by side 1, drawn
	Rounds  int    // of all games together
	Actions int
	Ending  MeasuredEnding // the most common
	First   string         // the results of the first few games, so that a test notices changed rules
	Strong  *Strong        // nil if it was not measured
}

// Strong holds the results of games of a scenario in which a strong policy played both sides.
type Strong struct {
	Policy string // of both sides
	Seed   uint64
	Games  int
	Score  float64 // of side 0, less luck: the share of games that it wins, with half of the draws
	Error  float64 // the standard error of Score
	Won    [3]int  // by side 0, by side 1, drawn
	Ending MeasuredEnding
	First  string // as of Measured
}

// The score of each side of an even scenario lies between these.
const leastEven, mostEven = 0.35, 0.65

// IsEven reports whether neither side has much the better score.
func (s *Strong) IsEven() bool { return s.Score >= leastEven && s.Score <= mostEven }

// IsClear reports whether the games are enough to tell an even scenario from an uneven one: the score is two
// standard errors or more from each bound between them.
func (s *Strong) IsClear() bool {
	return min(math.Abs(s.Score-leastEven), math.Abs(s.Score-mostEven)) >= 2*s.Error
}

// A MeasuredEnding is the way in which some games of a scenario ended.
type MeasuredEnding struct {
	Games  int
	Winner int    // 0 or 1; -1 for nobody
	Why    string // as a clause: "a side has no units left"
}

// MeasuredHead is the first line of the file of measurements.
const MeasuredHead = "# Made by go generate ./scenario; do not edit: ruleset, scenario, its text, policy, seed, games, won by the first side, by the second, drawn, rounds, actions, the commonest ending: games, winner, reason, the first games\n"

// StrongHead is the first line of the file of strong results.
const StrongHead = "# Made by go generate ./scenario; do not edit: ruleset, scenario, its text, policy, seed, games, score of the first side less luck, standard error, won by the first side, by the second, drawn, the commonest ending: games, winner, reason, the first games\n"

// measured and strong are the files of measurements.
//
//go:generate go run ../tools/measure measured.tsv strong.tsv
//go:embed measured.tsv
var measured string

//go:embed strong.tsv
var strong string

// Line returns the line of a strong result in its file.
func (s *Strong) Line(b *Scenario) string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%d\t%.3f\t%.3f\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", b.Ruleset, b.Name, b.digest(), s.Policy, s.Seed, s.Games, s.Score, s.Error,
		s.Won[0], s.Won[1], s.Won[2], s.Ending.Games, s.Ending.Winner, s.Ending.Why, s.First)
}

// Line returns the line of a measurement in its file.
func (m *Measured) Line(b *Scenario) string {
	return fmt.Sprintf("%s\t%s\t%s\t%s\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%d\t%s\t%s\n", b.Ruleset, b.Name, b.digest(), m.Policy, m.Seed, m.Games, m.Won[0], m.Won[1], m.Won[2], m.Rounds, m.Actions, m.Ending.Games, m.Ending.Winner, m.Ending.Why, m.First)
}

// digest identifies the text of a scenario.
func (b *Scenario) digest() string {
	return fmt.Sprintf("%x", sha256.Sum256([]byte(b.FileText())))[:12]
}

// measurements holds the lines of the file, by ruleset, scenario and digest.
var measurements = sync.OnceValue(func() map[string]*Measured {
	all := map[string]*Measured{}
	for line := range strings.Lines(measured) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 15 {
			continue
		}
		m := &Measured{Policy: f[3], Ending: MeasuredEnding{Why: f[13]}, First: f[14]}
		m.Seed, _ = strconv.ParseUint(f[4], 10, 64) // a program wrote the file, and a test reads it
		for i, into := range []*int{&m.Games, &m.Won[0], &m.Won[1], &m.Won[2], &m.Rounds, &m.Actions, &m.Ending.Games, &m.Ending.Winner} {
			*into, _ = strconv.Atoi(f[5+i])
		}
		all[strings.Join(f[:3], " ")] = m
	}
	for line := range strings.Lines(strong) {
		f := strings.Split(strings.TrimSuffix(line, "\n"), "\t")
		if len(f) != 15 || all[strings.Join(f[:3], " ")] == nil {
			continue
		}
		x := &Strong{Policy: f[3], Ending: MeasuredEnding{Why: f[13]}, First: f[14]}
		x.Seed, _ = strconv.ParseUint(f[4], 10, 64)
		x.Games, _ = strconv.Atoi(f[5])
		x.Score, _ = strconv.ParseFloat(f[6], 64)
		x.Error, _ = strconv.ParseFloat(f[7], 64)
		for i, into := range []*int{&x.Won[0], &x.Won[1], &x.Won[2], &x.Ending.Games, &x.Ending.Winner} {
			*into, _ = strconv.Atoi(f[8+i])
		}
		all[strings.Join(f[:3], " ")].Strong = x
	}
	return all
})

// Measured returns the measurement of a scenario. It is nil for a scenario that is not bundled or
// whose file has changed since.
func (b *Scenario) Measured() *Measured {
	return measurements()[b.Ruleset+" "+b.Name+" "+b.digest()]
}

// StrongOf returns the result of a strong policy in the scenario of an instance. It is nil for an instance that is no
// bundled scenario under that scenario's own house rules.
func StrongOf(f *game.Instance) *Strong {
	if f.Scenario == "" {
		return nil
	}
	b := findFile(f.Game.Rules.ID, f.Scenario)
	if b == nil {
		return nil
	}
	m := b.Measured()
	if m == nil || m.Strong == nil {
		return nil
	}
	bundled, err := NewInstance(f.Game, b, nil)
	if err != nil || bundled.House.Hash() != f.House.Hash() || !sameSetup(bundled, f) {
		return nil
	}
	return m.Strong
}

// sameSetup reports whether the set-ups of two instances say the same. One that a record holds can have nil where one from
// a file has an empty list.
func sameSetup(a, b *game.Instance) bool {
	x, errX := json.Marshal(a.Setup)
	y, errY := json.Marshal(b.Setup)
	return errX == nil && errY == nil && bytes.Equal(x, y)
}

// StartChance returns the chance of the first side to win between strong players from the start of a bundled scenario. It
// is 0 if StrongOf is nil. It counts one more game won and one more lost than were played (the rule of succession),
// because no number of games makes certain.
func StartChance(f *game.Instance) float64 {
	s := StrongOf(f)
	if s == nil {
		return 0
	}
	n := float64(s.Games)
	return (max(0, min(1, s.Score))*n + 1) / (n + 2)
}

// Sides returns the names of the two sides that the set-up states, or nil.
func (b *Scenario) Sides() []string {
	for _, k := range b.setup.keys {
		if k.name != "sides" || len(k.value.items) != 2 {
			continue
		}
		names := []string{k.value.items[0].text, k.value.items[1].text}
		if names[0] != "" && names[1] != "" {
			return names
		}
	}
	return nil
}

// Rounds returns the number of rounds that the set-up states, or 0, and what the rulebook calls them: "rounds" or
// "turns".
func (b *Scenario) Rounds() (n int, called string) {
	for _, k := range b.setup.keys {
		if k.name == "rounds" || k.name == "turns" {
			n, _ := strconv.Atoi(k.value.text) // the set-up reports a value that is no number
			return n, k.name
		}
	}
	return 0, "rounds"
}
