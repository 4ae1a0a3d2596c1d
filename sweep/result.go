package sweep

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math/big"
	"reflect"
	"slices"
	"strings"

	"loophole/policy"
)

// A Result is what is known of a sweep: all of it or a part. It holds whole numbers and fractions
// only.
type Result struct {
	Format   int    `json:"format"`
	Program  string `json:"program"` // version of the program
	Name     string `json:"name"`
	Seed     string `json:"seed"`
	Stop     int    `json:"stop"` // standard error in thousandths of a percentage point; 0: none
	Test     *Test  `json:"test,omitempty"`
	Sweep    string `json:"sweep"` // hash of the sweep file
	Rules    string `json:"rules"` // hash of the scenarios and the rules
	Complete bool   `json:"complete"`
	Cells    []Cell `json:"cells"`
}

// A Cell is a series of games or a question.
type Cell struct {
	Entry     int      `json:"entry"` // of the list of the file, from 1
	Ruleset   string   `json:"ruleset"`
	Scenario  string   `json:"scenario,omitempty"`
	Procedure string   `json:"procedure,omitempty"`
	Policies  []string `json:"policies,omitempty"`
	Sides     []string `json:"sides,omitempty"`
	Values    []Value  `json:"values"`
	Games     int      `json:"games,omitempty"` // at most
	Shard     int      `json:"shard,omitempty"` // games of a shard
	Marks     []string `json:"marks,omitempty"` // metrics at the end of a game

	Done    bool    `json:"done"`
	Stopped bool    `json:"stopped,omitempty"` // before Games, by the stopping rule
	Verdict string  `json:"verdict,omitempty"` // of the sequential test: H0 or H1
	Total   *Tally  `json:"total,omitempty"`   // of all shards below
	Shards  []Shard `json:"shards,omitempty"`  // in order
	Answer  *Answer `json:"answer,omitempty"`
}

// A Value is a value that varies.
type Value struct {
	Path  string `json:"path"`
	Value string `json:"value"`
}

// A Shard holds the results of games Number×Cell.Shard and following.
type Shard struct {
	Number int `json:"number"` // from 0
	Tally
}

// A Tally sums the results of games.
type Tally struct {
	Games   int    `json:"games"`
	Won     [3]int `json:"won"` // by the first side, by the second, and drawn
	Actions Sum    `json:"actions"`
	Rounds  Sum    `json:"rounds"`
	Lost    [2]Sum `json:"lost"` // models of each side
	Marks   []Sum  `json:"marks,omitempty"`
}

// A Sum is the sum of a whole number over the games, and that of its squares.
type Sum [2]int

// Of returns the sum as an average over games.
func (s Sum) Of(games int) policy.Average {
	return policy.Average{N: games, Sum: s[0], Squares: s[1]}
}

func sumOf(a policy.Average) Sum { return Sum{a.Sum, a.Squares} }

func (s *Sum) join(o Sum) { s[0] += o[0]; s[1] += o[1] }

// An Answer is the exact answer of a question, or the reason why there is none.
type Answer struct {
	Events   []Fraction `json:"events,omitempty"`
	Measures []Fraction `json:"measures,omitempty"` // means
	Error    string     `json:"error,omitempty"`
}

// A Fraction is an exact number with a name.
type Fraction struct {
	Name  string `json:"name"`
	Value string `json:"value"` // such as 1/6
}

// tallyOf returns the tally of a series.
func tallyOf(b *policy.Series) Tally {
	t := Tally{Games: b.Games, Won: b.Won, Actions: sumOf(b.Actions), Rounds: sumOf(b.Rounds)}
	for side := range t.Lost {
		t.Lost[side] = sumOf(b.Lost[side])
	}
	for _, m := range b.Marks {
		t.Marks = append(t.Marks, sumOf(m))
	}
	return t
}

func (t *Tally) join(o *Tally) {
	t.Games += o.Games
	for i := range t.Won {
		t.Won[i] += o.Won[i]
	}
	t.Actions.join(o.Actions)
	t.Rounds.join(o.Rounds)
	for i := range t.Lost {
		t.Lost[i].join(o.Lost[i])
	}
	if t.Marks == nil {
		t.Marks = make([]Sum, len(o.Marks))
	}
	for i := range o.Marks {
		t.Marks[i].join(o.Marks[i])
	}
}

// shards returns the number of shards of a cell.
func (c *Cell) shards() int {
	if c.Shard == 0 {
		return 1
	}
	return (c.Games + c.Shard - 1) / c.Shard
}

// gamesOf returns the number of games of a shard.
func (c *Cell) gamesOf(shard int) int { return min(c.Shard, c.Games-shard*c.Shard) }

// title names the scenario or the question of a cell, and the policies.
func (c *Cell) title() string {
	if c.Procedure != "" {
		return c.Ruleset + " " + c.Procedure
	}
	return fmt.Sprintf("%s %s, %s", c.Ruleset, c.Scenario, strings.Join(c.Policies, " v "))
}

// Label names a cell.
func (c *Cell) Label() string {
	s := c.title()
	for _, v := range c.Values {
		s += " " + v.Path + "=" + v.Value
	}
	return s
}

// has reports whether a shard of a cell is known.
func (c *Cell) has(shard int) bool {
	if c.Shard == 0 {
		return c.Answer != nil
	}
	_, found := slices.BinarySearchFunc(c.Shards, shard, func(s Shard, n int) int { return s.Number - n })
	return found
}

// put adds a shard in its place.
func (c *Cell) put(s Shard) {
	at, _ := slices.BinarySearchFunc(c.Shards, s.Number, func(s Shard, n int) int { return s.Number - n })
	c.Shards = slices.Insert(c.Shards, at, s)
}

// settle decides whether a cell is done, and sums its shards. The stopping rule looks at the
// shards from the first on, as far as all are there, so that which shard was computed sooner
// cannot matter. Shards after the stop are dropped.
func (c *Cell) settle(rule stopRule) {
	c.Done, c.Stopped, c.Verdict, c.Total = false, false, "", nil
	if c.Shard == 0 {
		c.Done = c.Answer != nil
		return
	}
	var sum Tally
	for i := range c.Shards {
		sum.join(&c.Shards[i].Tally)
		if c.Shards[i].Number != i {
			continue
		}
		last := i+1 == c.shards()
		enough, verdict := rule.enough(&sum)
		if c.Done = last || enough; c.Done {
			c.Stopped, c.Verdict, c.Shards = !last, verdict, c.Shards[:i+1:i+1]
			break
		}
	}
	if len(c.Shards) > 0 {
		c.Total = &sum
	}
}

// settle brings a result into the one form that its shards have.
func (r *Result) settle() {
	r.Complete = true
	rule := r.rule()
	for i := range r.Cells {
		r.Cells[i].settle(rule)
		r.Complete = r.Complete && r.Cells[i].Done
	}
}

// Missing returns how many shards and questions are missing, and the label of the first cell that
// lacks one. With a stopping rule, some of them may turn out to be superfluous.
func (r *Result) Missing() (shards int, first string) {
	for i := range r.Cells {
		c := &r.Cells[i]
		if c.Done {
			continue
		}
		if shards == 0 {
			first = c.Label()
		}
		shards += c.shards() - len(c.Shards)
	}
	return shards, first
}

// ErrOther is the error of a result that belongs to another sweep.
var ErrOther = errors.New("the result belongs to another sweep")

// same returns an error that names the difference if two results are not of one sweep.
func (r *Result) same(o *Result) error {
	for _, x := range [][3]string{
		{r.Program, o.Program, "the versions of the program differ"}, {r.Sweep, o.Sweep, "the sweep files differ"},
		{r.Rules, o.Rules, "the scenarios or rules differ"}, {r.Seed, o.Seed, "the seeds differ"},
	} {
		if x[0] != x[1] {
			return fmt.Errorf("%w: %s: %.60q and %.60q", ErrOther, x[2], x[0], x[1])
		}
	}
	if !reflect.DeepEqual(r.bare(), o.bare()) {
		return fmt.Errorf("%w: the cells differ", ErrOther)
	}
	return nil
}

// bare returns a result without what is computed.
func (r *Result) bare() *Result {
	x := *r
	x.Complete, x.Cells = false, slices.Clone(r.Cells)
	for i := range x.Cells {
		c := &x.Cells[i]
		c.Done, c.Stopped, c.Verdict, c.Total, c.Shards, c.Answer = false, false, "", nil, nil, nil
	}
	return &x
}

// copied returns a result that shares no shards with r. It is not settled.
func (r *Result) copied() *Result {
	x := r.bare()
	for i := range x.Cells {
		x.Cells[i].Shards, x.Cells[i].Answer = slices.Clone(r.Cells[i].Shards), r.Cells[i].Answer
	}
	return x
}

// Merge returns the result that holds what both hold. Results of different sweeps are an error,
// as are shards that both hold and that differ.
func Merge(r, o *Result) (*Result, error) {
	if err := r.same(o); err != nil {
		return nil, err
	}
	x := r.copied()
	for i := range x.Cells {
		c, two := &x.Cells[i], &o.Cells[i]
		switch {
		case two.Answer == nil:
		case c.Answer == nil:
			c.Answer = two.Answer
		default:
			if err := c.agrees(0, &Computed{Answer: two.Answer}); err != nil {
				return nil, err
			}
		}
		for _, s := range two.Shards {
			if !c.has(s.Number) {
				c.put(s)
			} else if err := c.agrees(s.Number, &Computed{Tally: &s.Tally}); err != nil {
				return nil, err
			}
		}
	}
	x.settle()
	return x, nil
}

// agrees returns an error if a shard that is there has another result.
func (c *Cell) agrees(shard int, x *Computed) error {
	if x.Answer != nil {
		if !reflect.DeepEqual(c.Answer, x.Answer) {
			return fmt.Errorf("the answers to %s differ: compute both again", c.Label())
		}
		return nil
	}
	at, _ := slices.BinarySearchFunc(c.Shards, shard, func(s Shard, n int) int { return s.Number - n })
	if !reflect.DeepEqual(c.Shards[at].Tally, *x.Tally) {
		return fmt.Errorf("shard %d of %s is there twice, with different results: compute both again", shard, c.Label())
	}
	return nil
}

// mostBytes bounds the file of a result.
const mostBytes = 64 << 20

// Write writes a result as JSON.
func (r *Result) Write(w io.Writer) error {
	text, err := json.Marshal(r)
	if err == nil {
		_, err = w.Write(append(text, '\n'))
	}
	return err
}

// ReadResult reads a result and checks it. The name is used in errors only.
func ReadResult(name string, in io.Reader) (*Result, error) {
	text, err := io.ReadAll(io.LimitReader(in, mostBytes+1))
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	if len(text) > mostBytes {
		return nil, fmt.Errorf("%s: the file is larger than %d bytes", name, mostBytes)
	}
	d := json.NewDecoder(bytes.NewReader(text))
	d.DisallowUnknownFields()
	r := &Result{}
	if err := d.Decode(r); err != nil {
		return nil, fmt.Errorf("%s is not a result of a sweep: %w", name, err)
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return nil, fmt.Errorf("%s: there is text after the result", name)
	}
	if err := r.check(); err != nil {
		return nil, fmt.Errorf("%s: %w; compute it again", name, err)
	}
	return r, nil
}

// check checks a result that was read: its bounds, and that its sums are those of its shards.
func (r *Result) check() error {
	switch {
	case r.Format != 1:
		return fmt.Errorf("unknown format %d: this program reads format 1", r.Format)
	case len(r.Cells) == 0 || len(r.Cells) > MostCells:
		return fmt.Errorf("%d cells: 1 to %d are possible", len(r.Cells), MostCells)
	case r.Stop < 0 || r.Stop > 50_000:
		return fmt.Errorf("stop %d is out of range", r.Stop)
	case r.Test != nil && r.Stop > 0:
		return errors.New("there are two stopping rules")
	case r.Test != nil && r.Test.Check() != nil:
		return r.Test.Check()
	}
	shards := 0
	for i := range r.Cells {
		c := &r.Cells[i]
		if err := c.check(); err != nil {
			return fmt.Errorf("cell %d: %w", i+1, err)
		}
		if shards += c.shards(); shards > MostShards {
			return fmt.Errorf("more than %d shards", MostShards)
		}
		before := *c
		c.settle(r.rule())
		if before.Done != c.Done || before.Stopped != c.Stopped || before.Verdict != c.Verdict ||
			len(before.Shards) != len(c.Shards) || !reflect.DeepEqual(before.Total, c.Total) {
			return fmt.Errorf("cell %d: its sums are not those of its shards", i+1)
		}
	}
	complete := r.Complete
	if r.settle(); r.Complete != complete {
		return errors.New("complete is wrong")
	}
	return nil
}

func (c *Cell) check() error {
	if c.Procedure != "" {
		if c.Scenario != "" || c.Games != 0 || c.Shard != 0 || len(c.Shards) > 0 || len(c.Policies)+len(c.Sides) > 0 {
			return errors.New("a question has no games")
		}
		return c.Answer.check()
	}
	switch {
	case c.Answer != nil:
		return errors.New("games have no exact answer")
	case c.Shard < 1 || c.Shard > mostShard || c.Games < 1 || c.Games > mostGames:
		return errors.New("the numbers of games are out of range")
	case len(c.Policies) != 2 || len(c.Sides) != 2:
		return errors.New("it lacks policies or sides")
	}
	before := -1
	for i := range c.Shards {
		s := &c.Shards[i]
		if s.Number <= before || s.Number >= c.shards() {
			return fmt.Errorf("shard %d is out of order", s.Number)
		}
		before = s.Number
		if err := c.checkShard(s); err != nil {
			return err
		}
	}
	return nil
}

// checkShard checks that a shard has the games of its cell and possible sums.
func (c *Cell) checkShard(s *Shard) error {
	if s.Games != c.gamesOf(s.Number) || len(s.Marks) != len(c.Marks) {
		return fmt.Errorf("shard %d does not have the games of its cell", s.Number)
	}
	if !s.possible() {
		return fmt.Errorf("shard %d has impossible numbers", s.Number)
	}
	return nil
}

// The bounds of a file, so that no sum overflows.
const (
	mostGames = 1_000_000
	mostShard = 5_000
	mostSum   = 1 << 46
)

// possible reports whether games can have these sums.
func (t *Tally) possible() bool {
	sums := append([]Sum{t.Actions, t.Rounds, t.Lost[0], t.Lost[1]}, t.Marks...)
	for _, s := range sums {
		if s[0] < -mostSum || s[0] > mostSum || s[1] < 0 || s[1] > mostSum {
			return false
		}
	}
	won := 0
	for _, n := range t.Won {
		if n < 0 || n > t.Games {
			return false
		}
		won += n
	}
	return won == t.Games
}

// mostDigits bounds a number of an answer in a file.
const mostDigits = 100_000

func (a *Answer) check() error {
	if a == nil {
		return nil
	}
	for _, x := range append(a.Events[:len(a.Events):len(a.Events)], a.Measures...) {
		if _, ok := x.Rat(); !ok {
			return fmt.Errorf("%.40q is not a fraction", x.Value)
		}
	}
	return nil
}

// Rat returns the number, and false if the text is not a fraction.
func (f Fraction) Rat() (*big.Rat, bool) {
	if len(f.Value) > mostDigits || strings.Trim(f.Value, "-/0123456789") != "" {
		return nil, false
	}
	return new(big.Rat).SetString(f.Value)
}
