package cluster

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// fetch takes shards from the server, as many as there are places. When few shards are left, there are
// places only for those that a goroutine can compute without delay.
func (s *shift) fetch(ctx context.Context) {
	defer close(s.queue)
	spare := cap(s.places) - s.o.Workers // places of shards that wait here
	for ctx.Err() == nil {
		if s.fewLeft() {
			for ; spare > 0; spare-- {
				if !s.place(ctx) { // The place is never free again.
					return
				}
			}
		}
		if !s.place(ctx) {
			return
		}
		free := 1
		for len(s.places) < cap(s.places) { // Only this goroutine fills places.
			s.places <- true
			free++
		}
		limit, cancel := context.WithTimeout(ctx, requestTimeout)
		batch, err := s.consumer.Fetch(free, jetstream.FetchContext(limit))
		if err == nil {
			for m := range batch.Messages() {
				free--
				s.accept(ctx, m)
			}
			err = batch.Error()
		}
		cancel()
		for range free {
			<-s.places
		}
		if err != nil && !errors.Is(err, nats.ErrTimeout) && !errors.Is(err, context.DeadlineExceeded) {
			wait(ctx, 200*time.Millisecond)
		}
	}
}

// place takes a place, and returns false if the context ends first.
func (s *shift) place(ctx context.Context) bool {
	select {
	case s.places <- true:
		return true
	case <-ctx.Done():
		return false
	}
}

// fewLeft reports whether few shards are left.
func (s *shift) fewLeft() bool {
	select {
	case <-s.few:
		return true
	default:
		return false
	}
}

// mostDeliveries limits how often a shard is given out. Otherwise a shard that crashes the program
// would crash one worker after another.
const mostDeliveries = 30

// mostReturns limits how often a shard that waits for a goroutine is given back.
const mostReturns = 5

// accept puts a shard into the queue. If few shards are left and no goroutine here is idle, it gives the shard
// back, because a goroutine elsewhere may be idle.
func (s *shift) accept(ctx context.Context, m jetstream.Msg) {
	u, err := unitOf(m.Subject())
	meta, err2 := m.Metadata()
	if err != nil || err2 != nil {
		s.cancel(&shiftError{fmt.Errorf("the stream of shards: %w", errors.Join(err, err2))})
		<-s.places
		return
	}
	t := &task{Msg: m, unit: u}
	s.lock.Lock()
	s.tasks[t] = true
	s.lock.Unlock()
	if meta.NumDelivered > mostDeliveries {
		s.cancel(&shiftError{fmt.Errorf("shard %d of cell %d was given out %d times, and no worker finished it",
			u.Shard, u.Cell+1, mostDeliveries)})
	} else if meta.NumDelivered > 1 && s.known(ctx, u) {
		<-s.places
		s.acknowledge(ctx, t)
		return
	}
	few := s.few
	if meta.NumDelivered > mostReturns {
		few = nil
	}
	select {
	case s.queue <- t: // A goroutine is idle.
		return
	default:
	}
	select {
	case s.queue <- t:
	case <-few:
		<-s.places
		s.lock.Lock()
		delete(s.tasks, t)
		s.lock.Unlock()
		t.Nak()
	case <-ctx.Done():
		<-s.places
	}
}
