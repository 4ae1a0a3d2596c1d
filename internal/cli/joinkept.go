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

// A keptSeat is a seat of a match with dice of two hands, as it is kept on this machine.
type keptSeat struct {
	Link    string       `json:"link"`   // without a token
	Opened  string       `json:"opened"` // a digest of the token by which the seat was found first
	Claimed bool         `json:"claimed"`
	Side    string       `json:"side"`
	Token   string       `json:"token"`
	Terms   string       `json:"terms"` // of the match: its name is their SHA-256
	Root    string       `json:"root"`  // what key and chain are made from
	Memory  hands.Memory `json:"memory"`

	file string
}

// seatKept finds what is kept of the seat that a link opens, or opened, or begins a file for
// it that nobody else can read. Both seats of a match may be played on one machine.
func seatKept(f *joinFlags, w *remote) (*keptSeat, error) {
	dir, err := dataFolder(f.data)
	if err != nil {
		return nil, err
	}
	dir = filepath.Join(dir, "hands")
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return nil, fmt.Errorf("--data: %w", err)
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
		if k.Link == w.plain() && (k.Opened == opened || k.Token == w.token) {
			return k, nil
		}
	}
	k := &keptSeat{Link: w.plain(), Opened: opened, file: filepath.Join(dir, w.id+"-"+opened+".json")}
	return k, k.keep()
}

func readSeat(name string) (*keptSeat, error) {
	text, err := os.ReadFile(name)
	if err != nil {
		return nil, err
	}
	k := &keptSeat{file: name}
	return k, json.Unmarshal(text, k)
}

// keep writes the file, whole or not at all. What is in it may be given out after that.
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

// alone takes the seat for this program: two would each sign and miss the other's lines.
func (k *keptSeat) alone() (free func(), err error) {
	lock := flock.New(k.file + ".lock")
	switch got, err := lock.TryLock(); {
	case err != nil:
		return nil, fmt.Errorf("%s cannot be kept from other programs: %w", k.file, err)
	case !got:
		return nil, errors.New("this seat is being played by another loophole on this machine: quit it there first")
	}
	return func() { lock.Close() }, nil
}

// back leaves the file as it was before a claim that came to nothing: a new one goes.
func (k *keptSeat) back() error {
	if k.Root == "" {
		return os.Remove(k.file)
	}
	return k.keep()
}

// secret is the key and the chain of the seat.
func (k *keptSeat) secret() (*hands.Secret, error) {
	root, err := hands.ParseValue(k.Root)
	if err != nil {
		return nil, err
	}
	return hands.NewSecret(hands.MatchOf([]byte(k.Terms)), k.Side, root), nil
}
