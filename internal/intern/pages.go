package intern

// Pages is a list for engines, which may keep a million values. After the first few thousand it
// grows by pages and moves nothing, because copying a long list would delay the end of a cancelled
// question. The zero Pages is empty.
type Pages[T any] struct {
	first []T   // enough for most lists
	rest  [][]T // all but the last are full
	n     int
}

const (
	firstPage = 1 << 12 // places
	pageBits  = 10      // log2 of the places of the other pages
	pageMask  = 1<<pageBits - 1
)

// Len returns the number of values.
func (p *Pages[T]) Len() int { return p.n }

// At returns a pointer to a value, which is valid until another is added.
func (p *Pages[T]) At(i int) *T {
	if uint(i) < uint(len(p.first)) {
		return &p.first[i]
	}
	i -= firstPage
	return &p.rest[i>>pageBits][i&pageMask]
}

// Add appends a value.
func (p *Pages[T]) Add(v T) {
	p.n++
	if len(p.first) < firstPage {
		p.first = append(p.first, v)
		return
	}
	p.addToPage(v)
}

// addToPage appends a value to the last page, or to a new one. It is separate so that Add is small
// enough to be inlined.
func (p *Pages[T]) addToPage(v T) {
	if k := len(p.rest); k == 0 || len(p.rest[k-1]) > pageMask {
		p.rest = append(p.rest, make([]T, 0, pageMask+1))
	}
	last := &p.rest[len(p.rest)-1]
	*last = append(*last, v)
}

// Reset removes all values and keeps the memory of the first page.
func (p *Pages[T]) Reset() {
	clear(p.first)
	p.first, p.rest, p.n = p.first[:0], nil, 0
}
