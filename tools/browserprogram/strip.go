package main

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
)

// strip returns a module without the tables that only the text of a stack trace needs: names of
// functions, names of files, and lines. They are a tenth of what a browser fetches. The tables have
// the form of Go 1.20 to 1.26; strip fails for another one, and checks what it reads. The texts of the
// API's document, which are in tags of fields, go as well: browsers have the document as a file.
func strip(module []byte) ([]byte, error) {
	m, err := parse(module)
	if err != nil {
		return nil, err
	}
	if err := m.stripTables(); err != nil {
		return nil, err
	}
	m.stripDocs()
	return m.write(), nil
}

// stripDocs blanks the values of the key "doc" in tags of fields.
func (m *wasm) stripDocs() {
	key := []byte(`doc:"`)
	for at := 0; ; {
		i := bytes.Index(m.memory[at:], key)
		if i < 0 {
			return
		}
		at += i + len(key)
		for ; at < len(m.memory) && m.memory[at] != '"' && m.memory[at] >= ' '; at++ {
			if m.memory[at] == '\\' && at+1 < len(m.memory) {
				m.memory[at] = ' '
				at++
			}
			m.memory[at] = ' '
		}
	}
}

// The numbers of the sections of a module.
const dataSection = 11

// A wasm is a module with its data unpacked.
type wasm struct {
	sections []section
	memory   []byte // from address 0 to the end of the data
}

type section struct {
	id   byte
	body []byte
}

var errForm = errors.New("strip: this is no module that the Go linker wrote")

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
	nameField = 4
	spField   = 16
	fileField = 20
	lineField = 24
	pcdata    = 28 // the number of further tables
	fixed     = 44 // the size of the fields before the offsets of these tables
)

func (m *wasm) stripTables() error {
	at := bytes.Index(m.memory, magic)
	if at < 0 || bytes.Contains(m.memory[at+1:], magic) {
		return errForm
	}
	if at+8+8*8 > len(m.memory) {
		return errForm
	}
	word := func(i int) int { return int(min(binary.LittleEndian.Uint64(m.memory[at+8+8*i:]), mostMemory)) }
	functions := word(0)
	names, units, files, tables, list := at+word(3), at+word(4), at+word(5), at+word(6), at+word(7)
	if !(at < names && names < units && units < files && files < tables && tables < list && list < len(m.memory)) {
		return errForm
	}
	needed := make([]bool, list-tables)
	if list+8*functions > len(m.memory) {
		return errForm
	}
	for i := range functions {
		f := list + int(binary.LittleEndian.Uint32(m.memory[list+8*i+4:]))
		if f+fixed > len(m.memory) {
			return errForm
		}
		field := func(offset int) []byte { return m.memory[f+offset : f+offset+4] }
		for _, offset := range []int{nameField, fileField, lineField} {
			clear(field(offset))
		}
		offsets := []int{spField}
		more := int(binary.LittleEndian.Uint32(field(pcdata)))
		if more > 16 || f+fixed+4*more > len(m.memory) {
			return errForm
		}
		for j := range more {
			offsets = append(offsets, fixed+4*j)
		}
		for _, offset := range offsets {
			table := int(binary.LittleEndian.Uint32(field(offset)))
			if table >= len(needed) {
				return fmt.Errorf("%w: function %d", errForm, i)
			}
			if table != 0 {
				need(m.memory[tables:list], needed, table)
			}
		}
	}
	clear(m.memory[names:units])
	clear(m.memory[files:tables])
	for i, n := range needed {
		if !n {
			m.memory[tables+i] = 0
		}
	}
	return nil
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
