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

	"loophole/balance"
	"loophole/policy"
)

// A Result holds the known results of a sweep, all of them or a part. It contains only whole
// numbers and fractions.
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
	Games     int      `json:"games,omitempty"`   // at most
	Shard     int      `json:"shard,omitempty"`   // games of a shard
	Measure   []string `json:"measure,omitempty"` // what is measured, if the file names it
	Metrics   []string `json:"metrics,omitempty"` // metrics at the end of a game

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

// A Tally sums the results of games, as far as their cell measures them.
type Tally struct {
	Games      int                  `json:"games"`
	Won        [3]int               `json:"won"` // by the first side, by the second, and drawn
	Actions    *Sum                 `json:"actions,omitempty"`
	Rounds     *Sum                 `json:"rounds,omitempty"`
	Lost       *[2]Sum              `json:"lost,omitempty"` // models of each side
	Metrics    []Sum                `json:"metrics,omitempty"`
	Endings    balance.EndingCounts `json:"endings,omitempty"`
	Units      balance.UnitCounts   `json:"units,omitempty"`
	LastRounds []int                `json:"last_rounds,omitempty"` // games by their last round, from round 1
}

// A Sum is the sum of a whole number over the games, and that of its squares.
type Sum [2]int

// Of returns the sum as an average over games.
func (s Sum) Of(games int) policy.Average {
	return policy.Average{N: games, Sum: s[0], Squares: s[1]}
}

func sumOf(a policy.Average) *Sum { return &Sum{a.Sum, a.Squares} }

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

// join adds another tally of the same cell. It shares no memory with that tally.
func (t *Tally) join(o *Tally) {
	t.Games += o.Games
	for i := range t.Won {
		t.Won[i] += o.Won[i]
	}
	joinTo(&t.Actions, o.Actions, (*Sum).join)
	joinTo(&t.Rounds, o.Rounds, (*Sum).join)
	joinTo(&t.Lost, o.Lost, func(a *[2]Sum, b [2]Sum) { a[0].join(b[0]); a[1].join(b[1]) })
	if t.Metrics == nil && o.Metrics != nil {
		t.Metrics = make([]Sum, len(o.Metrics))
	}
	for i := range o.Metrics {
		t.Metrics[i].join(o.Metrics[i])
	}
	t.Endings.Join(o.Endings)
	t.Units.Join(o.Units)
	for len(t.LastRounds) < len(o.LastRounds) {
		t.LastRounds = append(t.LastRounds, 0)
	}
	for i, n := range o.LastRounds {
		t.LastRounds[i] += n
	}
}

// joinTo adds a number that may be missing.
func joinTo[T any](to **T, o *T, join func(*T, T)) {
	if o == nil {
		return
	}
	if *to == nil {
		*to = new(T)
	}
	join(*to, *o)
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
	return strings.TrimSuffix(c.title()+" "+c.ValuesText(), " ")
}

// ValuesText lists the values of a cell: "setup.rounds=3 seed=7".
func (c *Cell) ValuesText() string {
	list := make([]string, len(c.Values))
	for i, v := range c.Values {
		list[i] = v.Path + "=" + v.Value
	}
	return strings.Join(list, " ")
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

// settle decides whether a cell is done, and sums its shards. The stopping rule looks at the shards
// from the first on, up to the first that is missing, so that the order in which shards are
// computed does not matter. Shards after the stop are dropped.
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

// settle brings a result into the canonical form for its shards.
func (r *Result) settle() {
	r.Complete = true
	rule := r.rule()
	for i := range r.Cells {
		r.Cells[i].settle(rule)
		r.Complete = r.Complete && r.Cells[i].Done
	}
}

// ErrOtherSweep is the error of a result that belongs to another sweep.
var ErrOtherSweep = errors.New("the result belongs to another sweep")

// same returns an error that names the difference if two results belong to different sweeps.
func (r *Result) same(o *Result) error {
	for _, x := range [][3]string{
		{r.Program, o.Program, "the versions of the program differ"}, {r.Sweep, o.Sweep, "the sweep files differ"},
		{r.Rules, o.Rules, "the scenarios or rules differ"}, {r.Seed, o.Seed, "the seeds differ"},
	} {
		if x[0] != x[1] {
			return fmt.Errorf("%w: %s: %.60q and %.60q", ErrOtherSweep, x[2], x[0], x[1])
		}
	}
	if !reflect.DeepEqual(r.bare(), o.bare()) {
		return fmt.Errorf("%w: the cells differ", ErrOtherSweep)
	}
	return nil
}

// bare returns a result without its computed parts.
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

// Merge returns a result with the shards of both. It fails for results of different sweeps, and for
// a shard that differs between them.
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

// agrees returns an error if the cell has another result for a shard that it already has.
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
