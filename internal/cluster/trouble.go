package cluster

import (
	"fmt"
	"time"
)

// cannotStore returns the reason why the coordinator or a worker cannot store at the server, or
// nil. From time to time it tells the user.
func (c *coordinator) cannotStore() error {
	now, err := time.Now(), c.trouble
	for _, w := range c.workers {
		if err == nil && w.Trouble != "" && now.Sub(w.seen) < lostAfter {
			err = fmt.Errorf("%.80s: %.200s", w.Name, w.Trouble)
		}
	}
	switch {
	case err == nil:
		c.since = time.Time{}
		return nil
	case c.since.IsZero():
		c.since = now
	}
	if now.Sub(c.since) > sayAfter && now.Sub(c.said) > time.Minute {
		c.said = now
		c.o.Say("the server does not store: %v; trying again", err)
	}
	return err
}

// sayAfter is the time for which the server may store nothing before the user is told.
const sayAfter = 3 * time.Second

// giveUpAfter is the time after which a coordinator gives up if its own server does not store.
const giveUpAfter = 10 * time.Second

// storageFailure returns the error of a coordinator whose own server has not stored for some time.
func (c *coordinator) storageFailure(err error) error {
	more := ""
	if c.o.Limit > 0 {
		more = ", or give a larger --store-limit"
	}
	return fmt.Errorf("the store in %s cannot be written: %w\nmake room there%s; the same command continues", c.o.Folder, err, more)
}
