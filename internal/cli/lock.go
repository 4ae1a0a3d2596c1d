package cli

import (
	"fmt"
	"runtime"

	"github.com/gofrs/flock"
)

// lockRecord takes the record of a game for this program, so that two do not write
// into one. The operating system gives it back when the program ends, however
// it ends.
func lockRecord(record string) (free func(), err error) {
	lock := flock.New(lockOf(record))
	got, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be kept from other programs: %w", record, err)
	case !got:
		return nil, fmt.Errorf("%s is being played by another loophole: quit it there first, or go on beside it in a record of your own:\n  loophole resume %s --until N --record NEW-FILE", record, record)
	}
	return func() { lock.Close() }, nil
}

// lockOf is the file that is locked: the record itself. Windows keeps others
// from reading what is locked, so there it is a file beside it.
func lockOf(record string) string {
	if runtime.GOOS == "windows" {
		return record + ".lock"
	}
	return record
}
