package policy

import (
	"math"
	"slices"
	"sync"
	"unsafe"

	"loophole/game"
)

// A TranspositionTable keeps the best few actions of positions with their values. Policies that
// share a table use each other's results, in all their games. The table never changes a decision,
// since it keeps nothing that depends on random numbers. The key is the instance, the weights,
// the number of actions wanted, the budget, and the position to the last bit.
//
// The table is bounded in bytes. It fills a young half with new and found entries. When that is
// full, it drops the old half and the young one takes its place. An entry that was not used while
// half of the table was filled is thus dropped, and one that every game uses stays. An instance
// is kept as long as its entries, and counts as 128 KiB.
//
// A table serves several goroutines. The zero TranspositionTable is empty; a nil one keeps
// nothing.
type TranspositionTable struct {
	bytes int // 0 is defaultTableBytes

	mu         sync.Mutex
	young, old tableGeneration
}

// defaultTableBytes is the default limit of a table. It holds from 40,000 to 100,000 decisions.
const defaultTableBytes = 32 << 20

// NewTranspositionTable returns an empty table that takes at most about the given number of bytes;
// 0 is 32 MiB, as for the zero TranspositionTable.
func NewTranspositionTable(bytes int) *TranspositionTable { return &TranspositionTable{bytes: bytes} }

// Bytes returns the approximate memory of the table.
func (m *TranspositionTable) Bytes() int {
	if m == nil {
		return 0
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.young.bytes + m.old.bytes
}

// instanceBytes is counted for an instance in each bucket. The battlefields of the bundled
// scenarios take from 15 to 170 kB; they are not measured one by one.
const instanceBytes = 128 << 10

// A tableGeneration is one half of a table.
type tableGeneration struct {
	buckets map[tableKey]*tableBucket
	bytes   int
}

// A tableKey holds everything that a decision depends on besides the position. The position says
// which side decides.
type tableKey struct {
	instance *game.Instance
	weights  [3]uint64 // as bits, so that a NaN equals itself
	width    int
	budget   int64
}

// A tableBucket holds the decisions under one key, by the numbers of positions.
type tableBucket struct {
	positions *game.PositionSet
	lists     [][]scoredAction // without outcomes; not to be changed
}

// key returns the key of a decision.
func (x *Greedy) key(f *game.Instance, width int) tableKey {
	return tableKey{f, [3]uint64{math.Float64bits(x.Own), math.Float64bits(x.Enemy), math.Float64bits(x.Ground)}, width, x.budget}
}

// find returns the entry of the runner's position, or nil. The caller must not change it.
func (m *TranspositionTable) find(key tableKey, r *game.Runner) []scoredAction {
	if m == nil {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if list := m.young.find(key, r); list != nil {
		return list
	}
	list := m.old.find(key, r)
	if list != nil {
		m.put(key, r, list)
	}
	return list
}

// store keeps the best actions in the runner's position. It leaves out their outcomes, which
// would take some twenty times the memory of the rest. Computing them again for the best few
// takes a fraction of the time for all legal actions.
func (m *TranspositionTable) store(key tableKey, r *game.Runner, list []scoredAction) {
	if m == nil {
		return
	}
	list = slices.Clone(list)
	for i := range list {
		list[i].dist = nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	m.put(key, r, list)
}

// put adds an entry to the young half, and swaps the halves when that is full.
func (m *TranspositionTable) put(key tableKey, r *game.Runner, list []scoredAction) {
	m.young.put(key, r, list)
	limit := m.bytes
	if limit == 0 {
		limit = defaultTableBytes
	}
	if m.young.bytes > limit/2 {
		m.old, m.young = m.young, tableGeneration{}
	}
}

func (g *tableGeneration) find(key tableKey, r *game.Runner) []scoredAction {
	b := g.buckets[key]
	if b == nil {
		return nil
	}
	i, ok := b.positions.Find(r)
	if !ok {
		return nil
	}
	return b.lists[i]
}

func (g *tableGeneration) put(key tableKey, r *game.Runner, list []scoredAction) {
	b := g.buckets[key]
	if b == nil {
		b = &tableBucket{positions: r.Instance.Positions()}
		if g.buckets == nil {
			g.buckets = map[tableKey]*tableBucket{}
		}
		g.buckets[key] = b
		g.bytes += instanceBytes + b.bytes()
	}
	g.bytes -= b.bytes()
	// Two goroutines may have evaluated the same position at once, with the same result.
	if i := b.positions.Add(r); i == len(b.lists) {
		b.lists = append(b.lists, list)
		g.bytes += cap(list) * int(unsafe.Sizeof(scoredAction{}))
	}
	g.bytes += b.bytes()
}

// bytes returns the memory of a bucket without its entries.
func (b *tableBucket) bytes() int {
	return b.positions.Bytes() + cap(b.lists)*int(unsafe.Sizeof([]scoredAction{}))
}
