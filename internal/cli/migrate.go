package cli

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"loophole/match"
	"loophole/record"
	"loophole/rulesets"
)

func (c *console) migrateCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "migrate FILE NEW-FILE",
		Short: "Convert a record of an earlier format",
		Long: `Write a record of format 1, of which the sums have 64 bits, as one of format 2,
of which they have 256. Its lines stay as they are, and its header says what its
last sum was: whoever has kept that finds in the new file that nothing was changed.
The record is verified first; one that was made under other rules than this
program's has only its sums checked, and that is said.`,
		Example: `  loophole migrate block.jsonl block-2.jsonl`,
		Args:    exactly("FILE", "NEW-FILE"),
		RunE:    func(_ *cobra.Command, args []string) error { return c.migrate(args[0], args[1]) },
	}
}

func (c *console) migrate(name, into string) error {
	var out bytes.Buffer
	game, is, err := c.readMatch(name)
	if is && err == nil {
		if _, err = match.Verify(game, shelf); err == nil || c.onlySealed(err) {
			err = game.Migrate(&out)
		}
	}
	if !is && err == nil {
		var f *record.File
		if f, err = c.readRecord(name); err == nil {
			if _, err = record.Verify(f, rulesets.Find); err == nil || c.onlySealed(err) {
				err = f.Migrate(&out)
			}
		}
	}
	if err != nil {
		return broken(err)
	}
	file, err := os.OpenFile(into, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s is there already; name a new file", into)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(out.Bytes())
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	p := c.page()
	p.Line("%s holds %s in format %d; %s stays as it is", into, name, record.Format, name)
	return p.Flush()
}

// onlySealed reports whether a record cannot be played again because the rules have
// changed since, or because it stops in the middle. Its sums can be made anew all
// the same, and it is said that no more than they was checked.
func (c *console) onlySealed(err error) bool {
	var f *record.Fault
	if !errors.As(err, &f) || f.Broken || f.Kind != record.OtherRules && f.Kind != record.Unfinished {
		return false
	}
	fmt.Fprintf(c.err, "only the sums were checked: %v\n", err)
	return true
}
