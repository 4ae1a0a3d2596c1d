package main

import (
	"encoding/binary"
	"errors"
)

// The instructions of WebAssembly that the tool distinguishes.
const (
	opUnreachable  = 0x00
	opNop          = 0x01
	opBlock        = 0x02
	opLoop         = 0x03
	opIf           = 0x04
	opElse         = 0x05
	opEnd          = 0x0b
	opBr           = 0x0c
	opBrIf         = 0x0d
	opBrTable      = 0x0e
	opReturn       = 0x0f
	opCall         = 0x10
	opCallIndirect = 0x11
	opDrop         = 0x1a
	opSelect       = 0x1b
	opGet          = 0x20
	opSet          = 0x21
	opTee          = 0x22
	opGlobalGet    = 0x23
	opGlobalSet    = 0x24
	opFirstLoad    = 0x28
	opLastLoad     = 0x35
	opLastStore    = 0x3e
	opMemorySize   = 0x3f
	opMemoryGrow   = 0x40
	opI32Const     = 0x41
	opI64Const     = 0x42
	opF32Const     = 0x43
	opF64Const     = 0x44
	opI32Eqz       = 0x45
	opI64Eqz       = 0x50
	opLastCompare  = 0x66
	opI32Add       = 0x6a
	opI32Sub       = 0x6b
	opI64Add       = 0x7c
	opWrap         = 0xa7 // i32.wrap_i64
	opExtend       = 0xad // i64.extend_i32_u
	opLastPlain    = 0xc4
	opPrefix       = 0xfc
	opMemoryCopy   = 0xfc0a
	opMemoryFill   = 0xfc0b

	// These stand for sequences of instructions.
	opJump   = 0x100 // to the segment x
	opJumpIf = 0x101
	opUnwind = 0x102 // ends the function with 1 if the top of the stack is not 0
)

// void is the type of a block without a result.
const void = 0x40

// The local variables and globals of a Go function.
const (
	localPC  = 0 // the number of the resume point at which the function begins
	localSP  = 1 // a copy of the stack pointer
	globalSP = 0
)

// An instruction has its operands in x and y, or in table.
type instruction struct {
	op    uint16
	y     uint32
	x     int64
	table []uint32
}

func (i instruction) is(op uint16, x int64) bool { return i.op == op && i.x == x }

// opens reports whether an instruction begins a block.
func (i instruction) opens() bool { return i.op == opBlock || i.op == opLoop || i.op == opIf }

// leaves reports whether control never passes an instruction.
func (i instruction) leaves() bool {
	return i.op == opUnreachable || i.op == opBr || i.op == opBrTable || i.op == opReturn || i.op == opJump
}

var errCode = errors.New("strip: unknown instruction")

// A reader reads numbers. It remembers a failure.
type reader struct {
	b   []byte
	bad bool
}

func (r *reader) byte() byte {
	if len(r.b) == 0 {
		r.bad = true
		return 0
	}
	c := r.b[0]
	r.b = r.b[1:]
	return c
}

func (r *reader) unsigned() uint64 {
	x, n := binary.Uvarint(r.b)
	if n <= 0 {
		r.bad = true
		return 0
	}
	r.b = r.b[n:]
	return x
}

func (r *reader) signed() int64 {
	x, n := signed(r.b)
	if n == 0 {
		r.bad = true
	}
	r.b = r.b[n:]
	return x
}

func (r *reader) fixed(n int) (x int64) {
	for i := range n {
		x |= int64(r.byte()) << (8 * i)
	}
	return x
}

// decode reads the instructions of a function.
func decode(b []byte) ([]instruction, error) {
	r := &reader{b: b}
	list := make([]instruction, 0, len(b)/2)
	for len(r.b) > 0 && !r.bad {
		i := instruction{op: uint16(r.byte())}
		switch {
		case i.opens(), i.op == opMemorySize, i.op == opMemoryGrow:
			i.x = int64(r.byte())
		case i.op == opBr, i.op == opBrIf, i.op == opCall, i.op >= opGet && i.op <= opGlobalSet:
			i.x = int64(r.unsigned())
		case i.op == opBrTable:
			n := r.unsigned()
			if n > uint64(len(r.b)) {
				return nil, errCode
			}
			for range n + 1 {
				i.table = append(i.table, uint32(r.unsigned()))
			}
		case i.op == opCallIndirect, i.op >= opFirstLoad && i.op <= opLastStore:
			i.x, i.y = int64(r.unsigned()), uint32(r.unsigned())
		case i.op == opI32Const, i.op == opI64Const:
			i.x = r.signed()
		case i.op == opF32Const:
			i.x = r.fixed(4)
		case i.op == opF64Const:
			i.x = r.fixed(8)
		case i.op == opPrefix:
			i.op = opPrefix<<8 | uint16(r.byte())
			switch {
			case i.op == opMemoryCopy:
				i.x = r.fixed(2)
			case i.op == opMemoryFill:
				i.x = r.fixed(1)
			case i.op > opPrefix<<8|7:
				return nil, errCode
			}
		case i.op <= opElse, i.op == opEnd, i.op == opReturn, i.op == opDrop, i.op == opSelect, i.op >= opI32Eqz && i.op <= opLastPlain:
		default:
			return nil, errCode
		}
		list = append(list, i)
	}
	if r.bad {
		return nil, errCode
	}
	return list, nil
}

// encode appends instructions as bytes.
func encode(b []byte, list []instruction) []byte {
	fixed := func(x int64, n int) {
		for i := range n {
			b = append(b, byte(x>>(8*i)))
		}
	}
	for _, i := range list {
		if i.op > 0xff {
			b = append(b, byte(i.op>>8))
		}
		b = append(b, byte(i.op))
		switch {
		case i.opens(), i.op == opMemorySize, i.op == opMemoryGrow:
			b = append(b, byte(i.x))
		case i.op == opBr, i.op == opBrIf, i.op == opCall, i.op >= opGet && i.op <= opGlobalSet:
			b = binary.AppendUvarint(b, uint64(i.x))
		case i.op == opBrTable:
			b = binary.AppendUvarint(b, uint64(len(i.table)-1))
			for _, t := range i.table {
				b = binary.AppendUvarint(b, uint64(t))
			}
		case i.op == opCallIndirect, i.op >= opFirstLoad && i.op <= opLastStore:
			b = binary.AppendUvarint(binary.AppendUvarint(b, uint64(i.x)), uint64(i.y))
		case i.op == opI32Const, i.op == opI64Const:
			b = appendSigned(b, i.x)
		case i.op == opF32Const:
			fixed(i.x, 4)
		case i.op == opF64Const:
			fixed(i.x, 8)
		case i.op == opMemoryCopy:
			fixed(i.x, 2)
		case i.op == opMemoryFill:
			fixed(i.x, 1)
		}
	}
	return b
}
