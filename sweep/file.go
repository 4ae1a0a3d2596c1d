package sweep

import (
	"cmp"
	"fmt"
	"io"
	"math/big"
	"strconv"
	"strings"

	"loophole/scenario"
)

// A File holds the contents of a sweep file.
type File struct {
	Format    int        `min:"1" max:"1" doc:"version of the file format"`
	Name      string     `doc:"name of the sweep, for tables and pages"`
	Seed      int64      `min:"0" max:"9007199254740991" doc:"seed of all games"`
	Seeds     []Seeds    `single:"yes" doc:"several seeds, as 1..10 or [1, 2, 7]: every cell of games is played with each"`
	Games     int        `min:"1" max:"1000000" unit:"games" doc:"games of each cell, at most; 200 if left out"`
	Shard     int        `min:"1" max:"5000" unit:"games" doc:"games that are computed together"`
	Stop      Stop       `doc:"when to stop a cell before all its games are played"`
	Policies  [][]string `doc:"pairs of policies, the first for the first side"`
	Measure   []string   `single:"yes" doc:"what is measured of games: score, won, actions, rounds, lost, endings, units, last-round, and metrics of the rulebook"`
	Scenarios []Scenario `doc:"scenarios to be played"`
	Questions []Question `doc:"questions to be answered exactly"`
}

// A Stop tells when a cell has enough games: by the error of its score, or by a sequential test.
type Stop struct {
	Error Points `doc:"standard error of the score of the first side, in percentage points, such as 2.5"`
	Elo0  int    `min:"-2000" max:"2000" doc:"H0 of a sequential test: the first side is so many Elo points stronger"`
	Elo1  int    `min:"-2000" max:"2000" doc:"H1 of the test: more points than elo0"`
	Alpha Chance `doc:"chance to accept H1 if H0 is true, such as 0.05, which is used if it is left out"`
	Beta  Chance `doc:"chance to accept H0 if H1 is true, such as 0.05, which is used if it is left out"`
}

// A Scenario is a scenario to be played, with the values that vary.
type Scenario struct {
	Scenario string     `doc:"name of a bundled scenario, or a file beside the sweep file"`
	Ruleset  string     `doc:"rulebook, where several have a scenario of that name"`
	Set      []string   `doc:"values that all games have: PATH=VALUE, as setup.rounds=4 or rulings.NAME=READING"`
	Vary     []string   `doc:"values that vary: PATH=3..8 or PATH=a,b"`
	Seeds    []Seeds    `single:"yes" doc:"seeds instead of those of the sweep"`
	Policies [][]string `doc:"pairs of policies instead of those of the sweep"`
	Measure  []string   `single:"yes" doc:"what is measured, instead of that of the sweep"`
}

// A Question is a question with the values that vary.
type Question struct {
	Ruleset   string   `doc:"rulebook"`
	Procedure string   `doc:"procedure of the rulebook"`
	Example   string   `doc:"name of an example that gives the first values"`
	Set       []string `doc:"values of the situation or the house rules: KEY=VALUE"`
	Vary      []string `doc:"values that vary: KEY=3..8 or KEY=a,b"`
	Measure   []string `single:"yes" doc:"events and measures of the procedure; all if left out"`
}

// Seeds are the seeds of a range, with both ends. They are written as 1..10, or as 7 for one.
type Seeds struct{ From, To int64 }

// mostSeed is the greatest seed: whole numbers up to it are exact in every JSON reader.
const mostSeed = 9007199254740991

// UnmarshalText reads a seed or a range of seeds.
func (s *Seeds) UnmarshalText(text []byte) error {
	low, high, isRange := strings.Cut(string(text), "..")
	if !isRange {
		high = low
	}
	from, err1 := strconv.ParseInt(low, 10, 64)
	to, err2 := strconv.ParseInt(high, 10, 64)
	switch {
	case err1 != nil || err2 != nil || from < 0 || from > mostSeed || to < 0 || to > mostSeed:
		return fmt.Errorf("%.40q is no seed: give whole numbers from 0 to %d, as 7 or 1..10", text, mostSeed)
	case to < from:
		return fmt.Errorf("%.40q: %d is less than %d: write %d..%d", text, to, from, to, from)
	}
	*s = Seeds{from, to}
	return nil
}

// String returns the seeds as they are written.
func (s Seeds) String() string {
	if s.From == s.To {
		return strconv.FormatInt(s.From, 10)
	}
	return fmt.Sprintf("%d..%d", s.From, s.To)
}

// Points is a number of thousandths of a percentage point. It is written in points, such as 2.5.
type Points int

// UnmarshalText reads a number of points above 0 and up to 50, with at most three decimals.
func (p *Points) UnmarshalText(text []byte) error {
	n, ok := decimal(strings.TrimSuffix(string(text), "%"), 1000)
	if !ok || n <= 0 || n > 50_000 {
		return fmt.Errorf("%.20q is not a number of percentage points above 0 and up to 50, such as 2.5", text)
	}
	*p = Points(n)
	return nil
}

// Chance is a chance in millionths. It is written as a number such as 0.05.
type Chance int

// UnmarshalText reads a chance above 0 and below 0.5, with at most six decimals.
func (c *Chance) UnmarshalText(text []byte) error {
	n, ok := decimal(string(text), 1_000_000)
	if !ok || n <= 0 || n >= 500_000 {
		return fmt.Errorf("%.20q is not a chance above 0 and below 0.5, such as 0.05", text)
	}
	*c = Chance(n)
	return nil
}

// decimal reads a decimal number without a sign, and returns it as a multiple of 1/scale. It
// returns false for any other text, and for a number that is not such a multiple.
func decimal(text string, scale int64) (n int64, ok bool) {
	s := strings.TrimSpace(text)
	if len(s) > 10 || strings.Trim(s, "0123456789.") != "" {
		return 0, false
	}
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return 0, false
	}
	r.Mul(r, big.NewRat(scale, 1))
	return r.Num().Int64(), r.IsInt()
}

// Schema returns a JSON Schema for sweep files.
func Schema() ([]byte, error) {
	return scenario.DocumentSchema("loophole-sweep.schema.json", "A sweep", []string{"format"}, &File{})
}

// read reads a sweep file and checks its form.
func read(name string, r io.Reader) (*File, *scenario.Document, error) {
	f := &File{}
	d, err := scenario.ReadDocument("sweep", name, r, f)
	if err != nil {
		return nil, nil, err
	}
	switch {
	case f.Format == 0:
		return nil, nil, d.Errorf("format", "the format is missing: add format: 1")
	case len(f.Scenarios)+len(f.Questions) == 0:
		return nil, nil, d.Errorf("scenarios", "there is nothing to compute: list scenarios or questions")
	}
	if f.Seeds != nil && d.Has("seed") {
		return nil, nil, d.Errorf("seeds", "there is a seed too: give seed or seeds")
	}
	if f.Stop.Elo0 != 0 || f.Stop.Elo1 != 0 || f.Stop.Alpha != 0 || f.Stop.Beta != 0 {
		if f.Stop.Error != 0 {
			return nil, nil, d.Errorf("stop", "there are two stopping rules: give error, or elo0 and elo1")
		}
		if f.Stop.Elo0 >= f.Stop.Elo1 {
			return nil, nil, d.Errorf("stop", "a test needs elo0 < elo1, such as elo0: 0, elo1: 30")
		}
	}
	f.Name, f.Games = cmp.Or(f.Name, "sweep"), cmp.Or(f.Games, usualGames)
	return f, d, nil
}

// usualGames is the number of games of a cell if the file states none.
const usualGames = 200
