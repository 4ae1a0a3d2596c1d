package postgres

import (
	"context"
	"fmt"
	"strings"
	"time"
	"unicode/utf8"

	"loophole/internal/store"
)

// The tables of lines.
const ofRecord, ofHands = "lines", "hands"

// validID reports whether PostgreSQL can have an ID: its texts are UTF-8 without NUL.
func validID(id string) bool { return utf8.ValidString(id) && !strings.ContainsRune(id, 0) }

// unknown returns the error for a match that the store does not have.
func unknown(id string) error { return fmt.Errorf("%q: %w", id, store.ErrNotFound) }

// Create implements [store.Store].
func (s *Store) Create(m *store.Match) error {
	steps := insertion(m, false)
	if s.self != nil {
		steps = append(steps, step{sql: "UPDATE loophole.matches SET server = $1, epoch = 1 WHERE id = $2", args: []any{s.id, m.ID}})
	}
	return s.write(steps...)
}

// Insert implements [store.Store].
func (s *Store) Insert(c *store.Copy) error {
	steps := insertion(c.Match, c.Over)
	for _, a := range c.Answers {
		steps = append(steps, insertAnswer(c.ID, a.Seq, a.Key, a.Asked, a.Body))
	}
	return s.write(steps...)
}

// insertion returns the steps that keep a new match.
func insertion(m *store.Match, over bool) []step {
	steps := []step{{
		sql:   "INSERT INTO loophole.matches (id, created, facts, standing, over, touched) VALUES ($1, $2, $3, $4, $5, $6)",
		args:  []any{m.ID, m.Created.Unix(), string(m.InfoJSON), string(m.StateJSON), over, time.Now().Unix()},
		taken: fmt.Errorf("%q: %w", m.ID, store.ErrExists),
	}}
	for h, seat := range m.Seats {
		steps = append(steps, insertSeat(m.ID, h, seat))
	}
	steps = append(steps, insertLines(ofRecord, m.ID, 0, m.Lines)...)
	return append(steps, insertLines(ofHands, m.ID, 0, m.Hands)...)
}

func insertSeat(match string, h store.Hash, seat string) step {
	return step{sql: "INSERT INTO loophole.seats (match, hash, seat) VALUES ($1, $2, $3)", args: []any{match, h[:], seat}}
}

func insertAnswer(match string, seq int, key string, asked, body []byte) step {
	return step{
		sql:  "INSERT INTO loophole.answers (match, key, seq, asked, body) VALUES ($1, $2, $3, $4, $5)",
		args: []any{match, []byte(key), seq, asked, body},
	}
}

// insertLines adds lines to a table, numbered from from. The error wraps [store.ErrConflict] if a
// number exists.
func insertLines(table, match string, from int, lines [][]byte) (steps []step) {
	for i, line := range lines {
		steps = append(steps, step{
			sql:   "INSERT INTO loophole." + table + " (match, seq, line) VALUES ($1, $2, $3)",
			args:  []any{match, from + i, line},
			taken: fmt.Errorf("%s %d to %d of match %s: %w", table, from, from+len(lines)-1, match, store.ErrConflict),
		})
	}
	return steps
}

// Add implements [store.Store]. Its first step fails for a match that this server does not own.
func (s *Store) Add(x store.Append) error {
	var steps []step
	if x.StateJSON != nil {
		fence, more := s.fence(4, x.Epoch)
		steps = append(steps, step{
			sql:  "UPDATE loophole.matches SET standing = $1, over = $2, touched = $3 WHERE id = $4" + fence,
			args: append([]any{string(x.StateJSON), x.Over, time.Now().Unix(), x.Match}, more...),
			none: s.noRowError(x.Match),
		})
	} else {
		fence, more := s.fence(1, x.Epoch)
		steps = append(steps, step{
			sql:  "SELECT FROM loophole.matches WHERE id = $1" + fence + " FOR NO KEY UPDATE",
			args: append([]any{x.Match}, more...),
			none: s.noRowError(x.Match),
		})
	}
	steps = append(append(steps, insertLines(ofRecord, x.Match, x.From, x.Lines)...), insertLines(ofHands, x.Match, x.Hands.From, x.Hands.Lines)...)
	if x.Reseat != nil {
		for _, h := range x.Reseat.Was {
			steps = append(steps, step{
				sql:  "DELETE FROM loophole.seats WHERE match = $1 AND hash = $2",
				args: []any{x.Match, h[:]},
				none: fmt.Errorf("a seat of match %s: %w", x.Match, store.ErrConflict),
			})
		}
		steps = append(steps, insertSeat(x.Match, x.Reseat.Hash, x.Reseat.Seat))
	}
	if a := x.Answer; a != nil {
		steps = append(steps, insertAnswer(x.Match, x.From+len(x.Lines), a.Key, a.Asked[:], a.Body))
		for _, key := range a.Forget {
			steps = append(steps, step{sql: "DELETE FROM loophole.answers WHERE match = $1 AND key = $2", args: []any{x.Match, []byte(key)}})
		}
	}
	return s.changeError(x.Match, s.write(steps...))
}

// Load implements [store.Store].
func (s *Store) Load(ctx context.Context, id string) (*store.Match, error) {
	m, steps := loading(id)
	if err := s.readOnce(ctx, id, steps); err != nil {
		return nil, err
	}
	return m, nil
}

// Copy implements [store.Store].
func (s *Store) Copy(ctx context.Context, id string) (*store.Copy, error) {
	m, steps := loading(id)
	c := &store.Copy{Match: m}
	steps = append(steps, step{
		sql:  "SELECT seq, key, asked, body FROM loophole.answers WHERE match = $1 ORDER BY seq, key",
		args: []any{id},
		rows: func(rows []row) {
			for _, r := range rows {
				c.Answers = append(c.Answers, store.KeptAnswer{Seq: r.number(0), Key: string(r[1]), Asked: r[2], Body: r[3]})
			}
		},
	})
	if err := s.readOnce(ctx, id, steps); err != nil {
		return nil, err
	}
	return c, nil
}

// readOnce reads something of a match as it is at one moment.
func (s *Store) readOnce(ctx context.Context, id string, steps []step) error {
	if !validID(id) {
		return fmt.Errorf("store: %w", unknown(id))
	}
	steps = append([]step{{sql: "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}}, steps...)
	return s.read(ctx, append(steps, commit)...)
}

// loading returns a match and the steps that read it.
func loading(id string) (*store.Match, []step) {
	m := &store.Match{ID: id, Seats: map[store.Hash]string{}}
	lines := func(table string, into *[][]byte) step {
		return step{sql: "SELECT line FROM loophole." + table + " WHERE match = $1 ORDER BY seq", args: []any{id}, rows: func(rows []row) { *into = firsts(rows) }}
	}
	return m, []step{{
		sql:  "SELECT created, touched, facts, standing, over FROM loophole.matches WHERE id = $1",
		args: []any{id}, none: unknown(id),
		rows: func(rows []row) {
			for _, r := range rows {
				m.Created, m.Touched = time.Unix(int64(r.number(0)), 0), time.Unix(int64(r.number(1)), 0)
				m.InfoJSON, m.StateJSON, m.Over = r[2], r[3], r.yes(4)
			}
		},
	}, {
		sql:  "SELECT hash, seat FROM loophole.seats WHERE match = $1",
		args: []any{id},
		rows: func(rows []row) {
			for _, r := range rows {
				m.Seats[store.Hash(r[0])] = string(r[1])
			}
		},
	}, lines(ofRecord, &m.Lines), lines(ofHands, &m.Hands), {
		sql:  "SELECT key FROM loophole.answers WHERE match = $1 ORDER BY seq, key",
		args: []any{id},
		rows: func(rows []row) { m.Keys = texts(rows) },
	}}
}

// firsts returns the first column of rows.
func firsts(rows []row) (list [][]byte) {
	for _, r := range rows {
		list = append(list, r[0])
	}
	return list
}

// texts returns the first column of rows as strings.
func texts(rows []row) (list []string) {
	for _, r := range rows {
		list = append(list, string(r[0]))
	}
	return list
}

// HandLines implements [store.Store].
func (s *Store) HandLines(ctx context.Context, match string, from, most int) (lines [][]byte, err error) {
	if !validID(match) {
		return nil, nil
	}
	err = s.read(ctx, step{
		sql:  "SELECT line FROM loophole.hands WHERE match = $1 AND seq >= $2 ORDER BY seq LIMIT $3",
		args: []any{match, from, most},
		rows: func(rows []row) { lines = firsts(rows) },
	})
	return lines, err
}

// Reply implements [store.Store].
func (s *Store) Reply(ctx context.Context, match, key string) (a *store.Reply, err error) {
	if !validID(match) {
		return nil, nil
	}
	err = s.read(ctx, step{
		sql:  "SELECT asked, body FROM loophole.answers WHERE match = $1 AND key = $2",
		args: []any{match, []byte(key)},
		rows: func(rows []row) {
			for _, r := range rows {
				a = &store.Reply{Key: key, Asked: store.Hash(r[0]), Body: r[1]}
			}
		},
	})
	return a, err
}

// Count implements [store.Store].
func (s *Store) Count(ctx context.Context) (n int, err error) {
	err = s.read(ctx, step{sql: "SELECT count(*) FROM loophole.matches", rows: func(rows []row) { n = rows[0].number(0) }})
	return n, err
}

// List implements [store.Store]. It reads the matches as they are at the call.
func (s *Store) List(ctx context.Context, visit func(store.Listed) error) error {
	const sql = `SELECT id, created, touched, over, (SELECT count(*) FROM loophole.lines WHERE match = id),
		coalesce((SELECT line FROM loophole.lines WHERE match = id AND seq = 0), '') FROM loophole.matches ORDER BY created, id`
	var own error
	err := s.borrow(ctx, func(c *conn) error {
		name, err := c.prepared(ctx, sql)
		if err != nil {
			return err
		}
		read := c.ExecPrepared(ctx, name, nil, nil, []int16{binaryFormat})
		for own == nil && read.NextRow() {
			r := cloned(read.Values())
			own = visit(store.Listed{ID: string(r[0]), Created: time.Unix(int64(r.number(1)), 0), Touched: time.Unix(int64(r.number(2)), 0), Over: r.yes(3), Lines: r.number(4), Header: r[5]})
		}
		_, err = read.Close()
		return err
	})
	if own == nil && err != nil {
		own = fmt.Errorf("store: %w", err)
	}
	return own
}

// IDs implements [store.Store].
func (s *Store) IDs(ctx context.Context) (ids []string, err error) {
	err = s.read(ctx, step{sql: "SELECT id FROM loophole.matches ORDER BY created, id", rows: func(rows []row) { ids = texts(rows) }})
	return ids, err
}

// Expire implements [store.Store]. Several servers each delete their own matches, and those without
// an owner.
func (s *Store) Expire(created, touched time.Time) (ids []string, err error) {
	err = s.write(step{
		sql: `DELETE FROM loophole.matches WHERE id IN
			(SELECT id FROM loophole.matches WHERE (created < $1 OR touched < $2) AND (server = $4 OR server NOT IN (SELECT id FROM loophole.servers))
			ORDER BY touched, id LIMIT $3) RETURNING id`,
		args: []any{created.Unix(), touched.Unix(), store.MostExpired, s.id},
		rows: func(rows []row) { ids = texts(rows) },
	})
	if err != nil {
		return nil, err
	}
	return ids, nil
}

// Delete implements [store.Store]. The other tables follow by their foreign keys.
func (s *Store) Delete(id string) error {
	if !validID(id) {
		return fmt.Errorf("store: %w", unknown(id))
	}
	fence, more := s.fence(1, 0)
	return s.changeError(id, s.write(step{sql: "DELETE FROM loophole.matches WHERE id = $1" + fence, args: append([]any{id}, more...), none: s.noRowError(id)}))
}

// Check compares the numbers of the lines with their count, so that a missing line is found. The
// error lists up to 20 findings.
func (s *Store) Check(ctx context.Context) (err error) {
	var faults []string
	for _, table := range []string{ofRecord, ofHands} {
		err = s.read(ctx, step{
			sql: "SELECT match FROM loophole." + table + " GROUP BY match HAVING min(seq) <> 0 OR max(seq) + 1 <> count(*) ORDER BY match LIMIT 20",
			rows: func(rows []row) {
				for _, id := range texts(rows) {
					faults = append(faults, fmt.Sprintf("%s of match %s are missing", table, id))
				}
			},
		})
		if err != nil {
			return err
		}
	}
	if len(faults) > 0 {
		return fmt.Errorf("store: %s", strings.Join(faults, "; "))
	}
	return nil
}
