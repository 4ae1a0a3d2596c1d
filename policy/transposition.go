package policy

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"loophole/game"
)

// A TranspositionTable keeps what policies worked out in a position: the best few actions
// with what they are worth. Policies that share one find what any of them worked
// out, in all their games; whether they do changes how long a decision takes and
// never the decision, since nothing is kept that took a number from chance. A
// position is found under its fight, the weights of who weighs and how many of
// the best were wanted, and only if it is equal to the last bit.
//
// A Memory is bounded by the bytes that it takes. It fills a first half with what
// is worked out and what is found again; when that is full, the second half is
// thrown away and the first takes its place. So what was not asked for since half
// of the Memory was filled is forgotten, and what every game begins with stays. A
// fight that it knows of is held as long, and counted as 128 KiB.
//
// It serves several goroutines. The zero Memory is empty; a nil one keeps nothing.
type TranspositionTable struct {
	bytes int // 0 is defaultBytes

	mu         sync.Mutex
	young, old tableGeneration
}

// defaultBytes is the bound of a Memory that is given none: from 40,000 to
// 100,000 decisions.
const defaultBytes = 32 << 20

// NewTranspositionTable returns an empty Memory of at most about so many bytes; of 32 MiB if
// that is 0, as of the zero Memory.
func NewTranspositionTable(bytes int) *TranspositionTable { return &TranspositionTable{bytes: bytes} }

// Bytes is about how much memory it takes.
func (m *TranspositionTable) Bytes() int {
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.young.bytes + m.old.bytes
}

// fightBytes is what a fight is counted as, for each shelf: nobody measures its
// field, and those of the bundled scenarios take from 15 to 170 kB.
const fightBytes = 128 << 10

// A tableGeneration of a memory.
type tableGeneration struct {
	shelves map[subject]*tableBucket
	bytes   int
}

// A subject is what a decision depends on besides the position, which holds whose
// it is.
type subject struct {
	fight   *game.Instance
	weights [3]uint64 // as bits, so that each is equal to itself
	few     int
	budget  int64
}

// A tableBucket holds what was worked out about a subject, by the numbers of positions.
type tableBucket struct {
	positions *game.PositionSet
	lists     [][]scoredAction // without outlooks; not to be written
}

// about is the subject of a decision.
func (x *Greedy) about(f *game.Instance, few int) subject {
	return subject{f, [3]uint64{math.Float64bits(x.Own), math.Float64bits(x.Enemy), math.Float64bits(x.Ground)}, few, x.budget}
}

// find returns what is kept of the position that a runner stands at, or nil. It
// is not to be written.
func (m *TranspositionTable) find(about subject, r *game.Runner) []scoredAction {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if list := m.young.find(about, r); list != nil {
		return list
	}
	list := m.old.find(about, r)
	if list != nil {
		m.put(about, r, list)
	}
	return list
}

// keep keeps the best few actions in the position that a runner stands at. Their
// outlooks are left out: they would take some twenty times the room of the rest,
// and for the best few they are found again in a fraction of what it took to weigh
// all that is legal.
func (m *TranspositionTable) keep(about subject, r *game.Runner, list []scoredAction) {
	if m == nil {
		return
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].outlook = nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(about, r, list)
}

// put lays a list into the first half, and turns the halves when that is full.
func (m *TranspositionTable) put(about subject, r *game.Runner, list []scoredAction) {
	m.young.put(about, r, list)
	most := m.bytes
	if most == 0 {
		most = defaultBytes
	}
	if m.young.bytes > most/2 {
		m.old, m.young = m.young, tableGeneration{}
	}
}

func (h *tableGeneration) find(about subject, r *game.Runner) []scoredAction {
	s := h.shelves[about]
	if s == nil {
		return nil
	}
	i, ok := s.positions.Find(r)
	if !ok {
		return nil
	}
	return s.lists[i]
}

func (h *tableGeneration) put(about subject, r *game.Runner, list []scoredAction) {
	s := h.shelves[about]
	if s == nil {
		s = &tableBucket{positions: r.Fight.Positions()}
		if h.shelves == nil {
			h.shelves = map[subject]*tableBucket{}
		}
		h.shelves[about] = s
		h.bytes += fightBytes + s.bytes()
	}
	h.bytes -= s.bytes()
	// Two goroutines may have weighed the same position at once, with the same
	// result.
	if i := s.positions.Add(r); i == len(s.lists) {
		s.lists = append(s.lists, list)
		h.bytes += cap(list) * int(unsafe.Sizeof(scoredAction{}))
	}
	h.bytes += s.bytes()
}

// bytes is what a shelf takes besides its lists.
func (s *tableBucket) bytes() int {
	return s.positions.Bytes() + cap(s.lists)*int(unsafe.Sizeof([]scoredAction{}))
}
