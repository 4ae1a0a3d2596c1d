package wire

import (
	"strings"

	"loophole/game"
	"loophole/match"
	"loophole/odds"
	"loophole/rule"
)

// Entry is an entry of a match with its number: the number of its line in the record, where the
// header is 0.
type Entry struct {
	Seq     int      `json:"seq" minimum:"1" doc:"its number: that of its line in the record, the header being 0; in a match with secrets every action begins a new thousand"`
	Kind    string   `json:"kind" enum:"action,roll,choice,apply,note,done,undo,redo,dice,unseen" doc:"dice says that a side types its own from now on, as the other agrees; unseen is what this seat may not know yet"`
	By      string   `json:"by,omitempty" doc:"the side that acted, decided or took back"`
	Action  string   `json:"action,omitempty" doc:"the line of the action"`
	Says    string   `json:"says,omitempty" doc:"what was done, as players say it: of an action, or of a choice"`
	Text    string   `json:"text" doc:"the entry on one line"`
	Clause  string   `json:"clause,omitempty"`
	Why     string   `json:"why,omitempty" doc:"what was rolled or decided for, or what took effect"`
	Roll    string   `json:"roll,omitempty" doc:"the dice and how they are read, as 5D6 count 4+"`
	Faces   []int    `json:"faces,omitempty"`
	Stops   string   `json:"stops,omitempty" enum:"counted,others" doc:"of a roll whose dice stop what others did: whether those that count stop it, or the others"`
	Counts  []string `json:"counts,omitempty" doc:"of a roll: what one die that counts is called, and what several are: hit, hits; a third word is what a die that counts does, if the second does not say it: hurts"`
	Span    []int    `json:"span,omitempty" doc:"of a tally: the lowest and the highest face that counts; 0 and 0 if none does"`
	Reads   string   `json:"reads,omitempty" doc:"of a tally: what each span of its faces does: \"13 or more hurts\"; of a sum: what passes, where that is no number of its own"`
	Came    []string `json:"came,omitempty" doc:"of a test: what it came to; of an action that is done: what came of it, in clauses without losses"`
	From    string   `json:"from,omitempty" doc:"where the answer came from: program, typed, typed total, two hands"`
	Value   *int     `json:"value,omitempty" doc:"the reading, the amount, or the option that was taken, from 0"`
	AtLeast float64  `json:"at_least,omitempty" doc:"of dice that are counted or added up: how likely they were to read as much as they did, or more"`
	Options []string `json:"options,omitempty"`
	Consent string   `json:"consent,omitempty"`
	Events  []string `json:"events,omitempty" doc:"the named events that came of the action"`
	Over    *Over    `json:"over,omitempty"`
	Unseen  int      `json:"unseen,omitempty" doc:"of an unseen action: the last number that it stands for"`
}

// Over is the end of a game.
type Over struct {
	Winner string `json:"winner" doc:"the side, or empty for a draw"`
	Says   string `json:"says" doc:"who wins, as a sentence says it: \"the Besiegers win\", \"a draw\""`
	Why    string `json:"why" doc:"as a sentence that players read; the sealed record has the words of the rulebook"`
	Clause string `json:"clause"`
}

// OverOf returns the JSON form of a game's end. winner is empty for a draw.
func OverOf(winner rule.Side, why string, cite rule.Clause) *Over {
	o := &Over{string(winner), "a draw", game.Reason(why), string(cite)}
	if winner != "" {
		o.Says = winner.Clause("win")
	}
	return o
}

// EntryOf returns the JSON form of an entry with its number.
func EntryOf(seq int, e match.Entry) Entry {
	j := Entry{Seq: seq, Kind: string(e.Kind), By: string(e.By), Action: e.Action, Text: strings.TrimSpace(e.String()), Consent: string(e.Consent), Events: e.Events}
	if e.Over != nil {
		j.Over = OverOf(e.Over.Winner, e.Over.Why, e.Over.Cite)
	}
	if e.Kind == match.Ruled {
		j.rule(&e.Rule)
	}
	return j
}

func (j *Entry) rule(r *rule.Entry) {
	j.Kind, j.By, j.Clause, j.Why, j.From, j.Options = r.Kind.String(), string(r.By), string(r.Cite), r.Text, r.From, r.Options
	if r.Kind == rule.Rolled {
		j.Roll = r.Pool.String()
		if p, err := odds.AtLeast(r.Pool, r.Value); err == nil && r.Pool.Kind() != rule.Test {
			j.AtLeast = p
		}
	}
	if r.Kind == rule.Chosen && r.Value < len(r.Options) {
		j.Says = r.By.Clause("choose") + ": " + r.Options[r.Value]
	}
	for _, f := range r.Faces {
		j.Faces = append(j.Faces, int(f))
	}
	if r.Kind != rule.Noted {
		v := r.Value
		j.Value = &v
	}
}

// Reason is a reason why the rules do not allow something.
type Reason struct {
	Clause string `json:"clause"`
	Text   string `json:"text"`
}

// Reasons returns the JSON form of violations.
func Reasons(r rule.IllegalError) []Reason {
	out := []Reason{}
	for _, x := range r {
		out = append(out, Reason{string(x.Cite), x.Reason})
	}
	return out
}

// Question is the roll or decision that an action waits for.
type Question struct {
	ID      string   `json:"id" doc:"to be given with the answer"`
	By      string   `json:"by" doc:"the side that answers"`
	Kind    string   `json:"kind" enum:"roll,choice"`
	Why     string   `json:"why"`
	Clause  string   `json:"clause"`
	Text    string   `json:"text" doc:"the question in a sentence"`
	Asks    string   `json:"asks,omitempty" doc:"of a choice: what it is about, and what is to be decided"`
	Dice    string   `json:"dice,omitempty" doc:"of a roll: 5D6"`
	Die     int      `json:"die,omitempty" doc:"of a roll: the faces of a die"`
	Many    int      `json:"many,omitempty" doc:"of a roll: how many faces are still to be given"`
	Reading string   `json:"reading,omitempty" doc:"of a roll: what succeeds, as 4+; or how it is read, as highest 2"`
	Reads   string   `json:"reads,omitempty" doc:"of a roll that is a tally: what each span of its faces does"`
	Given   []int    `json:"given,omitempty" doc:"of a roll: faces that come from the tray"`
	Options []string `json:"options,omitempty" doc:"of a choice"`
}
