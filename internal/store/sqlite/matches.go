package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"strings"
	"time"

	"loophole/internal/store"
)

// Create implements [store.Store].
func (s *Store) Create(m *store.Match) error {
	return s.write(func(t *tx) error {
		err := t.exec("INSERT INTO matches (id, created, facts, standing, over, touched) VALUES (?, ?, ?, ?, 0, ?)", m.ID, m.Created.Unix(), string(m.InfoJSON), string(m.StateJSON), time.Now().Unix())
		if isDuplicateKey(err) {
			return fmt.Errorf("store: %q: %w", m.ID, store.ErrExists)
		}
		return errors.Join(err, t.insertRows(m))
	})
}

// insertRows keeps the seats and the lines of a new match.
func (t *tx) insertRows(m *store.Match) (err error) {
	for h, seat := range m.Seats {
		err = errors.Join(err, t.exec("INSERT INTO seats (match, hash, seat) VALUES (?, ?, ?)", m.ID, h[:], seat))
	}
	return errors.Join(err, t.lines(ofRecord, m.ID, 0, m.Lines), t.lines(ofHands, m.ID, 0, m.Hands))
}

// Add implements [store.Store].
func (s *Store) Add(x store.Append) error {
	return s.write(func(t *tx) error {
		if err := t.touch(&x); err != nil {
			return err
		}
		if err := t.lines(ofRecord, x.Match, x.From, x.Lines); err != nil {
			return err
		}
		if err := t.lines(ofHands, x.Match, x.Hands.From, x.Hands.Lines); err != nil {
			return err
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

// touch keeps the new state of a match. The error wraps [store.ErrNotFound] if the match does not
// exist, which the other statements of an addition may not notice.
func (t *tx) touch(x *store.Append) (err error) {
	var n int64
	if x.StateJSON != nil {
		n, err = t.count("UPDATE matches SET standing = ?, over = ?, touched = ? WHERE id = ?", string(x.StateJSON), x.Over, time.Now().Unix(), x.Match)
	} else {
		err = t.conn.QueryRowContext(context.Background(), "SELECT count(*) FROM matches WHERE id = ?", x.Match).Scan(&n)
	}
	if err == nil && n == 0 {
		err = fmt.Errorf("store: %q: %w", x.Match, store.ErrNotFound)
	}
	return err
}

// reseat replaces tokens by a new one. It fails if one of the old tokens is gone, so that two
// programs with one file cannot both give the seat away.
func (t *tx) reseat(match string, x *store.Reseat) error {
	for _, h := range x.Was {
		n, err := t.count("DELETE FROM seats WHERE match = ? AND hash = ?", match, h[:])
		if err != nil {
			return err
		}
		if n != 1 {
			return fmt.Errorf("store: a seat of match %s: %w", match, store.ErrConflict)
		}
	}
	return t.exec("INSERT INTO seats (match, hash, seat) VALUES (?, ?, ?)", match, x.Hash[:], x.Seat)
}

// mostLines is the largest number of lines in one statement.
const mostLines = 16

// The tables of lines.
const ofRecord, ofHands = "lines", "hands"

// lines adds lines to a table, numbered from from. The error wraps [store.ErrConflict] if a number
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
			return fmt.Errorf("store: %s %d to %d of match %s: %w", table, from, from+n-1, match, store.ErrConflict)
		}
		if err != nil {
			return err
		}
		lines, from = lines[n:], from+n
	}
	return nil
}

// Load implements [store.Store].
func (s *Store) Load(ctx context.Context, id string) (*store.Match, error) {
	t, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer t.Rollback()
	return load(ctx, t, id)
}

func load(ctx context.Context, t *sql.Tx, id string) (*store.Match, error) {
	m := &store.Match{ID: id, Seats: map[store.Hash]string{}}
	var created, touched int64
	var info, state string
	err := t.QueryRowContext(ctx, "SELECT created, touched, facts, standing, over FROM matches WHERE id = ?", id).Scan(&created, &touched, &info, &state, &m.Over)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, fmt.Errorf("store: %q: %w", id, store.ErrNotFound)
	}
	m.Created, m.Touched, m.InfoJSON, m.StateJSON = time.Unix(created, 0), time.Unix(touched, 0), []byte(info), []byte(state)
	if err == nil {
		err = each(ctx, t, "SELECT hash, seat FROM seats WHERE match = ?", id, func(r *sql.Rows) error {
			var h []byte
			var seat string
			err := r.Scan(&h, &seat)
			m.Seats[store.Hash(h)] = seat
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

// HandLines implements [store.Store].
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

// Reply implements [store.Store].
func (s *Store) Reply(ctx context.Context, match, key string) (*store.Reply, error) {
	a := &store.Reply{Key: key}
	var asked []byte
	err := s.reader.QueryRowContext(ctx, "SELECT asked, body FROM answers WHERE match = ? AND key = ?", match, key).Scan(&asked, &a.Body)
	if errors.Is(err, sql.ErrNoRows) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	a.Asked = store.Hash(asked)
	return a, nil
}

// Count implements [store.Store].
func (s *Store) Count(ctx context.Context) (n int, err error) {
	if err = s.reader.QueryRowContext(ctx, "SELECT count(*) FROM matches").Scan(&n); err != nil {
		return 0, fmt.Errorf("store: %w", err)
	}
	return n, nil
}

// List implements [store.Store].
func (s *Store) List(ctx context.Context, visit func(store.Listed) error) error {
	rows, err := s.reader.QueryContext(ctx, "SELECT id, created, touched, over, (SELECT count(*) FROM lines WHERE match = id), coalesce((SELECT line FROM lines WHERE match = id AND seq = 0), x'') FROM matches ORDER BY created, id")
	if err != nil {
		return fmt.Errorf("store: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var x store.Listed
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

// IDs implements [store.Store].
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

// Expire implements [store.Store].
func (s *Store) Expire(created, touched time.Time) (ids []string, err error) {
	err = s.write(func(t *tx) error {
		rows, err := t.conn.QueryContext(context.Background(), "SELECT id FROM matches WHERE created < ? OR touched < ? ORDER BY touched, id LIMIT ?", created.Unix(), touched.Unix(), store.MostExpired)
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

// Delete implements [store.Store].
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
		err = fmt.Errorf("store: %q: %w", id, store.ErrNotFound)
	}
	return err
}
