package match

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"loophole/game"
	"loophole/record"
	"loophole/rule"
)

// Format is the version of the file that this package writes. Records of questions have the same
// version. The package also reads format 1.
const Format = record.Format

// A Header is line 1 of a match. It has everything that is needed to set the match up again.
type Header struct {
	Loophole          string            `json:"loophole"` // always "match"
	Format            int               `json:"format"`   // [Format]
	Program           string            `json:"program"`  // version of the program that wrote the file
	Ruleset           string            `json:"ruleset"`
	Rules             string            `json:"rules"` // [rule.Ruleset.Hash]
	Scenario          string            `json:"scenario"`
	Setup             json.RawMessage   `json:"setup"` // the whole scenario
	House             map[string]string `json:"house"` // differences from the published rules
	Hash              string            `json:"hash"`  // of the house rules
	Strict            bool              `json:"strict"`
	Seats             [2]Seat           `json:"seats"`
	Dice              record.DiceOrigin `json:"dice"`
	UndoneRollsRepeat bool              `json:"again,omitempty"`  // undone rolls of the program repeat: see [Match.RepeatUndoneRolls]
	Terms             *Terms            `json:"terms,omitempty"`  // whose dice may be typed; nil for all
	Position          string            `json:"position"`         // hash of the start
	Former            *record.Former    `json:"former,omitempty"` // facts about the file's earlier format
}

// A Seat is who plays a side.
type Seat struct {
	Side   rule.Side `json:"side"`
	Player string    `json:"player"`         // a name, or "policy random"
	Dice   string    `json:"dice,omitempty"` // "typed" if the side's dice were typed at first, "program", or "" if unknown
}

// NewHeader describes a game that is about to begin.
func NewHeader(f *game.Instance, program string, players [2]string, d record.DiceOrigin) (Header, error) {
	setup, err := json.Marshal(f.Setup)
	if err != nil {
		return Header{}, fmt.Errorf("match: the scenario: %w", err)
	}
	rules := f.Game.Rules
	h := Header{
		Loophole: "match", Format: Format, Program: program, Ruleset: rules.ID, Rules: rules.Hash(),
		Scenario: f.Scenario, Setup: setup, House: map[string]string{}, Hash: f.House.Hash(), Strict: f.House.Strict,
		Dice: d, Position: f.Start.Hash(),
	}
	for _, s := range f.House.Overrides() {
		h.House[s.Path] = s.Value
	}
	for i := range h.Seats {
		h.Seats[i] = Seat{Side: f.Sides[i], Player: players[i]}
	}
	return h, nil
}

// FindGame finds a game by the ID of its ruleset.
type FindGame func(id string) (*game.Game, error)

// NewInstance sets the game up again. The error is a [*record.Fault] of line 1. Its kind is OtherRules if
// the program has other rules than those of the match.
func (h Header) NewInstance(find FindGame) (*game.Instance, error) {
	g, err := find(h.Ruleset)
	if err != nil || g == nil {
		return nil, inHeader("the ruleset "+strconv.Quote(h.Ruleset), "a game of this program (another program may have it: verify the record with that one)", err)
	}
	if have := g.Rules.Hash(); have != h.Rules {
		return nil, &record.Fault{
			Line: 1, Kind: record.OtherRules, Found: fmt.Sprintf("rules %s of %s, by program %q", h.Rules, h.Ruleset, h.Program),
			Expected: fmt.Sprintf("%s, the rules in this program; a match is replayed by the rules it was played under", have),
		}
	}
	house, err := record.HouseRulesOf(g.Rules, h.House, h.Strict)
	if err != nil {
		return nil, inHeader("its house rules", "valid house rules", err)
	}
	setup := g.NewSetup()
	if err := record.DecodeStrict(h.Setup, setup); err != nil {
		return nil, inHeader("its scenario", "a scenario of "+g.Rules.ID, err)
	}
	f, err := g.NewInstance(h.Scenario, setup, house)
	if err != nil {
		return nil, inHeader("its scenario", "a scenario that can be played", err)
	}
	return f, nil
}

func inHeader(found, expected string, err error) *record.Fault {
	if err != nil {
		expected += ": " + strings.ReplaceAll(err.Error(), "\n", "; ")
	}
	return &record.Fault{Line: 1, Kind: record.BadHeader, Found: found, Expected: expected}
}

// decodeHeader reads line 1. It checks the version first, because a later version may differ in
// everything else.
func decodeHeader(line []byte) (h Header, object []byte, sum string, f *record.Fault) {
	var probe struct {
		Loophole string
		Format   json.Number
	}
	if json.Unmarshal(line, &probe) != nil || probe.Loophole != "match" {
		return h, nil, "", &record.Fault{Kind: record.BadForm, Found: strconv.Quote(string(line[:min(len(line), 60)])), Expected: `the header of a match, {"loophole":"match",…}`}
	}
	format, f := record.FormatOf(probe.Format)
	if f != nil {
		return h, nil, "", f
	}
	object, sum, ok := record.Unseal(format, line)
	if !ok {
		return h, nil, "", record.UnsealedFault(format, line)
	}
	if err := record.DecodeStrict(object, &h); err != nil {
		return h, nil, "", &record.Fault{Kind: record.BadForm, Found: err.Error(), Expected: "a header in JSON"}
	}
	return h, object, sum, nil
}

func encodeHeader(h Header) ([]byte, error) {
	object, err := json.Marshal(h)
	if err != nil {
		return nil, fmt.Errorf("match: header: %w", err)
	}
	return object, nil
}
