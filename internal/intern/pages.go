package intern

import "slices"

// Pages is a list for engines, who may keep a million values. Beyond the first
// few thousand it grows a page at a time and moves nothing: copying a long list at
// once would keep a question that was cancelled from stopping. The zero Pages is
// empty.
type Pages[T any] struct {
	first []T   // which most lists never grow beyond
	rest  [][]T // all but the last of them full
	n     int
}

const (
	firstPage = 1 << 12 // places
	pageBits  = 10      // of the number of places of the others
	pageMask  = 1<<pageBits - 1
)

// Len returns how many values there are.
func (p *Pages[T]) Len() int { return p.n }

// At returns the place of a value, for as long as none is added.
func (p *Pages[T]) At(i int) *T {
	if uint(i) < uint(len(p.first)) {
		return &p.first[i]
	}
	i -= firstPage
	return &p.rest[i>>pageBits][i&pageMask]
}

// Add puts a value at the end.
func (p *Pages[T]) Add(v T) {
	p.n++
	if len(p.first) < firstPage {
		p.first = append(p.first, v)
		return
	}
	p.addToPage(v)
}

// addToPage puts a value at the end of the last page, or on a new one. It is apart from Add
// so that Add is small where it is inlined.
func (p *Pages[T]) addToPage(v T) {
	if k := len(p.rest); k == 0 || len(p.rest[k-1]) > pageMask {
		p.rest = append(p.rest, make([]T, 0, pageMask+1))
	}
	last := &p.rest[len(p.rest)-1]
	*last = append(*last, v)
}

// AppendTo appends the values to a list.
func (p *Pages[T]) AppendTo(list []T) []T {
	list = append(slices.Grow(list, p.n), p.first...)
	for _, page := range p.rest {
		list = append(list, page...)
	}
	return list
}

// Places returns how many values there is room for.
func (p *Pages[T]) Places() int { return cap(p.first) + len(p.rest)<<pageBits }

// Reset forgets all values and keeps the room that the first of them took.
func (p *Pages[T]) Reset() {
	clear(p.first)
	p.first, p.rest, p.n = p.first[:0], nil, 0
}
