package cli

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/usertext"
	"loophole/record"
	"loophole/rule"
	"loophole/rulesets"
)

func (c *console) replayCommand() *cobra.Command {
	asJSON, after, brief := false, 0, false
	cmd := &cobra.Command{
		Use:   "replay FILE",
		Short: "Replay a record and show every step",
		Long: `Replay a record from the answers in it and show every step. Each question and each face
is checked; loophole verify checks every byte.

For a game, show every action and the position after the last one, or after the action
of --until. --json writes its entries as the API does, and the position as text and as a
scene.`,
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
				return errors.New("--until and --brief need the record of a game")
			}
			return c.replay(args[0], asJSON)
		},
	}
	cmd.Flags().IntVar(&after, "until", 0, "stop after the action of this `NUMBER`, from 1")
	cmd.Flags().BoolVar(&brief, "brief", false, "of a game, show rolls and decisions only, not every clause")
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// replay shows the record of a question.
func (c *console) replay(name string, asJSON bool) error {
	f, err := c.readRecord(name)
	if err != nil {
		return err
	}
	q, err := f.Header.Question(rulesets.Find)
	if err != nil {
		return recordError(name, err)
	}
	rec, outcome, err := record.Replay(f, rulesets.Find)
	open := errors.Is(err, rule.ErrUnanswered)
	if err != nil && !open {
		return recordError(name, err)
	}
	t := &transcript{checkedQuestion: &checkedQuestion{Question: q}, page: c.page(), quiet: asJSON}
	t.start(f.Header.Dice)
	for _, e := range rec.Entries {
		t.entry(e)
	}
	if open {
		t.page.Flush()
		return invalid(fmt.Errorf("the record ends before its outcome: %w", unanswered(err)))
	}
	if asJSON {
		return c.json(t.json(outcome, f.Header.Dice))
	}
	t.end(outcome)
	if !record.SameOutcome(f, rec) {
		t.page.Gap()
		t.page.Line("%s", t.page.Warn("The outcome in the file differs from the one that its answers lead to. See "+program+" verify."))
	}
	return t.page.Flush()
}

// readRecord reads the record of a question from a file.
func (c *console) readRecord(name string) (*record.File, error) {
	r, _, err := c.open(name)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	f, err := record.Read(r)
	return f, recordError(name, err)
}

// A recordFault is a fault of a record, with the name of its file and what its reader can do.
type recordFault struct {
	name  string // "" for lines from elsewhere
	fault *record.Fault
	err   error
}

// Error names the file, the line, what is wrong and the remedy.
func (e *recordFault) Error() string {
	f, at := e.fault, ""
	if e.name != "" {
		at = e.name + ": "
	}
	if f.Line <= 1 && f.Kind == record.BadForm {
		return fmt.Sprintf("%sline 1: this is not a record: found %s; give a file that a match, "+program+" play or "+program+" roll --record has written", at, usertext.Truncate(f.Found))
	}
	text := at + strings.TrimPrefix(f.Error(), "record: ")
	if f.Broken || slices.Contains([]record.FaultKind{record.BadForm, record.CutOff, record.Altered}, f.Kind) {
		text += "; get the file again from whoever sent it"
	}
	return text
}

func (e *recordFault) Unwrap() error { return e.err }

// recordError gives a [*record.Fault] of a file the exit status of an invalid record, the name of the
// file and a remedy. Other errors, and nil, are returned as they are.
func recordError(name string, err error) error {
	var f *record.Fault
	var told *recordFault
	if !errors.As(err, &f) {
		return err
	}
	if !errors.As(err, &told) {
		err = &recordFault{name, f, err}
	}
	return invalid(err)
}

// verdict is the result of verifying a record, as JSON.
type verdict struct {
	Holds    bool             `json:"holds"`
	Entries  int              `json:"entries,omitempty"`
	Rolls    int              `json:"rolls,omitempty"`
	Dice     int              `json:"dice,omitempty"`
	Seeded   int              `json:"seeded,omitempty"` // dice rolled again from the seed
	Typed    int              `json:"typed,omitempty"`  // dice that players rolled; these cannot be rolled again
	House    string           `json:"house,omitempty"`  // hash of the house rules
	Sum      string           `json:"sum,omitempty"`
	Line     int              `json:"line,omitempty"`
	Kind     record.FaultKind `json:"kind,omitempty"`
	Found    string           `json:"found,omitempty"`
	Expected string           `json:"expected,omitempty"`
}

func (c *console) verifyCommand() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "verify FILE",
		Short: "Verify that a record is intact",
		Long: `Verify a record: its checksums, its header, every question, every face against the die and,
if the program rolled, against the seed. Then replay it and compare every byte. The
error names the first invalid line; the exit status is then 1.

FILE may also be the download of a match with dice of two hands. Every act, question,
value, signature and face is then checked.
tools/verify-dice/verify.py checks the same without this program, except for the rules.`,
		Args: exactly("FILE"),
		RunE: func(_ *cobra.Command, args []string) error {
			if isHands(args[0]) {
				return c.verifyHands(args[0], asJSON)
			}
			if f, is, err := c.readMatch(args[0]); err != nil || is {
				if err == nil {
					err = c.verifyMatch(args[0], f)
				}
				return err
			}
			report, err := c.audit(args[0])
			if asJSON {
				if v, ok := verdictOf(report, err); ok {
					err = errors.Join(err, c.json(v))
				}
				return recordError(args[0], err)
			}
			if err != nil {
				return recordError(args[0], err)
			}
			p := c.page()
			p.Line("valid: %d entries", report.Lines-1)
			p.Line("%s", report)
			p.Line("question: %v", report.Question)
			p.Line("house rules: %s", report.File.Header.Hash)
			p.Line("outcome: %s", outcomeOf(report))
			return p.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "write JSON")
	return cmd
}

// outcomeOf returns the outcome of a record as key=value words.
func outcomeOf(r *record.Report) string {
	var rows format.Columns
	tree := r.Question.Procedure.OutcomeMap(r.Outcome)
	for _, k := range r.Question.Procedure.OutcomeKeys() {
		outcomeRows(&rows, k, tree)
	}
	return rows.Words()
}

// audit verifies the record of a question.
func (c *console) audit(name string) (*record.Report, error) {
	f, err := c.readRecord(name)
	if err != nil {
		return nil, err
	}
	return record.Verify(f, rulesets.Find)
}

// verdictOf converts the result of an audit to JSON. It returns false for an error that is not
// about the record, such as a file that cannot be read.
func verdictOf(r *record.Report, err error) (verdict, bool) {
	var f *record.Fault
	switch {
	case err == nil:
		return verdict{Holds: true, Entries: r.Lines - 1, Rolls: r.Rolls, Dice: r.Dice, Seeded: r.Seeded, Typed: r.Typed, House: r.File.Header.Hash, Sum: r.Sum}, true
	case errors.As(err, &f):
		return verdict{Line: f.Line, Kind: f.Kind, Found: f.Found, Expected: f.Expected}, true
	}
	return verdict{}, false
}
