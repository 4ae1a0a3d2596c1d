package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// strip returns a module without the tables that only the text of a stack trace needs: names of
// functions, names of files, lines, and inlined calls. They are a seventh of what a browser fetches. The
// tables have the form of Go 1.20 to 1.26; strip fails for another one, and checks what it reads. The texts of the
// API's document, which are in tags of fields, go as well: browsers have the document as a file. The code is
// optimised, with traps or without.
func strip(module []byte, trap bool) ([]byte, error) {
	m, err := parse(module)
	if err != nil {
		return nil, err
	}
	if err := m.stripTables(); err != nil {
		return nil, err
	}
	m.stripDocs()
	if err := m.optimise(trap); err != nil {
		return nil, err
	}
	return m.write(), nil
}

// stripDocs blanks the values of the key "doc" in tags of fields. It leaves those of situations and outcomes,
// whose tags have the key "key" before: pages show these texts.
func (m *wasm) stripDocs() {
	key := []byte(`doc:"`)
	for at := 0; ; {
		i := bytes.Index(m.memory[at:], key)
		if i < 0 {
			return
		}
		shown := bytes.Contains(m.textBefore(at+i), []byte(`key:"`))
		at += i + len(key)
		from := at
		for at < len(m.memory) && m.memory[at] != '"' && m.memory[at] >= ' ' {
			if m.memory[at] == '\\' {
				at++
			}
			at++
		}
		at = min(at, len(m.memory))
		if !shown {
			copy(m.memory[from:at], bytes.Repeat([]byte{' '}, at-from))
		}
	}
}

// textBefore returns the text that ends at an address. A tag has a length before it, and an earlier field a
// byte below the blank, so the text is of one field.
func (m *wasm) textBefore(end int) []byte {
	from := end
	for from > 0 && m.memory[from-1] >= ' ' {
		from--
	}
	return m.memory[from:end]
}

// A wasm is a module with its data unpacked.
type wasm struct {
	sections []section
	memory   []byte // from address 0 to the end of the data
}

type section struct {
	id   byte
	body []byte
}

var errForm = errors.New("strip: this is not a module of the Go linker")

func parse(b []byte) (*wasm, error) {
	if !bytes.HasPrefix(b, []byte("\x00asm\x01\x00\x00\x00")) {
		return nil, errForm
	}
	m := &wasm{}
	for at := 8; at < len(b); {
		n, k := binary.Uvarint(b[at+1:])
		from := at + 1 + k
		if k <= 0 || n > uint64(len(b)-from) {
			return nil, errForm
		}
		m.sections = append(m.sections, section{b[at], b[from : from+int(n)]})
		at = from + int(n)
	}
	for _, s := range m.sections {
		if s.id == dataSection {
			return m, m.load(s.body)
		}
	}
	return nil, errForm
}

// mostMemory bounds the address of data, in bytes.
const mostMemory = 1 << 28

// load unpacks the segments of the data section: each is 0, i32.const address, end, bytes.
func (m *wasm) load(b []byte) error {
	count, k := binary.Uvarint(b)
	if k <= 0 {
		return errForm
	}
	for b = b[k:]; count > 0; count-- {
		if len(b) < 3 || b[0] != 0 || b[1] != 0x41 {
			return errForm
		}
		address, k := signed(b[2:])
		b = b[2+k:]
		if len(b) == 0 || b[0] != 0x0b {
			return errForm
		}
		n, k := binary.Uvarint(b[1:])
		if k <= 0 {
			return errForm
		}
		b = b[1+k:]
		if uint64(len(b)) < n || address < 0 || address > mostMemory || n > mostMemory {
			return errForm
		}
		if end := int(address) + int(n); end > len(m.memory) {
			m.memory = append(m.memory, make([]byte, end-len(m.memory))...)
		}
		copy(m.memory[address:], b[:n])
		b = b[n:]
	}
	return nil
}

// signed decodes a signed LEB128 number.
func signed(b []byte) (x int64, n int) {
	for shift := 0; n < len(b); n++ {
		x |= int64(b[n]&0x7f) << shift
		shift += 7
		if b[n] < 0x80 {
			if b[n]&0x40 != 0 && shift < 64 {
				x |= -1 << shift
			}
			return x, n + 1
		}
	}
	return 0, 0
}

func appendSigned(b []byte, x int64) []byte {
	for {
		c := byte(x & 0x7f)
		x >>= 7
		if x == 0 && c&0x40 == 0 || x == -1 && c&0x40 != 0 {
			return append(b, c)
		}
		b = append(b, c|0x80)
	}
}

// leastGap is the number of zeros between two segments that makes them cheaper than one.
const leastGap = 32

// write returns the module with its memory packed again.
func (m *wasm) write() []byte {
	var segments []byte
	count := uint64(0)
	for at := 0; at < len(m.memory); {
		if m.memory[at] == 0 {
			at++
			continue
		}
		end, zeros := at, 0
		for i := at; i < len(m.memory) && zeros < leastGap; i++ {
			if m.memory[i] != 0 {
				end, zeros = i+1, 0
			} else {
				zeros++
			}
		}
		segments = append(segments, 0, 0x41)
		segments = append(appendSigned(segments, int64(at)), 0x0b)
		segments = binary.AppendUvarint(segments, uint64(end-at))
		segments = append(segments, m.memory[at:end]...)
		count++
		at = end
	}
	out := []byte("\x00asm\x01\x00\x00\x00")
	for _, s := range m.sections {
		body := s.body
		if s.id == dataSection {
			body = append(binary.AppendUvarint(nil, count), segments...)
		}
		out = append(out, s.id)
		out = binary.AppendUvarint(out, uint64(len(body)))
		out = append(out, body...)
	}
	return out
}

// The header of the tables: magic, two zeros, the unit of program counters, the size of pointers.
var magic = []byte{0xf1, 0xff, 0xff, 0xff, 0, 0, 1, 8}

// The offsets of the fields of a function, in bytes.
const (
	nameField  = 4
	spField    = 16
	fileField  = 20
	lineField  = 24
	pcdata     = 28 // the number of further tables by program counter
	unitField  = 32
	startField = 36
	funcdata   = 43 // the number of things that the function has once, a byte
	fixed      = 44 // the size of the fields before the offsets of the tables, and of the things
)

// The tables and things that only a stack trace reads, or that only another architecture needs: where a thread
// may not be interrupted, inlined calls, arguments, and wrappers.
var (
	idleTables = map[int]bool{0: true, inlinedTable: true, 3: true}
	idleThings = map[int]bool{inlinedThing: true, 5: true, 6: true, 7: true}
)

const (
	inlinedTable = 2 // the number of the inlined call at a program counter
	inlinedThing = 3 // the list of inlined calls
	inlinedSize  = 16
)

// Tables are the places of the tables in memory.
type tables struct {
	at, names, units, files, pcs, list int
	functions                          int
	things                             int // the address from which the offsets of things count, or 0
}

// places finds the tables.
func (m *wasm) places() (t tables, err error) {
	at := bytes.Index(m.memory, magic)
	if at < 0 || bytes.Contains(m.memory[at+1:], magic) || at+8+8*8 > len(m.memory) {
		return t, errForm
	}
	word := func(i int) int { return int(min(binary.LittleEndian.Uint64(m.memory[at+8+8*i:]), mostMemory)) }
	t = tables{at: at, names: at + word(3), units: at + word(4), files: at + word(5), pcs: at + word(6), list: at + word(7), functions: word(0)}
	if !(t.at < t.names && t.names < t.units && t.units < t.files && t.files < t.pcs && t.pcs < t.list && t.list < len(m.memory)) {
		return t, errForm
	}
	if t.list+8*t.functions > len(m.memory) {
		return t, errForm
	}
	t.things = m.thingsOf(t)
	return t, nil
}

// thingsOf returns the address from which the offsets of things count. It is in the description of the
// module that begins with the addresses of the tables. In versions before Go 1.26 it is elsewhere: then
// the result is 0.
func (m *wasm) thingsOf(t tables) int {
	const things, end = 40, 41
	head := binary.LittleEndian.AppendUint64(nil, uint64(t.at))
	head = binary.LittleEndian.AppendUint64(head, uint64(t.names))
	i := bytes.Index(m.memory, head)
	if i < 0 || i+8*(end+1) > len(m.memory) {
		return 0
	}
	word := func(n int) int { return int(min(binary.LittleEndian.Uint64(m.memory[i+8*n:]), mostMemory)) }
	if from := word(things); t.list < from && from < word(end) && word(end) <= len(m.memory) {
		return from
	}
	return 0
}

func (m *wasm) stripTables() error {
	t, err := m.places()
	if err != nil {
		return err
	}
	needed := make([]bool, t.list-t.pcs)
	calls, shared := map[int]int{}, map[int]bool{}
	for i := range t.functions {
		f := t.list + int(binary.LittleEndian.Uint32(m.memory[t.list+8*i+4:]))
		if f+fixed > len(m.memory) {
			return errForm
		}
		field := func(offset int) []byte { return m.memory[f+offset : f+offset+4] }
		for _, offset := range []int{nameField, fileField, lineField, unitField, startField} {
			clear(field(offset))
		}
		more, things := int(binary.LittleEndian.Uint32(field(pcdata))), int(m.memory[f+funcdata])
		if more > 16 || things > 16 || f+fixed+4*(more+things) > len(m.memory) {
			return errForm
		}
		inlined := 0
		for j := -1; j < more; j++ {
			offset := fixed + 4*j
			if j < 0 {
				offset = spField
			}
			table := int(binary.LittleEndian.Uint32(field(offset)))
			switch {
			case table >= len(needed):
				return fmt.Errorf("%w: function %d", errForm, i)
			case table == 0:
			case idleTables[j]:
				if j == inlinedTable {
					inlined = most(m.memory[t.pcs:t.list], table) + 1
				}
				clear(field(offset))
			default:
				need(m.memory[t.pcs:t.list], needed, table)
			}
		}
		for j := range things {
			thing := field(fixed + 4*(more+j))
			offset := binary.LittleEndian.Uint32(thing)
			switch {
			case !idleThings[j]:
				shared[int(offset)] = true
			case j == inlinedThing && offset != none:
				calls[int(offset)] = max(calls[int(offset)], inlined)
			}
			if idleThings[j] {
				binary.LittleEndian.PutUint32(thing, none)
			}
		}
	}
	clear(m.memory[t.names:t.units])
	clear(m.memory[t.files:t.pcs])
	for i, n := range needed {
		if !n {
			m.memory[t.pcs+i] = 0
		}
	}
	m.clearCalls(t, calls, shared)
	return nil
}

// none is the offset of a thing that a function does not have.
const none = 0xffffffff

// clearCalls clears lists of inlined calls: the lengths of calls by their offsets. It leaves calls
// that another thing shares.
func (m *wasm) clearCalls(t tables, calls map[int]int, shared map[int]bool) {
	if t.things == 0 {
		return
	}
	for offset, n := range calls {
		for i := range n {
			from := t.things + offset + i*inlinedSize
			if shared[offset+i*inlinedSize] || from+inlinedSize > len(m.memory) {
				break
			}
			clear(m.memory[from : from+inlinedSize])
		}
	}
}

// most returns the largest value in a table: pairs of varints, a change of the value and one of the
// program counter. The value begins with -1.
func most(tables []byte, at int) int {
	value, best := -1, -1
	for first := true; at < len(tables); first = false {
		delta, n := binary.Uvarint(tables[at:])
		_, k := binary.Uvarint(tables[at+max(n, 0):])
		if n <= 0 || k <= 0 || delta == 0 && !first {
			break
		}
		value += int(int32(uint32(delta)>>1) ^ -int32(uint32(delta)&1))
		best = max(best, value)
		at += n + k
	}
	return best
}

// need marks a table: pairs of varints that end with a zero, which may also begin the table.
func need(tables []byte, needed []bool, at int) {
	for first := true; at < len(tables); first = false {
		delta, n := binary.Uvarint(tables[at:])
		_, k := binary.Uvarint(tables[at+max(n, 0):])
		if delta == 0 && !first {
			k = 0
		}
		if n <= 0 || k < 0 {
			return
		}
		for i := range n + k {
			needed[at+i] = true
		}
		if k == 0 {
			return
		}
		at += n + k
	}
}
