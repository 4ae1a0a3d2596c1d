package cli

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
)

func (c *console) replayCommand() *cobra.Command {
	asJSON, after, brief := false, 0, false
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay a record and show it",
		Long: `Play a record again from its own answers and show every step. Each question
and each face is checked on the way; loophole verify checks every byte. Of a game
it shows every action and where everything stands after the last, or after the
action that --until names. With --json a game is written as its entries, as the
API writes them, and where it stands in words and as a scene.`,
		Args: exactly("FILE"),
		RunE: func(cmd *cobra.Command, args []string) error {
			n := untilOf(cmd, "until", &after)
			f, is, err := c.readMatch(args[0])
			switch {
			case err != nil:
				return err
			case is:
				return c.replayMatch(args[0], f, n, brief, asJSON)
			case n != nil || brief:
				return errors.New("--until and --brief are for records of games")
			}
			return c.replay(args[0], asJSON)
		},
	}
	cmd.Flags().IntVar(&after, "until", 0, "stop after this action of a game, a `NUMBER` from 1")
	cmd.Flags().BoolVar(&brief, "brief", false, "show rolls and decisions of a game only, not every clause")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

func (c *console) replay(name string, asJSON bool) error {
	f, err := c.readRecord(name)
	if err != nil {
		return err
	}
	q, err := f.Header.Question(rulesets.Find)
	if err != nil {
		return broken(err)
	}
	rec, outcome, err := record.Replay(f, rulesets.Find)
	open := errors.Is(err, rule.ErrUnanswered)
	if err != nil && !open {
		return broken(err)
	}
	t := &transcript{checkedQuestion: &checkedQuestion{Question: q}, page: c.page(), quiet: asJSON}
	t.start(f.Header.Dice)
	for _, e := range rec.Entries {
		t.entry(e)
	}
	if open {
		t.page.Flush()
		return refused(fmt.Errorf("the record stops before its outcome: %w", unanswered(err)))
	}
	if asJSON {
		return c.json(t.json(outcome, f.Header.Dice))
	}
	t.end(outcome)
	if !record.SameOutcome(f, rec) {
		t.page.Gap()
		t.page.Line("%s", t.page.Warn("The outcome in the file is not the one that its answers lead to; loophole verify says more."))
	}
	return t.page.Flush()
}

// readRecord reads a record from a file.
func (c *console) readRecord(name string) (*record.File, error) {
	r, _, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := record.Read(r)
	return f, broken(err)
}

// broken marks a fault of a record as something that does not hold.
func broken(err error) error {
	var f *record.Fault
	if errors.As(err, &f) {
		return refused(err)
	}
	return err
}

// verdict is what an audit found, as JSON.
type verdict struct {
	Holds    bool        `json:"holds"`
	Entries  int         `json:"entries,omitempty"`
	Rolls    int         `json:"rolls,omitempty"`
	Dice     int         `json:"dice,omitempty"`
	Seeded   int         `json:"seeded,omitempty"` // dice rolled again from the seed
	Typed    int         `json:"typed,omitempty"`  // dice that players rolled, which nobody can roll again
	House    string      `json:"house,omitempty"`  // hash of the house
	Sum      string      `json:"sum,omitempty"`
	Line     int         `json:"line,omitempty"`
	Kind     record.Kind `json:"kind,omitempty"`
	Found    string      `json:"found,omitempty"`
	Expected string      `json:"expected,omitempty"`
}

func (c *console) verifyCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Verify that a record is intact, to the last byte",
		Long: `Check a record: its sums, its header, every question, every face against the die
and, where the program rolled, against the seed, and every byte against the same
play made again. The first line that does not hold is named; the exit status is
then 1.

The lines of a match with dice of two hands, which its server hands out, are played
again in the same way: every act, every question, every value and signature, and every
face. tools/verify-dice checks the same without this program, except for the rules.`,
		Args: exactly("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if isHands(args[0]) {
				return c.verifyHands(args[0], asJSON)
			}
			if f, is, err := c.readMatch(args[0]); err != nil || is {
				if err == nil {
					err = c.verifyMatch(f)
				}
				return err
			}
			report, err := c.audit(args[0])
			if asJSON {
				if v, ok := judged(report, err); ok {
					err = errors.Join(err, c.json(v))
				}
				return broken(err)
			}
			if err != nil {
				return broken(err)
			}
			p := c.page()
			p.Line("holds: %d entries", report.Lines-1)
			p.Line("%s", report)
			h := report.File.Header
			p.Line("question: %v", report.Question)
			p.Line("house: %s", h.Hash)
			p.Line("outcome: %s", outcomeOf(report))
			return p.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// outcomeOf writes the outcome of a record on one line, key by key.
func outcomeOf(r *record.Report) string {
	var rows format.Columns
	tree := r.Question.Procedure.OutcomeMap(r.Outcome)
	for _, k := range r.Question.Procedure.OutcomeKeys() {
		outcomeRows(&rows, k, tree)
	}
	return rows.Words()
}

func (c *console) audit(name string) (*record.Report, error) {
	f, err := c.readRecord(name)
	if err != nil {
		return nil, err
	}
	return record.Verify(f, rulesets.Find)
}

// judged gives an audit the form of JSON. An error that says nothing about the
// record has none.
func judged(r *record.Report, err error) (verdict, bool) {
	var f *record.Fault
	switch {
	case err == nil:
		return verdict{Holds: true, Entries: r.Lines - 1, Rolls: r.Rolls, Dice: r.Dice, Seeded: r.Seeded, Typed: r.Typed, House: r.File.Header.Hash, Sum: r.Sum}, true
	case errors.As(err, &f):
		return verdict{Line: f.Line, Kind: f.Kind, Found: f.Found, Expected: f.Expected}, true
	}
	return verdict{}, false
}
