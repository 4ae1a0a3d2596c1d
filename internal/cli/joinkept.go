package cli

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"github.com/gofrs/flock"

	"loophole/hands"
)

// A keptSeat is the file of a seat of a match with dice of two hands.
type keptSeat struct {
	Link    string       `json:"link"`   // the link without its token
	Opened  string       `json:"opened"` // a digest of the token of the first link
	Claimed bool         `json:"claimed"`
	Side    string       `json:"side"`
	Token   string       `json:"token"`
	Terms   string       `json:"terms"` // the terms of the match; their SHA-256 names the match
	Root    string       `json:"root"`  // the root of key and chain
	Memory  hands.Memory `json:"memory"`

	file string
}

// seatKept returns the stored seat of a link, or creates a file for it that only the user can
// read. Both seats of a match may be played on one machine, so each has a file of its own.
func seatKept(f *joinFlags, w *remote) (*keptSeat, error) {
	dir, err := dataFolder(f.data)
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "hands")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, folderError(filepath.Dir(dir), "the folder cannot be created", err)
	}
	files, err := filepath.Glob(filepath.Join(dir, w.id+"-*.json"))
	if err != nil {
		return nil, err
	}
	sum := sha256.Sum256([]byte(w.token))
	opened := hex.EncodeToString(sum[:8])
	for _, name := range files {
		k, err := readSeat(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
		if k.Link == w.page() && (k.Opened == opened || k.Token == w.token) {
			return k, nil
		}
	}
	k := &keptSeat{Link: w.page(), Opened: opened, file: filepath.Join(dir, w.id+"-"+opened+".json")}
	return k, k.keep()
}

// readSeat reads the file of a seat.
func readSeat(name string) (*keptSeat, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	k := &keptSeat{file: name}
	return k, json.Unmarshal(text, k)
}

// keep replaces the file in one step. Values may be given only after that.
func (k *keptSeat) keep() error {
	text, err := json.Marshal(k)
	if err != nil {
		return err
	}
	part := k.file + ".part"
	f, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_TRUNC, 0o600)
	if err != nil {
		return err
	}
	_, err = f.Write(append(text, '\n'))
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return err
	}
	return os.Rename(part, k.file)
}

// lock locks the seat, because two programs that sign for it would contradict each other.
func (k *keptSeat) lock() (free func(), err error) {
	lock := flock.New(k.file + ".lock")
	switch got, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("%s: the file cannot be locked: %w", k.file, err)
	case !got:
		return nil, errors.New("another loophole process on this machine plays this seat: quit that one first")
	}
	return func() { lock.Close() }, nil
}

// restore writes the file as it was before a failed claim, or removes it if it was new.
func (k *keptSeat) restore() error {
	if k.Root == "" {
		return os.Remove(k.file)
	}
	return k.keep()
}

// secret returns the key and the chain of the seat.
func (k *keptSeat) secret() (*hands.Secret, error) {
	root, err := hands.ParseValue(k.Root)
	if err != nil {
		return nil, err
	}
	return hands.NewSecret(hands.MatchOf([]byte(k.Terms)), k.Side, root), nil
}
