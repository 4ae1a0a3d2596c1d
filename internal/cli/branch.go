package cli

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"loophole/internal/format"
	"loophole/match"
	"loophole/record"
)

// branch writes the first actions of a record into a new one and returns its
// name. The old file is only read.
func (c *console) branch(name string, until int, into string) (string, error) {
	in, err := os.Open(name)
	if err != nil {
		return "", err
	}
	defer in.Close()
	f, err := match.Read(in)
	whole, bad := sound(f, err)
	if whole == nil {
		return "", broken(err)
	}
	switch n := whole.Actions(); {
	case n == 0 && bad != nil:
		return "", fmt.Errorf("%s: no action holds before its fault, so there is nothing to go on from: %w", name, broken(bad))
	case n == 0:
		return "", fmt.Errorf("--until %d: no action of %s is over yet", until, name)
	case until < 1 || until > n:
		return "", fmt.Errorf("--until %d: the actions of %s that hold are 1 to %d", until, name, n)
	}
	m, _, err := match.Resume(whole.UpToAction(until), shelf, nil)
	if err != nil {
		return "", broken(err)
	}
	file, into, err := recordFile(into, strings.TrimSuffix(name, ".jsonl"))
	if err != nil {
		return "", err
	}
	if file == nil {
		return "", errors.New("--record none: --until goes on in a new record; name its file")
	}
	if err := errors.Join(m.Save(file), file.Close()); err != nil {
		return "", err
	}
	fmt.Fprintf(c.out, "record %s holds the first %s of %s, which stays as it is\n", into, format.Counted(until, "actions"), name)
	return into, nil
}

// sound is what holds of a file that was read, and the fault that ends it; nil
// if not even its header can be used.
func sound(f *match.File, err error) (*match.File, *record.Fault) {
	var first *record.Fault
	for f != nil {
		if err == nil {
			_, _, err = match.Resume(f, shelf, nil)
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

// mendable adds to the fault of a record what can be done: which actions hold,
// and how to go on from them.
func (c *console) mendable(name string, f *match.File, err error) error {
	var bad *record.Fault
	if !errors.As(err, &bad) || bad.Kind == record.OtherRules {
		return broken(err)
	}
	if bad.Kind == record.CutOff && f != nil {
		return refused(fmt.Errorf("%w\nloophole resume %s goes on after the last whole line", err, shellWord(name)))
	}
	whole, _ := sound(f, err)
	if whole == nil || whole.Actions() == 0 {
		return broken(err)
	}
	n := whole.Actions()
	return refused(fmt.Errorf("%w\nthe last action that holds is %d: loophole resume %s --until %d goes on after it in a new record", err, n, shellWord(name), n))
}
