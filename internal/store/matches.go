package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"
)

// A Match is a match as the store keeps it.
type Match struct {
	ID        string
	Created   time.Time
	Touched   time.Time       // time of the last change, to the second
	InfoJSON  []byte          // JSON that never changes
	StateJSON []byte          // JSON that changes with the match
	Seats     map[Hash]string // seat of each token, by the token's hash
	Lines     [][]byte        // of the record, each with its line break
	Hands     [][]byte        // of two-hands dice, each with its line break
	Over      bool            // the game is over
	Keys      []string        // of the kept answers, the oldest first
}

// Hash is a SHA-256. Of tokens the store keeps nothing else.
type Hash [sha256.Size]byte

// An Append is one addition to a match, kept as a whole or not at all.
type Append struct {
	Match    string
	From     int      // number of the first line; the header is 0
	Lines    [][]byte // each with its line break
	Hands    Hands    // new lines of two-hands dice
	Standing []byte   // nil: unchanged
	Over     bool
	Answer   *Reply  // nil: no answer to keep
	Reseat   *Reseat // nil: the seats are unchanged
}

// Hands are lines of two-hands dice. They are kept in the same transaction as those of the
// record.
type Hands struct {
	From  int      // number of the first line; the header is 0
	Lines [][]byte // each with its line break
}

// A Reseat gives a seat a new token and deletes its former ones.
type Reseat struct {
	Seat string // the name of the seat from now on
	Hash Hash   // of the new token
	Was  []Hash // of the tokens to delete
}

// A Reply is the answer to a request with an idempotency key. The same request gets it again and
// is not checkpoint out twice.
type Reply struct {
	Key    string
	Asked  Hash // of the request
	Body   []byte
	Forget []string // keys of answers to delete
}

// Create keeps a new match.
func (s *Store) Create(m *Match) error {
	return s.write(func(t *tx) error {
		err := t.exec("INSERT INTO matches (id, created, facts, standing, over, touched) VALUES (?, ?, ?, ?, 0, ?)", m.ID, m.Created.Unix(), string(m.InfoJSON), string(m.StateJSON), time.Now().Unix())
		return errors.Join(err, t.insertRows(m))
	})
}

// insertRows keeps the seats and the lines of a new match.
func (t *tx) insertRows(m *Match) (err error) {
	for h, seat := range m.Seats {
		err = errors.Join(err, t.exec("INSERT INTO seats (match, hash, seat) VALUES (?, ?, ?)", m.ID, h[:], seat))
	}
	return errors.Join(err, t.lines(ofRecord, m.ID, 0, m.Lines), t.lines(ofHands, m.ID, 0, m.Hands))
}

// Add keeps an addition to a match. The error wraps [ErrConflict] if another program has added
// lines before. After an error nothing is kept.
func (s *Store) Add(x Append) error {
	return s.write(func(t *tx) error {
		if err := t.lines(ofRecord, x.Match, x.From, x.Lines); err != nil {
			return err
		}
		if err := t.lines(ofHands, x.Match, x.Hands.From, x.Hands.Lines); err != nil {
			return err
		}
		if x.Standing != nil {
			if err := t.exec("UPDATE matches SET standing = ?, over = ?, touched = ? WHERE id = ?", string(x.Standing), x.Over, time.Now().Unix(), x.Match); err != nil {
				return err
			}
		}
		if x.Reseat != nil {
			if err := t.reseat(x.Match, x.Reseat); err != nil {
				return err
			}
		}
		if x.Answer == nil {
			return nil
		}
		seq := x.From + len(x.Lines)
		err := t.exec("INSERT INTO answers (match, key, seq, asked, body) VALUES (?, ?, ?, ?, ?)", x.Match, x.Answer.Key, seq, x.Answer.Asked[:], x.Answer.Body)
		if err != nil {
			return err
		}
		for _, key := range x.Answer.Forget {
			err = errors.Join(err, t.exec("DELETE FROM answers WHERE match = ? AND key = ?", x.Match, key))
		}
		return err
	})
}

// reseat replaces tokens by a new one. It fails if one of the old tokens is gone, so that two
// programs with one file cannot both give the seat away.
func (t *tx) reseat(match string, x *Reseat) error {
	for _, h := range x.Was {
		n, err := t.count("DELETE FROM seats WHERE match = ? AND hash = ?", match, h[:])
		if err != nil {
			return err
		}
		if n != 1 {
			return fmt.Errorf("store: a seat of match %s: %w", match, ErrConflict)
		}
	}
	return t.exec("INSERT INTO seats (match, hash, seat) VALUES (?, ?, ?)", match, x.Hash[:], x.Seat)
}

// mostLines is the largest number of lines in one statement.
const mostLines = 16

// The tables of lines.
const ofRecord, ofHands = "lines", "hands"

// lines adds lines to a table, numbered from from. The error wraps [ErrConflict] if a number
// exists. One statement takes up to mostLines of them, because most of its cost is fixed.
func (t *tx) lines(table, match string, from int, lines [][]byte) error {
	for len(lines) > 0 {
		n := min(len(lines), mostLines)
		values := make([]any, 0, 3*n)
		for i, line := range lines[:n] {
			values = append(values, match, from+i, line)
		}
		err := t.exec("INSERT INTO "+table+" (match, seq, line) VALUES (?, ?, ?)"+strings.Repeat(", (?, ?, ?)", n-1), values...)
		if isDuplicateKey(err) {
			return fmt.Errorf("store: %s %d to %d of match %s: %w", table, from, from+n-1, match, ErrConflict)
		}
		if err != nil {
			return err
		}
		lines, from = lines[n:], from+n
	}
	return nil
}

// Load reads a match. The error wraps [ErrNotFound] if it does not exist.
func (s *Store) Load(ctx context.Context, id string) (*Match, error) {
	t, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer t.Rollback()
	return load(ctx, t, id)
}

func load(ctx context.Context, t *sql.Tx, id string) (*Match, error) {
	m := &Match{ID: id, Seats: map[Hash]string{}}
	var created, touched int64
	var facts, standing string
	err := t.QueryRowContext(ctx, "SELECT created, touched, facts, standing, over FROM matches WHERE id = ?", id).Scan(&created, &touched, &facts, &standing, &m.Over)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("store: %q: %w", id, ErrNotFound)
	}
	m.Created, m.Touched, m.InfoJSON, m.StateJSON = time.Unix(created, 0), time.Unix(touched, 0), []byte(facts), []byte(standing)
	if err == nil {
		err = each(ctx, t, "SELECT hash, seat FROM seats WHERE match = ?", id, func(r *sql.Rows) error {
			var h []byte
			var seat string
			err := r.Scan(&h, &seat)
			m.Seats[Hash(h)] = seat
			return err
		})
	}
	for table, into := range map[string]*[][]byte{ofRecord: &m.Lines, ofHands: &m.Hands} {
		if err == nil {
			err = each(ctx, t, "SELECT line FROM "+table+" WHERE match = ? ORDER BY seq", id, func(r *sql.Rows) error {
				var line []byte
				err := r.Scan(&line)
				*into = append(*into, line)
				return err
			})
		}
	}
	if err == nil {
		err = each(ctx, t, "SELECT key FROM answers WHERE match = ? ORDER BY seq, key", id, func(r *sql.Rows) error {
			var key string
			err := r.Scan(&key)
			m.Keys = append(m.Keys, key)
			return err
		})
	}
	if err != nil {
		return nil, fmt.Errorf("store: match %s: %w", id, err)
	}
	return m, nil
}

// HandLines returns up to most lines of a match's two-hands dice, from number from on. The header
// is number 0.
func (s *Store) HandLines(ctx context.Context, match string, from, most int) (lines [][]byte, err error) {
	rows, err := s.reader.QueryContext(ctx, "SELECT line FROM hands WHERE match = ? AND seq >= ? ORDER BY seq LIMIT ?", match, from, most)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var line []byte
		if err := rows.Scan(&line); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		lines = append(lines, line)
	}
	return lines, rows.Err()
}

func each(ctx context.Context, t *sql.Tx, query, id string, row func(*sql.Rows) error) error {
	rows, err := t.QueryContext(ctx, query, id)
	if err != nil {
		return err
	}
	defer rows.Close()
	for rows.Next() {
		if err := row(rows); err != nil {
			return err
		}
	}
	return rows.Err()
}

// Reply returns the answer to the request with a key, or nil if the store has none.
func (s *Store) Reply(ctx context.Context, match, key string) (*Reply, error) {
	a := &Reply{Key: key}
	var asked []byte
	err := s.reader.QueryRowContext(ctx, "SELECT asked, body FROM answers WHERE match = ? AND key = ?", match, key).Scan(&asked, &a.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	a.Asked = Hash(asked)
	return a, nil
}

// Count returns the number of matches.
func (s *Store) Count(ctx context.Context) (n int, err error) {
	if err = s.reader.QueryRowContext(ctx, "SELECT count(*) FROM matches").Scan(&n); err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	return n, nil
}

// A Listed is a match in a list.
type Listed struct {
	ID               string
	Created, Touched time.Time
	Over             bool
	Lines            int
	Header           []byte // the first line of the record
}

// List calls visit for each match, the oldest first. It stops at the first error.
func (s *Store) List(ctx context.Context, visit func(Listed) error) error {
	rows, err := s.reader.QueryContext(ctx, "SELECT id, created, touched, over, (SELECT count(*) FROM lines WHERE match = id), coalesce((SELECT line FROM lines WHERE match = id AND seq = 0), x'') FROM matches ORDER BY created, id")
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var x Listed
		var created, touched int64
		if err := rows.Scan(&x.ID, &created, &touched, &x.Over, &x.Lines, &x.Header); err != nil {
			return fmt.Errorf("store: %w", err)
		}
		x.Created, x.Touched = time.Unix(created, 0), time.Unix(touched, 0)
		if err := visit(x); err != nil {
			return err
		}
	}
	return rows.Err()
}

// IDs returns the IDs of all matches, the oldest first.
func (s *Store) IDs(ctx context.Context) ([]string, error) {
	rows, err := s.reader.QueryContext(ctx, "SELECT id FROM matches ORDER BY created, id")
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	return listed(rows)
}

// listed reads the IDs of rows and closes the rows.
func listed(rows *sql.Rows) (ids []string, err error) {
	defer rows.Close()
	for rows.Next() {
		var id string
		if err := rows.Scan(&id); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		ids = append(ids, id)
	}
	return ids, rows.Err()
}

// mostExpired is the largest number of matches that one call of Expire deletes, so that other
// writers do not wait long.
const mostExpired = 200

// Expire deletes matches that were created before created or last changed before touched, and
// returns their IDs. It deletes at most mostExpired of them, those with the longest idle time
// first. A zero time expires none.
func (s *Store) Expire(created, touched time.Time) (ids []string, err error) {
	err = s.write(func(t *tx) error {
		rows, err := t.conn.QueryContext(context.Background(), "SELECT id FROM matches WHERE created < ? OR touched < ? ORDER BY touched, id LIMIT ?", created.Unix(), touched.Unix(), mostExpired)
		if err != nil {
			return fmt.Errorf("store: %w", err)
		}
		if ids, err = listed(rows); err != nil {
			return err
		}
		for _, id := range ids {
			if err := t.delete(id); err != nil {
				return err
			}
		}
		return nil
	})
	return ids, err
}

// Delete deletes a match with everything that the store keeps of it. The error wraps
// [ErrNotFound] if it does not exist.
func (s *Store) Delete(id string) error {
	return s.write(func(t *tx) error { return t.delete(id) })
}

func (t *tx) delete(id string) error {
	for _, table := range []string{"answers", ofHands, ofRecord, "seats"} {
		if err := t.exec("DELETE FROM "+table+" WHERE match = ?", id); err != nil {
			return err
		}
	}
	n, err := t.count("DELETE FROM matches WHERE id = ?", id)
	if err == nil && n == 0 {
		err = fmt.Errorf("store: %q: %w", id, ErrNotFound)
	}
	return err
}
