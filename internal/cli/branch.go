package cli

import (
	"errors"
	"fmt"
	"strings"

	"loophole/internal/format"
	"loophole/match"
	"loophole/record"
)

// branch copies the first actions of a record into a new record, in which others may play, and returns the name of the
// new file. It does not change the old file.
func (c *console) branch(name string, f *resumeFlags) (string, error) {
	in, err := openFile(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	file, err := match.Read(in)
	valid, bad := intactPart(file, err)
	if valid == nil {
		return "", recordError(name, err)
	}
	switch n := valid.Actions(); {
	case n == 0 && bad != nil:
		return "", fmt.Errorf("no action before the first error is valid, so no game can be resumed from it: %w", recordError(name, bad))
	case n == 0 && f.until != 0:
		return "", fmt.Errorf("--until %d: %s has no actions, and 0 is the start", f.until, name)
	case f.until < 0 || f.until > n:
		return "", fmt.Errorf("--until %d: the valid actions of %s are 1 to %d, and 0 is the start", f.until, name, n)
	}
	begun := valid.UpToLine(2)
	if f.until > 0 {
		begun = valid.UpToAction(f.until)
	}
	m, _, err := match.Resume(begun, findGame, nil)
	if err != nil {
		return "", recordError(name, err)
	}
	if err := seat(m, f.policies); err != nil {
		return "", err
	}
	out, into, err := recordFile(f.record, strings.TrimSuffix(name, ".jsonl"))
	if err != nil {
		return "", err
	}
	if out == nil {
		return "", errors.New("--record none: --until needs a new record; name its file")
	}
	if err := errors.Join(m.Save(out), out.Close()); err != nil {
		return "", err
	}
	fmt.Fprintf(c.out, "record %s has the first %s of %s, which is unchanged\n", into, format.Counted(f.until, "actions"), name)
	return into, nil
}

// nobody is the value of --policy that takes a side from a policy.
const nobody = "none"

// seat changes who plays a match from now on, by --policy. Sides that it does not name stay as they are.
func seat(m *match.Match, given []string) error {
	names, err := playedByPolicy(m.Instance, given, nobody)
	if err != nil {
		return err
	}
	for i, name := range names {
		switch name {
		case "":
		case nobody:
			m.Header.Seats[i].Player = atTheTable
		default:
			m.Header.Seats[i].Player = "policy " + name
		}
	}
	return nil
}

// intactPart returns the part of a record before its first fault, and that fault. It returns
// nil if not even the header is valid.
func intactPart(f *match.File, err error) (*match.File, *record.Fault) {
	var first *record.Fault
	for f != nil {
		if err == nil {
			_, _, err = match.Resume(f, findGame, nil)
		}
		var bad *record.Fault
		if err == nil {
			return f, first
		}
		if !errors.As(err, &bad) || bad.Line < 2 {
			return nil, bad
		}
		if first == nil {
			first = bad
		}
		if bad.Line > len(f.Objects)+1 {
			return nil, bad
		}
		f, err = f.UpToLine(bad.Line), nil
	}
	return nil, first
}

// withRemedy adds to the fault of a record the command that resumes the game before the fault.
func (c *console) withRemedy(name string, f *match.File, err error) error {
	var bad *record.Fault
	told := recordError(name, err)
	if !errors.As(err, &bad) || bad.Kind == record.OtherRules {
		return told
	}
	if bad.Kind == record.CutOff && f != nil {
		return invalid(fmt.Errorf("%w\nto resume after the last complete line: "+program+" resume %s", told, shellWord(name)))
	}
	valid, _ := intactPart(f, err)
	if valid == nil || valid.Actions() == 0 {
		return told
	}
	n := valid.Actions()
	return invalid(fmt.Errorf("%w\nthe last valid action is %d; to resume after it in a new record: "+program+" resume %s --until %d", told, n, shellWord(name), n))
}
