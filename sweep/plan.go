package sweep

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"hash"
	"io"
	"slices"
	"strconv"
	"strings"

	"loophole/balance"
	"loophole/game"
	"loophole/policy"
	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// The limits of a sweep. They are checked before a game is played.
const (
	MostCells  = 20_000
	MostShards = 100_000
	mostAxes   = 6
)

// A Plan is a sweep that is ready to run.
type Plan struct {
	cells []cell
	empty *Result
}

// A cell holds the input from which a cell of the result is computed.
type cell struct {
	base    *balance.Base  // nil for a question
	ask     *questionInput // nil for games
	changes []rule.Setting
	names   [2]string
	metrics []int // numbers of the metrics that are measured
	seed    uint64
}

// A questionInput holds what the questions of an entry have in common.
type questionInput struct {
	rules     *rule.Ruleset
	procedure *rule.Procedure
	example   []rule.Setting
	set       []rule.Setting
	events    []int // numbers of the events that the entry asks for
	measures  []int // numbers of the measures
}

// A Finder returns a scenario by its name or its file. The ruleset is empty if the sweep names
// none.
type Finder func(ruleset, name string) (*scenario.Scenario, error)

// Read reads a sweep file and expands it. Every value that varies is tried once, so that a wrong
// path or value is an error at once. The program is the version of the program, which the result
// states. The name is used in errors only.
func Read(name string, r io.Reader, find Finder, program string) (*Plan, error) {
	f, d, err := read(name, r)
	if err != nil {
		return nil, err
	}
	b := &builder{file: f, doc: d, find: find, keys: map[string]bool{}, rules: sha256.New()}
	b.plan = &Plan{empty: &Result{
		Format: 1, Program: program, Name: f.Name, Seed: f.seedText(), Stop: int(f.Stop.Error),
		Test: f.Stop.test(), Sweep: digest([]byte(d.Text())),
	}}
	for i := range f.Scenarios {
		if err := b.scenario(i); err != nil {
			return nil, err
		}
	}
	for i := range f.Questions {
		if err := b.question(i); err != nil {
			return nil, err
		}
	}
	b.plan.empty.Rules = fmt.Sprintf("%x", b.rules.Sum(nil)[:16])
	return b.plan, nil
}

func digest(text []byte) string {
	sum := sha256.Sum256(text)
	return fmt.Sprintf("%x", sum[:16])
}

// Result returns the result of the sweep before anything is computed.
func (p *Plan) Result() *Result {
	r := *p.empty
	r.Cells = append([]Cell(nil), r.Cells...)
	r.settle()
	return &r
}

// A builder expands a file.
type builder struct {
	file   *File
	doc    *scenario.Document
	find   Finder
	plan   *Plan
	keys   map[string]bool
	rules  hash.Hash
	shards int
	bytes  int // estimate of the file of the result, if no cell stops early
}

// hash adds a text to the hash of rules and scenarios.
func (b *builder) hash(texts ...string) {
	for _, s := range texts {
		fmt.Fprintf(b.rules, "%d %s\n", len(s), s)
	}
}

// parseValues reads settings and axes of an entry.
func (b *builder) parseValues(path string, set, vary []string) ([]rule.Setting, []balance.Axis, error) {
	var settings []rule.Setting
	seen := map[string]bool{}
	for i, text := range set {
		at := fmt.Sprintf("%s.set.%d", path, i+1)
		key, value, ok := strings.Cut(text, "=")
		if key = strings.TrimSpace(key); !ok || key == "" || value == "" {
			return nil, nil, b.doc.Errorf(at, "%.60q: give PATH=VALUE", text)
		}
		if seen[key] {
			return nil, nil, b.doc.Errorf(at, "%.60s is set twice: leave one out", key)
		}
		seen[key] = true
		settings = append(settings, rule.Setting{Path: key, Value: strings.TrimSpace(value)})
	}
	if len(vary) > mostAxes {
		return nil, nil, b.doc.Errorf(path+".vary", "%d values vary: give at most %d", len(vary), mostAxes)
	}
	var axes []balance.Axis
	for i, text := range vary {
		at := fmt.Sprintf("%s.vary.%d", path, i+1)
		a, err := balance.ParseAxis(text)
		if err != nil {
			return nil, nil, b.doc.Errorf(at, "%v", err)
		}
		if a.Path == seedPath && !strings.HasPrefix(path, "questions") {
			return nil, nil, b.doc.Errorf(at, "the seed is not a value of a scenario: write seeds: 1..10 beside vary")
		}
		if seen[a.Path] {
			return nil, nil, b.doc.Errorf(at, "%.60s is given twice: leave one out", a.Path)
		}
		seen[a.Path] = true
		axes = append(axes, a)
	}
	return settings, axes, nil
}

// combinations lists the settings of all cells of some axes. The last axis changes fastest.
func combinations(axes []balance.Axis) (list [][]rule.Setting, ok bool) {
	list = [][]rule.Setting{nil}
	for _, a := range axes {
		if len(list)*len(a.Values) > MostCells {
			return nil, false
		}
		var next [][]rule.Setting
		for _, before := range list {
			for _, v := range a.Values {
				next = append(next, append(before[:len(before):len(before)], rule.Setting{Path: a.Path, Value: v}))
			}
		}
		list = next
	}
	return list, true
}

// eachValueOnce lists the settings that try each value of each axis once.
func eachValueOnce(axes []balance.Axis) [][]rule.Setting {
	var first []rule.Setting
	for _, a := range axes {
		first = append(first, rule.Setting{Path: a.Path, Value: a.Values[0]})
	}
	list := [][]rule.Setting{first}
	for i, a := range axes {
		for _, v := range a.Values[1:] {
			one := append([]rule.Setting(nil), first...)
			one[i].Value = v
			list = append(list, one)
		}
	}
	return list
}

func (b *builder) scenario(i int) error {
	e, path := &b.file.Scenarios[i], fmt.Sprintf("scenarios.%d", i+1)
	if e.Scenario == "" {
		return b.doc.Errorf(path, "the scenario is missing: add scenario: NAME")
	}
	pairs, err := b.pairs(path, e.Policies)
	if err != nil {
		return err
	}
	set, axes, err := b.parseValues(path, e.Set, e.Vary)
	if err != nil {
		return err
	}
	s, err := b.find(e.Ruleset, e.Scenario)
	if err != nil {
		return b.doc.Errorf(path+".scenario", "%v", err)
	}
	g, err := rulesets.Game(s.Ruleset)
	if err != nil {
		return b.doc.Errorf(path+".scenario", "%v", err)
	}
	base := &balance.Base{Game: g, Scenario: s}
	start, err := base.Instance(set)
	if err != nil {
		return b.doc.Errorf(path+".set", "%v", err)
	}
	b.hash(s.FileText(), g.Rules.Hash())
	for _, changes := range eachValueOnce(axes) {
		if _, err := base.Instance(append(set[:len(set):len(set)], changes...)); err != nil {
			return b.doc.Errorf(path+".vary", "%v", err)
		}
	}
	list, ok := combinations(axes)
	if !ok {
		return b.tooMany(path + ".vary")
	}
	seeds, err := b.seeds(path, e.Seeds)
	if err != nil {
		return err
	}
	measure, err := b.gameMeasures(path, e.Measure, g)
	if err != nil {
		return err
	}
	units := len(balance.NewUnitCounter(start).Counts)
	if units == 0 && slices.Contains(measure, Units) {
		return b.doc.Errorf(path, "%s %s draws no units, so that they cannot be measured: leave units out", s.Ruleset, s.Name)
	}
	for _, names := range pairs {
		for _, changes := range list {
			c := cell{base: base, changes: append(set[:len(set):len(set)], changes...), names: names}
			x := b.cellOf(i, start, names, changes)
			x.Measure = measure
			x.Metrics, c.metrics = metricsOf(g, measure)
			if err := b.addGames(path, c, x, seeds, units, len(e.Seeds)+len(b.file.Seeds) > 0); err != nil {
				return err
			}
		}
	}
	return nil
}

// addGames adds a cell of games with each seed. named reports whether the seed is a value of the cell.
func (b *builder) addGames(path string, c cell, x Cell, seeds []int64, units int, named bool) error {
	values := x.Values
	for _, seed := range seeds {
		c.seed = uint64(seed)
		if named {
			x.Values = append(values[:len(values):len(values)], Value{seedPath, strconv.FormatInt(seed, 10)})
		}
		if err := b.add(path, c, x); err != nil {
			return err
		}
		if b.bytes += x.bytes(units); b.bytes > mostBytes {
			return b.doc.Errorf(path, "the result would have more than %d MB: give larger shards, or leave out units or endings",
				mostBytes>>20)
		}
	}
	return nil
}

// seedPath is the path of the seed among the values of a cell.
const seedPath = "seed"

// seedText returns the seeds of a file as the result states them.
func (f *File) seedText() string {
	if f.Seeds == nil {
		return strconv.FormatInt(f.Seed, 10)
	}
	var list []string
	for _, s := range f.Seeds {
		list = append(list, s.String())
	}
	return strings.Join(list, ", ")
}

// seeds lists the seeds of an entry of scenarios: its own, or those of the sweep.
func (b *builder) seeds(path string, own []Seeds) ([]int64, error) {
	path, ranges := path+".seeds", own
	if own == nil {
		if path, ranges = "seeds", b.file.Seeds; ranges == nil {
			return []int64{b.file.Seed}, nil
		}
	}
	if len(ranges) == 0 {
		return nil, b.doc.Errorf(path, "the list is empty: give seeds, or leave the key out")
	}
	var list []int64
	known := map[int64]bool{}
	for i, s := range ranges {
		if s.To-s.From >= int64(MostCells-len(list)) {
			return nil, b.tooMany(path)
		}
		for seed := s.From; seed <= s.To; seed++ {
			if known[seed] {
				return nil, b.doc.Errorf(fmt.Sprintf("%s.%d", path, i+1), "the seed %d is there twice: leave one out", seed)
			}
			known[seed] = true
			list = append(list, seed)
		}
	}
	return list, nil
}

// cellOf returns a cell of games as the result shows it.
func (b *builder) cellOf(entry int, f *game.Instance, names [2]string, changes []rule.Setting) Cell {
	x := Cell{
		Entry: entry + 1, Ruleset: f.Game.Rules.ID, Scenario: f.Scenario, Policies: names[:],
		Sides: []string{string(f.Sides[0]), string(f.Sides[1])}, Values: valuesOf(changes),
		Games: b.file.Games, Shard: b.file.Shard,
	}
	if x.Shard == 0 {
		x.Shard = usualShard(names)
	}
	return x
}

// usualShard returns the number of games that take about a second.
func usualShard(names [2]string) int {
	games := 200
	for _, name := range names {
		switch name {
		case "random":
		case "cautious", "aggressive":
			games = min(games, 25)
		default:
			games = min(games, 5)
		}
	}
	return games
}

// pairs returns the pairs of policies of an entry: its own, or those of the sweep.
func (b *builder) pairs(path string, own [][]string) ([][2]string, error) {
	path, list := path+".policies", own
	if len(own) == 0 {
		path, list = "policies", b.file.Policies
	}
	if len(list) == 0 {
		return nil, b.doc.Errorf(path, "no policies: add policies: [[cautious, cautious]]")
	}
	var pairs [][2]string
	for i, names := range list {
		at := fmt.Sprintf("%s.%d", path, i+1)
		if len(names) != 2 {
			return nil, b.doc.Errorf(at, "a pair is one policy for each side, as [cautious, random]")
		}
		for _, name := range names {
			if _, err := policy.New(name); err != nil {
				return nil, b.doc.Errorf(at, "%v", err)
			}
		}
		pairs = append(pairs, [2]string(names))
	}
	return pairs, nil
}

func (b *builder) question(i int) error {
	e, path := &b.file.Questions[i], fmt.Sprintf("questions.%d", i+1)
	set, axes, err := b.parseValues(path, e.Set, e.Vary)
	if err != nil {
		return err
	}
	a := &questionInput{set: set}
	if a.rules, err = rulesets.Find(e.Ruleset); err != nil {
		return b.doc.Errorf(path+".ruleset", "%v", err)
	}
	if a.procedure, err = a.rules.Procedure(e.Procedure); err != nil {
		return b.doc.Errorf(path+".procedure", "%v", err)
	}
	if a.example, err = a.procedure.Example(e.Example); err != nil {
		return b.doc.Errorf(path+".example", "%v", err)
	}
	if a.events, a.measures, err = b.questionMeasures(path, e.Measure, a.procedure); err != nil {
		return err
	}
	b.hash(a.rules.Hash(), e.Procedure, fmt.Sprint(a.example))
	for _, changes := range eachValueOnce(axes) {
		if _, err := a.question(changes); err != nil {
			return b.doc.Errorf(path, "%v", err)
		}
	}
	list, ok := combinations(axes)
	if !ok {
		return b.tooMany(path + ".vary")
	}
	for _, changes := range list {
		x := Cell{Entry: i + 1, Ruleset: a.rules.ID, Procedure: a.procedure.Name, Values: valuesOf(changes)}
		if err := b.add(path, cell{ask: a, changes: changes}, x); err != nil {
			return err
		}
	}
	return nil
}

// question returns the question with some values changed.
func (a *questionInput) question(changes []rule.Setting) (*rule.Question, error) {
	var house, situation []rule.Setting
	for _, s := range append(a.set[:len(a.set):len(a.set)], changes...) {
		if s.IsHouseRule() {
			house = append(house, s)
		} else {
			situation = append(situation, s)
		}
	}
	h, err := a.rules.House(house)
	if err != nil {
		return nil, err
	}
	q, err := a.procedure.NewQuestion(h, a.example, situation)
	if err != nil {
		return nil, err
	}
	return q, nil
}

func valuesOf(changes []rule.Setting) []Value {
	list := make([]Value, len(changes))
	for i, s := range changes {
		list[i] = Value{s.Path, s.Value}
	}
	return list
}

func (b *builder) tooMany(path string) error {
	return b.doc.Errorf(path, "the sweep has more than %d cells: give fewer values or policies", MostCells)
}

// add adds a cell within the bounds. Two equal cells are an error.
func (b *builder) add(path string, c cell, x Cell) error {
	if len(b.plan.cells) >= MostCells {
		return b.tooMany(path)
	}
	if b.shards += x.shards(); b.shards > MostShards {
		return b.doc.Errorf(path, "the sweep has more than %d shards: give fewer games or larger shards", MostShards)
	}
	key := x.title()
	for _, s := range c.changes {
		key += fmt.Sprintf("\n%s=%s", s.Path, s.Value)
	}
	if c.ask != nil {
		key += fmt.Sprintf("\n%v\n%v", c.ask.example, c.ask.set)
	}
	key = fmt.Sprintf("loophole sweep 1\n%d\n%s", c.seed, key)
	if b.keys[key] {
		return b.doc.Errorf(path, "the cell %s is there already: leave one out", x.Label())
	}
	b.keys[key] = true
	sum := sha256.Sum256([]byte(key))
	c.seed = binary.LittleEndian.Uint64(sum[:])
	b.plan.cells = append(b.plan.cells, c)
	b.plan.empty.Cells = append(b.plan.empty.Cells, x)
	return nil
}
