package rule

// Pages is a list for engines, who may keep a million values. It grows a page at
// a time and moves next to nothing: copying a long list at once would keep a
// question that was cancelled from stopping. The zero Pages is empty.
type Pages[T any] struct {
	pages [][]T
	n     int
}

const (
	pageBits  = 9
	pageSize  = 1 << pageBits
	leastPage = 8 // places of the first page at first: most lists are short
	keptPages = 8 // that stay when the list is emptied
)

// Len returns how many values there are.
func (p *Pages[T]) Len() int { return p.n }

// At returns the place of a value, for as long as none is added.
func (p *Pages[T]) At(i int) *T {
	return &p.pages[uint(i)>>pageBits][uint(i)&(pageSize-1)]
}

// Add puts a value at the end.
func (p *Pages[T]) Add(v T) {
	at := p.n >> pageBits
	if at == len(p.pages) {
		size := pageSize
		if at == 0 {
			size = leastPage
		}
		p.pages = append(p.pages, make([]T, 0, size))
	}
	p.pages[at] = append(p.pages[at], v)
	p.n++
}

// All returns a copy of the values.
func (p *Pages[T]) All() []T {
	all := make([]T, 0, p.n)
	for _, page := range p.pages {
		all = append(all, page...)
	}
	return all
}

// Places returns how many values there is room for.
func (p *Pages[T]) Places() int {
	n := 0
	for _, page := range p.pages {
		n += cap(page)
	}
	return n
}

// Reset forgets all values and keeps some of the room they took.
func (p *Pages[T]) Reset() {
	if len(p.pages) > keptPages {
		clear(p.pages[keptPages:])
		p.pages = p.pages[:keptPages]
	}
	for i := range p.pages {
		clear(p.pages[i])
		p.pages[i] = p.pages[i][:0]
	}
	p.n = 0
}
