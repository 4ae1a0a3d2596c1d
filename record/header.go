package record

import (
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"loophole/dice"
	"loophole/rule"
)

// Format is the version of the file that this package writes. It reads format 1 too, and continues
// files of it.
const Format = 2

// A Header is line 1 of a record. It has everything that is needed to ask the question again.
type Header struct {
	Loophole  string            `json:"loophole"`  // always "record"
	Format    int               `json:"format"`    // [Format], or that of an earlier version
	Program   string            `json:"program"`   // version of the program that wrote the file
	Ruleset   string            `json:"ruleset"`   // [rule.Ruleset.ID]
	Rules     string            `json:"rules"`     // [rule.Ruleset.Hash]
	Procedure string            `json:"procedure"` // [rule.Procedure.Name]
	Situation map[string]any    `json:"situation"` // [rule.Question.Situation], every key
	House     map[string]string `json:"house"`     // [rule.HouseRules.Overrides]: differences from the published book
	Hash      string            `json:"hash"`      // [rule.HouseRules.Hash], as every answer shows it
	Strict    bool              `json:"strict"`    // defaults without a certain source are rejected
	Dice      DiceOrigin        `json:"dice"`
	Former    *Former           `json:"former,omitempty"` // facts about the file's earlier format
}

// DiceOrigin is who rolls. Program dice that can be rolled again have a generator and a seed,
// and so have typed dice of which the program rolls some.
type DiceOrigin struct {
	Kind      string `json:"kind"` // "program" or "typed"
	Generator string `json:"generator,omitempty"`
	Seed      string `json:"seed,omitempty"` // decimal, as text because not every JSON reader has 64 bits
}

// ProgramDice returns the origin of dice that the program rolls from a seed.
func ProgramDice(seed uint64) DiceOrigin {
	return DiceOrigin{dice.FromProgram, dice.Generator, strconv.FormatUint(seed, 10)}
}

// TypedDice returns the origin of dice that the players roll.
func TypedDice() DiceOrigin { return DiceOrigin{Kind: dice.FromTyped} }

// TypedDiceWithSeed returns the origin of dice that the players roll or leave to the program, which
// rolls from a seed.
func TypedDiceWithSeed(seed uint64) DiceOrigin {
	d := ProgramDice(seed)
	d.Kind = dice.FromTyped
	return d
}

// Random returns new program dice from the seed, or nil if there is none. It fails if the origin is
// invalid or unknown.
func (d DiceOrigin) Random() (*dice.Random, error) {
	if d.Kind != dice.FromProgram && d.Kind != dice.FromTyped {
		return nil, fmt.Errorf("record: unknown kind of dice %q; there are program and typed", d.Kind)
	}
	if d.Generator == "" && d.Seed == "" {
		return nil, nil
	}
	if d.Generator != dice.Generator {
		return nil, fmt.Errorf("record: unknown generator %q; this program has %s", d.Generator, dice.Generator)
	}
	seed, err := strconv.ParseUint(d.Seed, 10, 64)
	if err != nil || strconv.FormatUint(seed, 10) != d.Seed {
		return nil, fmt.Errorf("record: the seed %q is not a whole number below 2^64", d.Seed)
	}
	return dice.NewRandom(seed), nil
}

// NewHeader describes a question that is about to be played with the given dice by the given
// version of the program.
func NewHeader(q *rule.Question, program string, d DiceOrigin) Header {
	h := Header{
		Loophole: "record", Format: Format, Program: program,
		Ruleset: q.House.Rules().ID, Rules: q.House.Rules().Hash(), Procedure: q.Procedure.Name,
		Situation: q.Situation(), House: map[string]string{}, Hash: q.House.Hash(), Strict: q.House.Strict, Dice: d,
	}
	for _, s := range q.House.Overrides() {
		h.House[s.Path] = s.Value
	}
	return h
}

// FindRuleset returns the ruleset with an ID.
type FindRuleset func(id string) (*rule.Ruleset, error)

// Question asks the question of the header again. The error is a [*Fault] of line 1. Its kind is
// [OtherRules] if the program has other rules than those of the record.
func (h Header) Question(find FindRuleset) (*rule.Question, error) {
	rs, err := find(h.Ruleset)
	if err != nil || rs == nil {
		return nil, inHeader("the ruleset "+strconv.Quote(h.Ruleset), "a ruleset of this program (another program may have it: verify the record with that one)", err)
	}
	if have := rs.Hash(); have != h.Rules {
		return nil, &Fault{
			Line: 1, Kind: OtherRules, Found: fmt.Sprintf("rules %s of %s, by program %q", h.Rules, h.Ruleset, h.Program),
			Expected: fmt.Sprintf("%s, the rules in this program; a record is replayed by the rules it was made under", have),
		}
	}
	p, err := rs.Procedure(h.Procedure)
	if err != nil {
		return nil, inHeader("the procedure "+strconv.Quote(h.Procedure), "a procedure of "+rs.ID, err)
	}
	house, err := HouseRulesOf(rs, h.House, h.Strict)
	if err != nil {
		return nil, inHeader("its house rules", "valid house rules", err)
	}
	settings, err := h.settings()
	if err == nil {
		var q *rule.Question
		if q, err = p.NewQuestion(house, settings); err == nil {
			return q, nil
		}
	}
	return nil, inHeader("its situation", "a situation of "+p.Name, err)
}

func inHeader(found, expected string, err error) *Fault {
	if err != nil {
		expected += fmt.Sprintf(": %v", err)
	}
	return &Fault{Line: 1, Kind: BadHeader, Found: found, Expected: expected}
}

// HouseRulesOf returns the house rules of a header.
func HouseRulesOf(rs *rule.Ruleset, given map[string]string, strict bool) (*rule.HouseRules, error) {
	if len(given) > maxSettings {
		return nil, fmt.Errorf("more than %d settings", maxSettings)
	}
	var s []rule.Setting
	for _, path := range slices.Sorted(maps.Keys(given)) {
		s = append(s, rule.Setting{Path: path, Value: given[path]})
	}
	house, err := rs.House(s)
	if err == nil {
		house.Strict = strict
	}
	return house, err
}

// A situation is small; these bounds keep a hostile one from costing much.
const (
	maxSettings = 4096
	maxDepth    = 16
)

// settings lists every value of the situation by its path. Elements of lists are numbered from 1,
// and lists have their lengths.
func (h Header) settings() ([]rule.Setting, error) {
	var f flattened
	err := f.add("", h.Situation, 0)
	return f.settings, err
}

type flattened struct{ settings []rule.Setting }

func (f *flattened) add(path string, value any, depth int) error {
	if depth > maxDepth {
		return fmt.Errorf("nested deeper than %d levels", maxDepth)
	}
	switch v := value.(type) {
	case map[string]any:
		for _, k := range slices.Sorted(maps.Keys(v)) {
			if err := f.add(join(path, k), v[k], depth+1); err != nil {
				return err
			}
		}
		return nil
	case []any:
		if err := f.set(rule.Setting{Path: path, Many: len(v)}); err != nil {
			return err
		}
		for i, x := range v {
			if err := f.add(join(path, strconv.Itoa(i+1)), x, depth+1); err != nil {
				return err
			}
		}
		return nil
	case string:
		return f.set(rule.Setting{Path: path, Value: v})
	case bool:
		return f.set(rule.Setting{Path: path, Value: strconv.FormatBool(v)})
	case json.Number:
		return f.set(rule.Setting{Path: path, Value: v.String()})
	}
	return fmt.Errorf("%s: %T is no value of a situation", short(path), value)
}

func (f *flattened) set(s rule.Setting) error {
	if len(f.settings) == maxSettings {
		return fmt.Errorf("more than %d settings", maxSettings)
	}
	f.settings = append(f.settings, s)
	return nil
}

func join(path, key string) string {
	if path == "" {
		return key
	}
	return path + "." + key
}

// decodeHeader reads line 1. It checks the version first, because a later version may differ in
// everything else.
func decodeHeader(line []byte) (h Header, object []byte, sum string, f *Fault) {
	var probe struct {
		Loophole string
		Format   json.Number
	}
	if json.Unmarshal(line, &probe) != nil || probe.Loophole != "record" {
		return h, nil, "", newFault(BadForm, strconv.Quote(short(string(line))), `the header of a record, {"loophole":"record",…}`)
	}
	format, f := FormatOf(probe.Format)
	if f != nil {
		return h, nil, "", f
	}
	object, sum, ok := Unseal(format, line)
	if !ok {
		return h, nil, "", UnsealedFault(format, line)
	}
	if err := DecodeStrict(object, &h); err != nil {
		return h, nil, "", newFault(BadForm, err.Error(), "a header in JSON")
	}
	return h, object, sum, nil
}

// FormatOf returns the format of a header, or a fault if the program does not know it.
func FormatOf(n json.Number) (int, *Fault) {
	for format := 1; format <= Format; format++ {
		if n == json.Number(strconv.Itoa(format)) {
			return format, nil
		}
	}
	return 0, newFault(BadFormat, strconv.Quote(n.String()), fmt.Sprintf("format 1 or %d, which this program reads", Format))
}

// errNoHeader is the error for a file without a first line.
var errNoHeader = errors.New("record: the file is empty; a record begins with its header")
