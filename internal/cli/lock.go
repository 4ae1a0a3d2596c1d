package cli

import (
	"fmt"
	"runtime"

	"github.com/gofrs/flock"
)

// lockRecord locks the record of a game, so that one program at a time writes it. The operating
// system releases the lock when the program ends.
func lockRecord(record string) (free func(), err error) {
	lock := flock.New(lockOf(record))
	got, err := lock.TryLock()
	switch {
	case err != nil:
		return nil, fmt.Errorf("%s: the record cannot be locked: %w", record, err)
	case !got:
		return nil, fmt.Errorf("%s is open in another loophole process: quit that one first, or continue in a new record:\n  "+program+" resume %s --until N --record NEW-FILE", record, record)
	}
	return func() { lock.Close() }, nil
}

// lockOf returns the file to lock: the record itself. On Windows it is a file beside the record,
// because Windows prevents others from reading a locked file.
func lockOf(record string) string {
	if runtime.GOOS == "windows" {
		return record + ".lock"
	}
	return record
}
