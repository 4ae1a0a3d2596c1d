package server

import (
	"crypto/sha256"
	"slices"
	"sync"

	"loophole/internal/wire"
)

// The limits of the cache of analyses: how many, and bytes as JSON.
const (
	mostAnalyses      = 128
	mostAnalysesBytes = 16 << 20
)

// An analysisKey names an analysis: the SHA-256 of the record, and how much it leaves out.
type analysisKey struct {
	record [sha256.Size]byte
	depth  analysisDepth
}

// An analysisDepth is how much an analysis leaves out.
type analysisDepth uint8

// The depths, from the whole analysis to the quickest one.
const (
	wholeAnalysis analysisDepth = iota
	luckOnly
	valuesOnly
	diceOnly
)

// An analysisCache keeps the latest analyses. They are not changed after they were added.
type analysisCache struct {
	mu    sync.Mutex
	list  []analysisEntry // the most recently used first
	bytes int
}

type analysisEntry struct {
	key      analysisKey
	analysis *wire.Analysis
	bytes    int
}

// find returns an analysis, or nil. One that leaves out less also answers a request.
func (k *analysisCache) find(key analysisKey) *wire.Analysis {
	k.mu.Lock()
	defer k.mu.Unlock()
	for depth := range key.depth + 1 {
		if x, ok := toFront(k.list, func(x analysisEntry) bool { return x.key == analysisKey{key.record, depth} }); ok {
			return x.analysis
		}
	}
	return nil
}

// add adds an analysis and drops old ones. It replaces those of the record that leave out more.
func (k *analysisCache) add(key analysisKey, x *wire.Analysis) {
	n := len(jsonOf(x))
	if n > mostAnalysesBytes/4 {
		return
	}
	k.mu.Lock()
	defer k.mu.Unlock()
	k.drop(func(y analysisEntry) bool { return y.key.record == key.record && y.key.depth >= key.depth })
	k.list = slices.Insert(k.list, 0, analysisEntry{key, x, n})
	k.bytes += n
	for len(k.list) > mostAnalyses || k.bytes > mostAnalysesBytes {
		last := k.list[len(k.list)-1].key
		k.drop(func(y analysisEntry) bool { return y.key == last })
	}
}

// drop removes entries. The caller holds the lock.
func (k *analysisCache) drop(which func(analysisEntry) bool) {
	k.list = slices.DeleteFunc(k.list, func(y analysisEntry) bool {
		if which(y) {
			k.bytes -= y.bytes
			return true
		}
		return false
	})
}
