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
	Seq     int      `json:"seq" minimum:"1" doc:"the line number in the record, with the header as 0; in a match with secrets every action begins a new thousand"`
	Kind    string   `json:"kind" enum:"action,roll,choice,apply,note,done,undo,redo,dice,resign,unseen" doc:"dice means that a side may type its own from now on, with the other's consent; unseen hides an entry from this seat for now"`
	By      string   `json:"by,omitempty" doc:"the side that acted, decided, undid or resigned"`
	Action  string   `json:"action,omitempty" doc:"the line of the action"`
	Says    string   `json:"says,omitempty" doc:"of an action or a choice: in words for players"`
	Text    string   `json:"text" doc:"the entry on one line"`
	Clause  string   `json:"clause,omitempty"`
	Why     string   `json:"why,omitempty" doc:"the purpose of the roll or decision, or the applied rule"`
	Roll    string   `json:"roll,omitempty" doc:"the dice and how they are read, as 5D6 count 4+"`
	Faces   []int    `json:"faces,omitempty"`
	Stops   string   `json:"stops,omitempty" enum:"counted,others" doc:"of a roll that stops effects of the other side: whether the dice that count stop them, or the others"`
	Counts  []string `json:"counts,omitempty" doc:"of a roll: the name of one die that counts, and of several: hit, hits; a third word is the verb, if it differs from the second: hurts"`
	Span    []int    `json:"span,omitempty" doc:"of a tally: the lowest and the highest face that counts; 0 and 0 if none does"`
	Reads   string   `json:"reads,omitempty" doc:"of a tally: the effect of each span of its faces: \"13 or more hurts\"; of a sum: what passes, if that is no number of its own"`
	Came    []string `json:"came,omitempty" doc:"of a test: its result; of a completed action: its effects, in clauses without losses"`
	From    string   `json:"from,omitempty" doc:"the source of the answer: program, typed, typed total, two hands"`
	Value   *int     `json:"value,omitempty" doc:"the result, the amount, or the chosen option, from 0"`
	AtLeast float64  `json:"at_least,omitempty" doc:"of dice that are counted or added up: the chance of this result or more"`
	Options []string `json:"options,omitempty"`
	Consent string   `json:"consent,omitempty"`
	Events  []string `json:"events,omitempty" doc:"the named events of the action"`
	Over    *Over    `json:"over,omitempty"`
	Unseen  int      `json:"unseen,omitempty" doc:"of an unseen action: the last number that it covers"`
}

// Over is the end of a game.
type Over struct {
	Winner string `json:"winner" doc:"the side, or empty for a draw"`
	Says   string `json:"says" doc:"the winner, as in a sentence: \"the Besiegers win\", \"a draw\""`
	Why    string `json:"why" doc:"in a sentence for players; the sealed record has the words of the rulebook"`
	Clause string `json:"clause" doc:"empty if no rule has ended the game: a side resigned, or owed a value for too long"`
}

// OverOf returns the JSON form of a game's end. winner is empty for a draw.
func OverOf(winner rule.Side, why string, cite rule.Clause) *Over {
	o := &Over{string(winner), "a draw", game.Reason(why, winner == ""), string(cite)}
	if winner != "" {
		o.Says = winner.WithVerb("win")
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
		j.Says = r.By.WithVerb("choose") + ": " + r.Options[r.Value]
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
	ID      string   `json:"id" doc:"required in the answer"`
	By      string   `json:"by" doc:"the side that must answer"`
	Kind    string   `json:"kind" enum:"roll,choice"`
	Why     string   `json:"why"`
	Clause  string   `json:"clause"`
	Text    string   `json:"text" doc:"the question in a sentence"`
	Asks    string   `json:"asks,omitempty" doc:"of a choice: its subject, and the question"`
	Dice    string   `json:"dice,omitempty" doc:"of a roll: 5D6"`
	Die     int      `json:"die,omitempty" doc:"of a roll: the faces of a die"`
	Many    int      `json:"many,omitempty" doc:"of a roll: how many faces are still required"`
	Reading string   `json:"reading,omitempty" doc:"of a roll: the faces that succeed, as 4+; or how it is read, as highest 2"`
	Reads   string   `json:"reads,omitempty" doc:"of a roll that is a tally: the effect of each span of its faces"`
	Given   []int    `json:"given,omitempty" doc:"of a roll: faces that come from the tray"`
	Options []string `json:"options,omitempty" doc:"of a choice"`
}
