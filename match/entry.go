package match

import (
	"encoding/json"
	"fmt"
	"strings"

	"loophole/game"
	"loophole/record"
	"loophole/rule"
)

// Kind is the kind of an entry.
type Kind string

// The kinds of entries, besides those of a rulebook's record.
const (
	Acted    Kind = "action" // a side began an action
	Ruled    Kind = "rule"   // a roll, a choice, a clause that took effect: see Entry.Rule
	Done     Kind = "done"   // the action is over
	Undone   Kind = "undo"   // the last action was undone
	Redone   Kind = "redo"   // an undone action counts again
	Agreed   Kind = "dice"   // a side may type its dice from now on, with the other's consent: see Terms
	Resigned Kind = "resign" // a side gave the game up, which ends it: see [Match.Resign]
)

// An Entry is one line of a match.
type Entry struct {
	Kind     Kind
	By       rule.Side  // who acted, undid, redid or resigned, or may type dice
	Action   string     // the action as players type it
	Rule     rule.Entry // of Ruled
	Consent  rule.Side  // who consented to an undo that needed it, or to typed dice
	Events   []string   // of Done: the named events of the action
	Over     *Result    // of Done and Resigned: the game is over
	Position string     // hash of the position afterwards; not of Acted and Ruled
}

// Result is the end of a game.
type Result struct {
	Winner rule.Side   `json:"winner,omitempty"` // empty for a draw
	Why    string      `json:"why"`
	Cite   rule.Clause `json:"clause,omitempty"` // empty for a resignation, which no rule knows
}

// entryJSON is an entry as it is written on its line.
type entryJSON struct {
	Kind     Kind      `json:"kind"`
	By       rule.Side `json:"by,omitempty"`
	Action   string    `json:"action,omitempty"`
	Consent  rule.Side `json:"consent,omitempty"`
	Events   []string  `json:"events,omitempty"`
	Over     *Result   `json:"over,omitempty"`
	Position string    `json:"position,omitempty"`
}

// encode writes an entry without its checksum.
func (e Entry) encode() ([]byte, error) {
	if e.Kind == Ruled {
		return record.EncodeEntry(e.Rule)
	}
	object, err := json.Marshal(entryJSON{e.Kind, e.By, e.Action, e.Consent, e.Events, e.Over, e.Position})
	if err != nil {
		return nil, fmt.Errorf("match: %w", err)
	}
	return object, nil
}

// decode reads an entry.
func decode(object []byte) (Entry, *record.Fault) {
	var probe struct{ Kind Kind }
	if err := json.Unmarshal(object, &probe); err != nil {
		return Entry{}, &record.Fault{Kind: record.BadForm, Found: err.Error(), Expected: "an entry in JSON"}
	}
	switch probe.Kind {
	case Acted, Done, Undone, Redone, Agreed, Resigned:
	default:
		r, fault := record.DecodeEntry(object)
		if fault == nil && !isKept(r) {
			fault = &record.Fault{Kind: record.BadForm, Found: fmt.Sprintf("the kind %q", r.Kind), Expected: "action, roll, choice, apply, note, done, undo, redo, dice or resign"}
		}
		return Entry{Kind: Ruled, Rule: r}, fault
	}
	var w entryJSON
	if err := record.DecodeStrict(object, &w); err != nil {
		return Entry{}, &record.Fault{Kind: record.BadForm, Found: err.Error(), Expected: "an entry of a match in JSON"}
	}
	return Entry{w.Kind, w.By, w.Action, rule.Entry{}, w.Consent, w.Events, w.Over, w.Position}, nil
}

// isKept reports whether a match keeps an entry of the rules: a question, or an effect. Facts,
// rulings and cells of tables follow from the house rules in the header.
func isKept(e rule.Entry) bool {
	switch e.Kind {
	case rule.Rolled, rule.Chosen, rule.Applied, rule.Noted:
		return true
	}
	return false
}

// Told returns the entry with the words of its ruleset replaced by those that players use. The
// record keeps the words of the ruleset.
func (e Entry) Told(f *game.Instance) Entry {
	if e.Kind == Ruled {
		e.Rule = f.SpokenEntry(e.Rule)
	}
	return e
}

// String returns the entry as a transcript shows it. An action that ends the game has a second line.
func (e Entry) String() string {
	switch e.Kind {
	case Acted:
		return fmt.Sprintf("%s: %s", e.By, e.Action)
	case Ruled:
		return "  " + e.Rule.String()
	case Undone:
		if e.Consent != "" {
			return fmt.Sprintf("%s the last action; %s", game.Capital(e.By.WithVerb("undo")), e.Consent.WithVerb("consent"))
		}
		return fmt.Sprintf("%s the last action", game.Capital(e.By.WithVerb("undo")))
	case Redone:
		return fmt.Sprintf("%s the last undone action", game.Capital(e.By.WithVerb("redo")))
	case Resigned:
		s := game.Capital(e.By.WithVerb("resign"))
		if e.Over != nil && e.Over.Winner != "" {
			s += ": " + e.Over.Winner.WithVerb("win")
		}
		return s
	case Agreed:
		return fmt.Sprintf("%s its own dice from now on; %s", game.Capital(e.By.WithVerb("roll")), e.Consent.WithVerb("agree"))
	}
	s := "  done"
	if len(e.Events) > 0 {
		s = "  → " + strings.Join(e.Events, ", ")
	}
	if e.Over != nil {
		who := "nobody wins"
		if e.Over.Winner != "" {
			who = e.Over.Winner.WithVerb("win")
		}
		s += fmt.Sprintf("\n%s: %s [%s]", who, game.Reason(e.Over.Why, e.Over.Winner == ""), e.Over.Cite)
	}
	return s
}
