package sqlite

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"loophole/internal/store"
)

// Look opens the database of a folder read-only. Another program may serve it meanwhile. The file
// must have the format of this program.
func Look(dir string) (*Store, error) {
	name := filepath.Join(dir, "loophole.db")
	if exists, err := statFile(name); err != nil {
		return nil, err
	} else if !exists {
		return nil, fmt.Errorf("store: no matches are kept in %s: name the folder of a server with --data", dir)
	}
	db, err := sql.Open("sqlite", source(name, "_pragma=query_only(1)"))
	if err != nil {
		return nil, fmt.Errorf("store: %s: %w", name, err)
	}
	version, err := formatOf(context.Background(), db)
	if err == nil && version != format {
		err = fmt.Errorf("the file has format %d, and this program reads format %d; loophole serve --check brings an older one up to date", version, format)
	}
	if err != nil {
		return nil, errors.Join(withRemedy(name, err), db.Close())
	}
	return &Store{reader: db, closed: true}, nil
}

// Copy implements [store.Store].
func (s *Store) Copy(ctx context.Context, id string) (*store.Copy, error) {
	t, err := s.reader.BeginTx(ctx, &sql.TxOptions{ReadOnly: true})
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer t.Rollback()
	m, err := load(ctx, t, id)
	if err != nil {
		return nil, err
	}
	c := &store.Copy{Match: m}
	rows, err := t.QueryContext(ctx, "SELECT seq, key, asked, body FROM answers WHERE match = ? ORDER BY seq, key", id)
	if err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	defer rows.Close()
	for rows.Next() {
		var a store.KeptAnswer
		if err := rows.Scan(&a.Seq, &a.Key, &a.Asked, &a.Body); err != nil {
			return nil, fmt.Errorf("store: %w", err)
		}
		c.Answers = append(c.Answers, a)
	}
	return c, rows.Err()
}

// Insert implements [store.Store].
func (s *Store) Insert(c *store.Copy) error {
	return s.write(func(t *tx) error {
		err := t.exec("INSERT INTO matches (id, created, facts, standing, over, touched) VALUES (?, ?, ?, ?, ?, ?)", c.ID, c.Created.Unix(), string(c.InfoJSON), string(c.StateJSON), c.Over, time.Now().Unix())
		if isDuplicateKey(err) {
			return fmt.Errorf("store: %q: %w", c.ID, store.ErrExists)
		}
		if err == nil {
			err = t.insertRows(c.Match)
		}
		for _, a := range c.Answers {
			if err == nil {
				err = t.exec("INSERT INTO answers (match, key, seq, asked, body) VALUES (?, ?, ?, ?, ?)", c.ID, a.Key, a.Seq, a.Asked, a.Body)
			}
		}
		return err
	})
}
