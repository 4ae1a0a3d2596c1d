package cli

import (
	"errors"
	"fmt"
	"strings"

	"loophole/internal/format"
	"loophole/match"
	"loophole/record"
)

// branch copies the first actions of a record into a new record and returns the name of the
// new file. It does not change the old file.
func (c *console) branch(name string, until int, into string) (string, error) {
	in, err := openFile(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	f, err := match.Read(in)
	valid, bad := intactPart(f, err)
	if valid == nil {
		return "", recordError(name, err)
	}
	switch n := valid.Actions(); {
	case n == 0 && bad != nil:
		return "", fmt.Errorf("no action before the first error is valid, so no game can be resumed from it: %w", recordError(name, bad))
	case n == 0:
		return "", fmt.Errorf("--until %d: %s has no complete action yet; leave --until out", until, name)
	case until < 1 || until > n:
		return "", fmt.Errorf("--until %d: the valid actions of %s are 1 to %d", until, name, n)
	}
	m, _, err := match.Resume(valid.UpToAction(until), findGame, nil)
	if err != nil {
		return "", recordError(name, err)
	}
	file, into, err := recordFile(into, strings.TrimSuffix(name, ".jsonl"))
	if err != nil {
		return "", err
	}
	if file == nil {
		return "", errors.New("--record none: --until needs a new record; name its file")
	}
	if err := errors.Join(m.Save(file), file.Close()); err != nil {
		return "", err
	}
	fmt.Fprintf(c.out, "record %s has the first %s of %s, which is unchanged\n", into, format.Counted(until, "actions"), name)
	return into, nil
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
