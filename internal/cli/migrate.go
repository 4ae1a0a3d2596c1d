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
		Short: "Convert a record to the current format",
		Long: `Convert a record of format 1, with checksums of 64 bits, to format 2, with checksums of
256 bits. The lines keep their content, and the new header has the last checksum of the
old file, so anyone who noted that checksum can see that nothing changed.

The record is verified first. If it was made under other rules than this program has,
only its checksums are checked, and a message says so.`,
		Example: `  loophole migrate block.jsonl block-2.jsonl`,
		Args:    exactly("FILE", "NEW-FILE"),
		RunE:    func(_ *cobra.Command, args []string) error { return c.migrate(args[0], args[1]) },
	}
}

// migrate verifies a record and writes it into a new file in the current format.
func (c *console) migrate(name, into string) error {
	var out bytes.Buffer
	m, isMatch, err := c.readMatch(name)
	if isMatch && err == nil {
		if _, err = match.Verify(m, findGame); err == nil || c.acceptSumsOnly(err) {
			err = m.Migrate(&out)
		}
	}
	if !isMatch && err == nil {
		var f *record.File
		if f, err = c.readRecord(name); err == nil {
			if _, err = record.Verify(f, rulesets.Find); err == nil || c.acceptSumsOnly(err) {
				err = f.Migrate(&out)
			}
		}
	}
	if err != nil {
		return recordError(name, err)
	}
	file, err := os.OpenFile(into, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
	if errors.Is(err, os.ErrExist) {
		return fmt.Errorf("%s exists already; name a new file", into)
	}
	if err != nil {
		return err
	}
	_, err = file.Write(out.Bytes())
	if err = errors.Join(err, file.Close()); err != nil {
		return err
	}
	p := c.page()
	p.Line("%s is %s in format %d; %s is unchanged", into, name, record.Format, name)
	return p.Flush()
}

// acceptSumsOnly reports whether a record that cannot be replayed may be converted all the same: its
// checksums are valid, and it was made under other rules or is unfinished. Then it tells the user
// that only they were checked.
func (c *console) acceptSumsOnly(err error) bool {
	var f *record.Fault
	if !errors.As(err, &f) || f.Broken || f.Kind != record.OtherRules && f.Kind != record.Unfinished {
		return false
	}
	fmt.Fprintf(c.err, "only the checksums were checked: %v\n", recordError("", err))
	return true
}
