package server

import (
	"context"
	"runtime"
	"sync"
	"time"

	"loophole/internal/status"
)

// ownQueueTimeout is the time for which a question waits for others of the same client.
const ownQueueTimeout = 20 * time.Second

// A queueLimiter admits a number of requests at a time and lets a number wait.
type queueLimiter struct {
	places chan struct{}
	queue  chan struct{}
}

func newQueueLimiter(places, queue int) *queueLimiter {
	return &queueLimiter{make(chan struct{}, places), make(chan struct{}, places+queue)}
}

// enter waits for a place. It fails if too many wait already, or if the client disconnects.
func (g *queueLimiter) enter(ctx context.Context) (leave func(), err error) {
	select {
	case g.queue <- struct{}{}:
	default:
		return nil, problem(status.ServiceUnavailable, "busy", "too many calculations are running: try again later").after(2)
	}
	select {
	case g.places <- struct{}{}:
		return func() { <-g.places; <-g.queue }, nil
	case <-ctx.Done():
		<-g.queue
		return nil, problem(status.ServiceUnavailable, "cancelled", "the request was cancelled")
	}
}

// A readLimiter admits a number of requests at a time and lets all others wait. Read-only
// requests pass through it, so that an action, for which somebody waits, finds free processors.
type readLimiter chan struct{}

// do runs a function as soon as there is a place. The function must not wait for anything.
func (s readLimiter) do(do func()) {
	s <- struct{}{}
	// A goroutine that receives a place runs next. It yields first, so that the answers to saved
	// actions go out before it.
	runtime.Gosched()
	defer func() { <-s }()
	do()
}

// A connectionLimiter admits a number of requests and lets none wait.
type connectionLimiter struct {
	mu      sync.Mutex
	in, max int
}

func (c *connectionLimiter) enter() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.in >= c.max {
		return false
	}
	c.in++
	return true
}

func (c *connectionLimiter) leave() {
	c.mu.Lock()
	c.in--
	c.mu.Unlock()
}

func (c *connectionLimiter) count() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.in
}

// A rateLimiter has a token bucket for each address: rate requests a second, and burst at once.
type rateLimiter struct {
	rate, burst float64
	mu          sync.Mutex
	by          map[string]*bucket
	forgot      time.Time
}

type bucket struct {
	tokens float64
	at     time.Time
}

func newRateLimiter(rate float64) *rateLimiter {
	return &rateLimiter{rate: rate, burst: 3 * rate, by: map[string]*bucket{}}
}

// take takes a token of an address. If there is none, wait is the time until the next.
func (b *rateLimiter) take(address string, now time.Time) (wait time.Duration, ok bool) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.forgetFull(now)
	x := b.by[address]
	if x == nil {
		x = &bucket{b.burst, now}
		b.by[address] = x
	}
	x.tokens = min(b.burst, x.tokens+b.rate*now.Sub(x.at).Seconds())
	x.at = now
	if x.tokens < 1 {
		return time.Duration((1 - x.tokens) / b.rate * float64(time.Second)), false
	}
	x.tokens--
	return 0, true
}

// forgetFull forgets addresses with full buckets.
func (b *rateLimiter) forgetFull(now time.Time) {
	if now.Sub(b.forgot) < time.Minute {
		return
	}
	b.forgot = now
	for a, x := range b.by {
		if x.tokens+b.rate*now.Sub(x.at).Seconds() >= b.burst {
			delete(b.by, a)
		}
	}
}

type clientKey struct{}

type hopKey struct{}

// hasHopped reports whether another server has forwarded the request of a context. That server has
// applied the limits of a client, and the request is not forwarded again.
func hasHopped(ctx context.Context) bool { return ctx.Value(hopKey{}) != nil }

// clientIn returns the client address of a request's context.
func clientIn(ctx context.Context) string {
	client, _ := ctx.Value(clientKey{}).(string)
	return client
}
