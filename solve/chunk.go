package solve

import (
	"bytes"
	"compress/flate"
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"

	"loophole/game"
	"loophole/internal/outcomes"
	"loophole/rule"
)

// A work is a list of positions, and a chunk the result of expanding them. Both are compressed. A
// chunk has each position once, and then for each position of the work its payoff or its actions, as
// trees of dice and decisions.

// positionsPerWork is the number of positions of a work. A batch has several.
const positionsPerWork = 32

// mostBytes bounds a work or a chunk without its compression.
const mostBytes = 1 << 30

// A chunk is the result of a work.
type chunk struct {
	list []byte // the positions
	size int    // bytes of a position
	n    int    // positions in the list
	text []byte // what is not read yet
}

func (c *chunk) position(i int) []byte { return c.list[i*c.size : (i+1)*c.size] }

// compress returns a text in compressed form.
func compress(text []byte) []byte {
	var b bytes.Buffer
	w, _ := flate.NewWriter(&b, flate.BestSpeed) // The level is valid, and a buffer accepts every write.
	w.Write(text)
	w.Close()
	return b.Bytes()
}

func decompress(b []byte) ([]byte, error) {
	text, err := io.ReadAll(io.LimitReader(flate.NewReader(bytes.NewReader(b)), mostBytes+1))
	if err == nil && len(text) > mostBytes {
		err = errors.New("it is too long")
	}
	return text, err
}

// An Expander expands positions for a [Solve] elsewhere: see Options.Spread. It serves one goroutine.
type Expander struct {
	instance *game.Instance
	o        Options
	size     int
	runner   *game.Runner
}

// NewExpander returns an expander for the positions of an instance, with the Plays, KnownOnly and RollByRoll
// of the options of the solution.
func NewExpander(f *game.Instance, o Options) *Expander {
	return &Expander{f, o, len(f.Start.Bytes()), f.Runner()}
}

// Expand expands the positions of a work. The same work always gives the same bytes. It fails for a
// faulty work, a cancelled context, and a [rule.MissingFactError] of strict house rules.
func (x *Expander) Expand(ctx context.Context, work []byte) ([]byte, error) {
	text, err := decompress(work)
	if err != nil {
		return nil, fmt.Errorf("solve: a work: %w", err)
	}
	if len(text) == 0 || len(text)%x.size != 0 {
		return nil, fmt.Errorf("solve: a work of %d bytes for positions of %d", len(text), x.size)
	}
	l := newPositionExpander(ctx, x.instance, x.o)
	w := &writer{set: x.instance.Positions(), runner: x.runner}
	for ; len(text) > 0; text = text[x.size:] {
		p, err := x.instance.Decode(text[:x.size])
		if err != nil {
			return nil, fmt.Errorf("solve: a work: %w", err)
		}
		var e expansion
		if stopped := rule.Catch(func() { err = l.expand(p, &e) }); stopped != nil {
			err = stopped
		}
		if err != nil {
			return nil, err
		}
		w.expansion(&e)
	}
	return compress(w.chunk()), nil
}

// A writer writes a chunk.
type writer struct {
	set    *game.PositionSet
	runner *game.Runner
	text   []byte
}

// The first byte of an expansion, or of a node.
const (
	isOver    = 0xF0
	isUnknown = 0xFF
)

func (w *writer) expansion(x *expansion) {
	if x.over {
		w.text = append(w.text, isOver, byte(2*x.payoff))
		return
	}
	w.text = append(w.text, byte(x.side))
	w.text = binary.AppendUvarint(w.text, uint64(x.plays))
	w.text = binary.AppendUvarint(w.text, uint64(len(x.actions)))
	for _, o := range x.actions {
		switch {
		case o == nil:
			w.text = append(w.text, isUnknown)
			continue
		case o.Root != nil:
			w.node(o, o.Root)
		default:
			w.chances(o)
		}
		o.Release()
	}
}

// chances writes outcomes without decisions as one node of dice.
func (w *writer) chances(o *outcomes.Outcomes) {
	n := 0
	for _, p := range o.P {
		if p > 0 {
			n++
		}
	}
	w.text = append(w.text, byte(outcomes.Chance))
	w.text = binary.AppendUvarint(w.text, uint64(n))
	for i, p := range o.P {
		if p > 0 {
			w.text = binary.LittleEndian.AppendUint64(w.text, math.Float64bits(p))
			w.leaf(o, i)
		}
	}
}

func (w *writer) leaf(o *outcomes.Outcomes, position int) {
	w.text = append(w.text, byte(outcomes.Leaf))
	w.text = binary.AppendUvarint(w.text, uint64(w.set.Add(w.runner.SetPosition(o.At(position)))))
}

func (w *writer) node(o *outcomes.Outcomes, n *outcomes.Node) {
	if n.Kind == outcomes.Leaf {
		w.leaf(o, n.Position)
		return
	}
	w.text = append(w.text, byte(n.Kind))
	w.text = binary.AppendUvarint(w.text, uint64(len(n.Parts)))
	for _, x := range n.Parts {
		if n.Kind == outcomes.Chance {
			w.text = binary.LittleEndian.AppendUint64(w.text, math.Float64bits(x.P))
		}
		w.node(o, x.Node)
	}
}

// chunk returns what was written: the positions, and then the expansions that refer to them.
func (w *writer) chunk() []byte {
	b := binary.AppendUvarint(nil, uint64(w.set.Len()))
	for i := range w.set.Len() {
		b = append(b, w.set.At(i).Bytes()...)
	}
	return append(b, w.text...)
}

// errChunk is the panic of a reader of a faulty chunk.
var errChunk = errors.New("solve: the result of a work is damaged")

// readChunk reads the expansions of n positions. It does not check the positions that these lead to, because the
// worker that expands them does.
func readChunk(b []byte, size, n int) (list []expansion, err error) {
	text, err := decompress(b)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errChunk, err)
	}
	defer func() {
		if r := recover(); r != nil {
			if r != errChunk {
				panic(r)
			}
			list, err = nil, errChunk
		}
	}()
	c := &chunk{text: text, size: size}
	c.n = c.count(size)
	c.list, c.text = c.text[:c.n*size], c.text[c.n*size:]
	list = make([]expansion, n)
	for i := range list {
		c.expansion(&list[i])
	}
	if len(c.text) > 0 {
		return nil, errChunk
	}
	return list, nil
}

func (c *chunk) byte() byte {
	if len(c.text) == 0 {
		panic(errChunk)
	}
	b := c.text[0]
	c.text = c.text[1:]
	return b
}

func (c *chunk) uvarint() uint64 {
	v, n := binary.Uvarint(c.text)
	if n <= 0 {
		panic(errChunk)
	}
	c.text = c.text[n:]
	return v
}

// count reads the length of a list whose elements take at least each bytes. It rejects a length
// that the rest of the chunk cannot hold.
func (c *chunk) count(each int) int {
	n := c.uvarint()
	if n > uint64(len(c.text)/each) {
		panic(errChunk)
	}
	return int(n)
}

func (c *chunk) expansion(x *expansion) {
	x.chunk = c
	kind := c.byte()
	if kind == isOver {
		payoff := c.byte()
		if payoff > 2 {
			panic(errChunk)
		}
		x.over, x.payoff = true, float32(payoff)/2
		return
	}
	if kind > 1 {
		panic(errChunk)
	}
	x.side, x.plays = int(kind), int(c.uvarint())
	x.actions = make([]*outcomes.Outcomes, c.count(1))
	for i := range x.actions {
		if n := c.node(0); n != nil {
			x.actions[i] = &outcomes.Outcomes{Root: n}
		}
	}
}

// mostDepth bounds a tree, which has a node for each question of a path.
const mostDepth = 1000

// node reads a node. It returns nil for an action whose outcomes are unknown.
func (c *chunk) node(depth int) *outcomes.Node {
	kind := c.byte()
	switch {
	case kind == isUnknown && depth == 0:
		return nil
	case kind > byte(outcomes.Second) || depth == mostDepth:
		panic(errChunk)
	}
	n := &outcomes.Node{Kind: outcomes.Kind(kind)}
	if n.Kind == outcomes.Leaf {
		i := c.uvarint()
		if i >= uint64(c.n) {
			panic(errChunk)
		}
		n.Position = int(i)
		return n
	}
	n.Parts = make([]outcomes.Part, c.count(2))
	if len(n.Parts) == 0 {
		panic(errChunk)
	}
	for i := range n.Parts {
		if n.Kind == outcomes.Chance {
			if len(c.text) < 8 {
				panic(errChunk)
			}
			p := math.Float64frombits(binary.LittleEndian.Uint64(c.text))
			if c.text = c.text[8:]; !(p > 0 && p <= 1+tolerance) {
				panic(errChunk)
			}
			n.Parts[i].P = p
		}
		n.Parts[i].Node = c.node(depth + 1)
	}
	return n
}
