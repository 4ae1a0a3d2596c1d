package main

import (
	"reflect"
	"testing"
)

// TestTidy: sequences of the compiler become shorter ones, and others stay.
func TestTidy(t *testing.T) {
	type list = []instruction
	op := func(op uint16, x ...int64) instruction {
		i := instruction{op: op}
		if len(x) > 0 {
			i.x = x[0]
		}
		if len(x) > 1 {
			i.y = uint32(x[1])
		}
		return i
	}
	const load, store, less = 0x29, 0x37, 0x53
	sp, zero := op(opGet, localSP), op(opI64Const, 0)
	for _, c := range []struct {
		name     string
		is, want list
	}{
		{"a store to the stack",
			list{sp, op(opExtend), op(opI64Const, 16), op(opI64Add), op(opWrap), zero, op(store, 3, 8)},
			list{sp, zero, op(store, 3, 24)}},
		{"a copy on the stack",
			list{sp, op(opExtend), op(opI64Const, 16), op(opI64Add), op(opWrap), sp, op(opExtend), op(opI64Const, 40), op(opI64Add), op(opWrap), op(load, 3, 0), op(store, 3, 8)},
			list{sp, sp, op(load, 3, 40), op(store, 3, 24)}},
		{"an address below the stack pointer keeps its sum, which is cut to 32 bits",
			list{sp, op(opExtend), op(opI64Const, -8), op(opI64Add), op(opWrap), op(load, 3, 0)},
			list{sp, op(opI32Const, -8), op(opI32Add), op(load, 3, 0)}},
		{"so does any other address",
			list{op(opGet, 5), op(opI64Const, 16), op(opI64Add), op(opWrap), op(load, 3, 0)},
			list{op(opGet, 5), op(opWrap), op(opI32Const, 16), op(opI32Add), op(load, 3, 0)}},
		{"an address that a block follows",
			list{sp, op(opExtend), op(opI64Const, 16), op(opI64Add), op(opWrap), op(opBlock, 0x7e), zero, op(opEnd), op(store, 3, 0)},
			list{sp, op(opI32Const, 16), op(opI32Add), op(opBlock, 0x7e), zero, op(opEnd), op(store, 3, 0)}},
		{"a function ends",
			list{sp, op(opI32Const, 40), op(opI32Add), op(opTee, localSP), op(opGlobalSet), sp, op(opI32Const, 8), op(opI32Add), op(opTee, localSP), op(opGlobalSet), op(opI32Const), op(opReturn)},
			list{sp, op(opI32Const, 48), op(opI32Add), op(opGlobalSet), op(opI32Const), op(opReturn)}},
		{"a condition twice inverted",
			list{op(opGet, 2), op(opI64Eqz), op(opExtend), op(opI64Eqz), op(opI32Eqz), op(opIf, void)},
			list{op(opGet, 2), op(opI64Eqz), op(opIf, void)}},
		{"a comparison inverted",
			list{op(opGet, 2), op(opGet, 3), op(less), op(opI32Eqz), op(opIf, void)},
			list{op(opGet, 2), op(opGet, 3), op(0x59), op(opIf, void)}},
		{"a comparison of floats is not",
			list{op(opGet, 2), op(opGet, 3), op(0x63), op(opI32Eqz), op(opIf, void)},
			list{op(opGet, 2), op(opGet, 3), op(0x63), op(opI32Eqz), op(opIf, void)}},
		{"a variable that is set and read",
			list{zero, op(opSet, 4), op(opGet, 4), op(opGet, 4)},
			list{zero, op(opTee, 4), op(opGet, 4)}},
	} {
		head := list{op(opGlobalGet, globalSP), op(opSet, localSP), op(opNop)}
		if got := tidy(append(head[:3:3], c.is...)); !reflect.DeepEqual(got, append(head[:3:3], c.want...)) {
			t.Errorf("%s: %v\nwant %v", c.name, got, c.want)
		}
		if got := tidy(c.is); !reflect.DeepEqual(got, c.is) {
			t.Errorf("%s: it is changed in a function without a copy of the stack pointer", c.name)
		}
	}
}
