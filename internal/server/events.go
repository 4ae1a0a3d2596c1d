package server

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/store"
)

type eventsInput struct {
	MatchInput
	Last string `header:"Last-Event-ID" maxLength:"32" doc:"the id of the last event received: the later ones follow"`
	From string `query:"from" maxLength:"32" pattern:"^[0-9]+$" doc:"the number of the last known entry, without Last-Event-ID: 0 for all; if left out, only new entries are sent"`
}

// StateEvent announces that the state of a match has changed, so that clients fetch it.
type StateEvent struct {
	Sequence int    `json:"sequence"`
	Position string `json:"position"`
	Tag      string `json:"tag" doc:"the ETag of the state"`
}

// events streams the changes of a match.
func (s *Server) events(ctx context.Context, in *eventsInput) (*endpoint.Stream, error) {
	t, key, err := s.findMatch(ctx, in.ID, in.Authorization)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if !s.streams.enter() {
		s.registry.release(t)
		return nil, problem(status.ServiceUnavailable, "too-many-streams", "too many streams are open").after(5)
	}
	t.mu.Lock()
	who, ok := t.seatOf(key)
	if !ok {
		t.mu.Unlock()
		s.streams.leave()
		s.registry.release(t)
		return nil, s.fault(ctx, wrongToken())
	}
	l := &eventStream{live: t, key: key, who: who, next: t.sequence() + 1}
	last, err := strconv.Atoi(in.Last)
	if err != nil || last < 0 {
		last, err = strconv.Atoi(in.From)
	}
	if n := min(last, t.newestNumber()); err == nil && n >= 0 {
		l.next, l.id = t.entryFrom(n+1), n
	} else if list := t.linesNow(who, t.sequence()); len(list) > 0 {
		l.id = list[len(list)-1].id
	}
	l.wake = make(chan struct{}, 1)
	l.wake <- struct{}{} // The first event follows at once.
	t.watchers[l.wake], t.presenceText = who, ""
	t.wake() // The others learn that this listener is here.
	t.mu.Unlock()
	return &endpoint.Stream{Type: "text/event-stream", Cache: "no-store", Buffering: "no", Run: func(ctx context.Context, out endpoint.StreamWriter) {
		defer s.streams.leave()
		defer s.registry.release(t)
		defer t.unwatch(l.wake)
		l.out = out
		l.listen(ctx, s.closing)
	}}, nil
}

func (t *liveMatch) unwatch(wake chan struct{}) {
	t.mu.Lock()
	delete(t.watchers, wake)
	t.presenceText = ""
	t.wake()
	t.mu.Unlock()
}

// An eventStream is one listener. It keeps no queue: it is woken and reads what is new. A slow
// listener misses nothing and costs nothing.
type eventStream struct {
	live  *liveMatch
	key   store.Hash
	who   seat
	next  int    // the next entry to send
	id    int    // the last number sent
	tag   string // of the last state sent
	asked string // the side that asked for an undo in the last event
	here  string // the presence last sent
	hands int    // the lines of two-hands dice last announced
	wake  chan struct{}
	out   endpoint.StreamWriter
}

// listen sends events until the listener or the server ends.
func (l *eventStream) listen(ctx context.Context, closing <-chan struct{}) {
	ping := time.NewTicker(15 * time.Second)
	defer ping.Stop()
	for {
		text := ": ping\n\n"
		select {
		case <-ctx.Done():
			return
		case <-closing:
			return
		case <-ping.C:
		case <-l.wake:
			var broken bool
			if text, broken = l.news(); broken {
				return // The client reconnects and finds a match that works.
			}
		}
		if l.out.Send(text) != nil {
			return
		}
	}
}

// news returns the events that the listener has not received yet.
func (l *eventStream) news() (text string, broken bool) {
	l.live.readLocked(func() {
		_, ok := l.live.seatOf(l.key) // Another client may have claimed the seat.
		if broken = l.live.broken != nil || !ok; !broken {
			text = l.unsentEvents()
		}
	})
	return text, broken
}

// unsentEvents returns the new events. The caller holds the lock of the match.
func (l *eventStream) unsentEvents() string {
	t := l.live
	var b strings.Builder
	for _, e := range t.linesNow(l.who, l.next) {
		event(&b, "entry", e.id, e.text)
		l.next, l.id = e.last+1, e.id
	}
	l.next = max(l.next, t.sequence()+1)
	asked := ""
	if t.session.Asks != nobody {
		asked = t.side(t.session.Asks)
	}
	if asked != l.asked {
		l.asked = asked
		event(&b, "undo", l.id, jsonOf(t.undoState(l.who)))
	}
	if e, ok := t.handsEvent(); ok && e.Lines != l.hands {
		l.hands = e.Lines
		event(&b, "hands", l.id, jsonOf(e))
	}
	if tag := t.tag(l.who); tag != l.tag {
		l.tag = tag
		event(&b, "state", l.id, jsonOf(StateEvent{t.newestNumber(), t.now(l.who).hash, tag}))
	}
	if here := t.presenceJSON(); here != l.here {
		l.here = here
		event(&b, "presence", l.id, []byte(here))
	}
	return b.String()
}

// event writes one event.
func event(b *strings.Builder, name string, id int, data []byte) {
	fmt.Fprintf(b, "id: %d\nevent: %s\ndata: %s\n\n", id, name, data)
}
