package server

import (
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"slices"

	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/wire"
)

// MatchInput has the fields of every request about a match.
type MatchInput struct {
	ID            string `path:"id" maxLength:"64" doc:"the match"`
	Authorization string `header:"Authorization" maxLength:"200" doc:"Bearer and the token of a seat, of the table, or of a spectator"`
}

// Played is the answer to a request that changes a match.
type Played struct {
	Sequence int          `json:"sequence"`
	Entries  []wire.Entry `json:"entries" doc:"the new entries of the record"`
	State    *State       `json:"state"`
	Told     []Told       `json:"told,omitempty" doc:"the report of the action, if the request asks for it"`

	text        []byte // the whole answer as JSON
	after, upto int    // the range of the request's entries
}

// ToldInput is part of a request that plays an action.
type ToldInput struct {
	Told bool `query:"told" doc:"also return the report of the action, as list-told does"`
}

type playOutput struct {
	ETag string `header:"ETag"`
	Body Played
}

// withWriteLock runs do with the write lock of a match. If the match was marked as broken while the
// request waited, withWriteLock loads it again, once.
func (s *Server) withWriteLock(ctx context.Context, in *MatchInput, do func(*liveMatch, seat) error) error {
	return s.withLock(ctx, in, (*liveMatch).writeLocked, do)
}

// withReadLock is withWriteLock for requests that change nothing.
func (s *Server) withReadLock(ctx context.Context, in *MatchInput, do func(*liveMatch, seat) error) error {
	return s.withLock(ctx, in, (*liveMatch).readLocked, do)
}

// withLock runs do with the lock that way takes.
func (s *Server) withLock(ctx context.Context, in *MatchInput, way func(*liveMatch, func()), do func(*liveMatch, seat) error) error {
	for again := false; ; again = true {
		t, key, err := s.findMatch(ctx, in.ID, in.Authorization)
		if err != nil {
			return s.fault(ctx, err)
		}
		var broken error
		func() {
			defer s.registry.release(t)
			way(t, func() {
				if broken = t.broken; broken != nil {
					return
				}
				if who, ok := t.seatOf(key); ok {
					err = do(t, who)
				} else {
					err = wrongToken()
				}
			})
		}()
		if broken == nil || again {
			return s.fault(ctx, errors.Join(err, broken))
		}
	}
}

// change runs do on a match, saves the result, and answers. Requests with the same key run once
// and get the same entries.
func (s *Server) change(ctx context.Context, in *MatchInput, key string, asked any, do func(*liveMatch, seat) error) (out *playOutput, err error) {
	err = s.withWriteLock(ctx, in, func(t *liveMatch, who seat) error {
		asks := hashOf(who, asked)
		if slices.Contains(t.answered, key) {
			if out, err = t.repeatedAnswer(ctx, who, key, asks); out != nil || err != nil {
				return err
			}
		}
		before := t.sequence()
		if out, err = t.do(who, do); err != nil {
			return err
		}
		var a *store.Reply
		if key != "" {
			a = &store.Reply{Key: key, Asked: asks, Body: fmt.Appendf(nil, "[%d,%d]", before, t.sequence())}
		}
		t.remember(a)
		if err := t.commit(a); err != nil {
			return notKept(err) // The match is loaded again, with its keys.
		}
		t.drive()
		return nil
	})
	if err != nil {
		return nil, err
	}
	return out, nil
}

// do runs a change and returns its answer as if it were saved.
func (t *liveMatch) do(who seat, do func(*liveMatch, seat) error) (*playOutput, error) {
	before, err := t.try(func() error { return do(t, who) })
	if err != nil {
		return nil, err
	}
	t.session.Revision++ // as commit will
	out := &playOutput{ETag: t.tag(who), Body: t.played(who, before)}
	t.session.Revision--
	return out, nil
}

// try runs do. If do fails and has changed the match, the match is marked as broken. before is
// the number of the last entry before.
func (t *liveMatch) try(do func() error) (before int, err error) {
	before, was := t.sequence(), t.session
	if err := do(); err != nil {
		if t.sequence() != before || len(t.pending) > 0 || t.handsUnsaved() {
			// It failed midway: the match in memory differs from the saved one.
			t.broken = err
			t.server.registry.forget(t)
			t.wake()
		} else {
			t.session = was
		}
		return before, err
	}
	t.fog.extend(t.match)
	return before, nil
}

// mostAnswers is the number of kept answers of a match. Older ones are forgotten.
const mostAnswers = 64

// remember notes the key of an answer, so that the store is read only for keys that it has.
func (t *liveMatch) remember(a *store.Reply) {
	if a == nil {
		return
	}
	t.answered = append(t.answered, a.Key)
	if n := len(t.answered) - mostAnswers; n > 0 {
		a.Forget = slices.Clone(t.answered[:n])
		t.answered = slices.Delete(t.answered, 0, n)
	}
}

// hashOf returns the hash of a seat's request, by which a repeated key is checked.
func hashOf(who seat, asked any) store.Hash {
	b, err := json.Marshal([]any{who.role, who.side, asked})
	if err != nil {
		panic(fmt.Sprintf("server: %T: %v", asked, err)) // It was decoded from JSON.
	}
	return sha256.Sum256(b)
}

// repeatedAnswer answers a repeated request with the entries of the first and the present state.
func (t *liveMatch) repeatedAnswer(ctx context.Context, who seat, key string, asks store.Hash) (*playOutput, error) {
	a, err := t.server.store.Reply(ctx, t.id, key)
	if a == nil || err != nil {
		return nil, err
	}
	if a.Asked != asks {
		return nil, problem(status.UnprocessableEntity, "key-taken", "this Idempotency-Key was used for another request: take a new one for each")
	}
	var brought [2]int
	if err := json.Unmarshal(a.Body, &brought); err != nil {
		return nil, err
	}
	return &playOutput{ETag: t.tag(who), Body: Played{
		Sequence: t.newestNumber(), Entries: t.entriesTo(who, brought[0]+1, brought[1]), State: t.state(who),
	}}, nil
}

// fault turns an error into a problem for the client and logs internal errors.
func (s *Server) fault(ctx context.Context, err error) error {
	if err == nil {
		return nil
	}
	var p *Problem
	if errors.As(problemOf(err), &p) {
		if p.Status >= status.InternalServerError {
			s.log.ErrorContext(ctx, "fault", "error", err)
		}
		return p
	}
	if hasMoved(err) {
		return movedProblem()
	}
	if errors.Is(err, store.ErrConflict) {
		return problem(status.Conflict, "moved-on", "another server has continued the match: fetch its state")
	}
	if errors.Is(err, store.ErrFull) {
		s.log.ErrorContext(ctx, "fault", "error", err)
		return fullProblem()
	}
	if ctx.Err() != nil {
		return problem(status.ServiceUnavailable, "cancelled", "the request was cancelled")
	}
	s.log.ErrorContext(ctx, "fault", "error", err)
	return problem(status.InternalServerError, "fault", "an internal error; the server's log has details")
}

// fullProblem returns the problem of a change for which there is no room.
func fullProblem() *Problem {
	return problem(status.ServiceUnavailable, "no-room", "there is no room left to keep this, so nothing was changed: export and delete matches that you no longer need, and try again")
}

// notKept returns the problem of a change that could not be saved and was undone.
func notKept(err error) error {
	if errors.Is(err, store.ErrConflict) || hasMoved(err) {
		return err
	}
	if errors.Is(err, store.ErrFull) {
		return errors.Join(fullProblem(), err)
	}
	return errors.Join(problem(status.ServiceUnavailable, "not-kept", "the change could not be saved and was not made: try again").after(5), err)
}
