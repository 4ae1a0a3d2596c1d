package main

import "slices"

// tidy shortens sequences of instructions.
func tidy(list []instruction) []instruction {
	if len(list) < 2 || !list[0].is(opGlobalGet, globalSP) || !list[1].is(opSet, localSP) {
		return list // Another kind of function: its second variable is not the stack pointer.
	}
	list = shortenedConditions(shortenedSums(list))
	list = foldedAddresses(list)
	return list
}

// ends reports whether a list ends with instructions.
func ends(list []instruction, ops ...uint16) bool {
	if len(list) < len(ops) {
		return false
	}
	for i, x := range list[len(list)-len(ops):] {
		if x.op != ops[i] {
			return false
		}
	}
	return true
}

// shortenedSums computes sums that are cut to 32 bits with 32 bits, and changes the stack pointer once
// where it is changed twice.
func shortenedSums(list []instruction) []instruction {
	out := list[:0:0]
	for _, x := range list {
		out = append(out, x)
		n := len(out)
		switch {
		case ends(out, opI64Const, opI64Add, opWrap):
			k := instruction{op: opI32Const, x: int64(int32(out[n-3].x))}
			out = append(out[:n-3], instruction{op: opWrap}, k, instruction{op: opI32Add})
			if n -= 2; ends(out[:n], opExtend, opWrap) {
				out = slices.Delete(out, n-2, n)
			}
		case ends(out, opExtend, opWrap):
			out = out[:n-2]
		case x.is(opGlobalSet, globalSP) && n >= 10 && sum(out[n-10:]) && sum(out[n-5:]):
			k := out[n-9].x + out[n-4].x
			out = out[:n-5]
			out[n-9].x = k
		case x.op == opReturn && n >= 4 && out[n-2].op == opI32Const && out[n-3].op == opGlobalSet && out[n-4].is(opTee, localSP):
			out = slices.Delete(out, n-4, n-3)
		}
	}
	return out
}

// sum reports whether instructions begin with an addition to the stack pointer.
func sum(list []instruction) bool {
	return list[0].is(opGet, localSP) && list[1].op == opI32Const && list[2].op == opI32Add &&
		list[3].is(opTee, localSP) && list[4].is(opGlobalSet, globalSP) && list[1].x >= 0 && list[1].x < 1<<24
}

// shortenedConditions removes conversions of a condition that cancel each other.
func shortenedConditions(list []instruction) []instruction {
	out := list[:0:0]
	for _, x := range list {
		out = append(out, x)
		n := len(out)
		switch {
		case ends(out, opExtend, opI64Eqz):
			out = append(out[:n-2], instruction{op: opI32Eqz})
		case x.op == opIf || x.op == opBrIf:
			if n >= 4 && ends(out[:n-1], opI32Eqz, opI32Eqz) {
				out = append(out[:n-3], x)
			}
			if n := len(out); n >= 3 && out[n-2].op == opI32Eqz {
				if inverse := opposite(out[n-3].op); inverse != 0 {
					out = append(out[:n-3], instruction{op: inverse}, x)
				}
			}
		case n >= 2 && x.op == opGet && out[n-2].is(opSet, x.x):
			out = append(out[:n-2], instruction{op: opTee, x: x.x})
		}
	}
	return out
}

// opposite returns the comparison of integers that holds if another does not, or 0.
func opposite(op uint16) uint16 {
	for _, first := range []uint16{0x46, 0x51} { // eq, ne, lt_s, lt_u, gt_s, gt_u, le_s, le_u, ge_s, ge_u
		if op >= first && op < first+10 {
			return first + []uint16{1, 0, 8, 9, 6, 7, 4, 5, 2, 3}[op-first]
		}
	}
	return 0
}

// foldedAddresses puts the offset of a variable on the stack into the instruction that loads or stores it.
// The sum cannot exceed 32 bits, because the stack lies in memory.
func foldedAddresses(list []instruction) []instruction {
	var stack []int // the instruction that made each value
	drop := make([]bool, len(list))
	for at, x := range list {
		takes, gives, known := effect(x)
		if !known {
			stack = stack[:0]
			continue
		}
		if x.op >= opFirstLoad && x.op <= opLastStore && len(stack) >= takes {
			from := stack[len(stack)-takes]
			if from >= 2 && list[from].op == opI32Add && list[from-1].op == opI32Const && list[from-2].is(opGet, localSP) {
				if k := list[from-1].x; k >= 0 && k+int64(x.y) < 1<<24 {
					list[at].y += uint32(k)
					drop[from], drop[from-1] = true, true
				}
			}
		}
		stack = stack[:max(0, len(stack)-takes)]
		for range gives {
			stack = append(stack, at)
		}
	}
	out := list[:0]
	for at, x := range list {
		if !drop[at] {
			out = append(out, x)
		}
	}
	return out
}

// effect returns how many values an instruction takes from the stack, and how many it adds. It knows
// none that begin or end blocks, and no calls.
func effect(x instruction) (takes, gives int, known bool) {
	op := x.op
	switch {
	case op == opNop:
		return 0, 0, true
	case op == opGet, op == opGlobalGet, op >= opI32Const && op <= opF64Const, op == opMemorySize:
		return 0, 1, true
	case op == opSet, op == opGlobalSet, op == opDrop:
		return 1, 0, true
	case op == opSelect:
		return 3, 1, true
	case op > opLastLoad && op <= opLastStore:
		return 2, 0, true
	case op == opMemoryCopy, op == opMemoryFill:
		return 3, 0, true
	case op == opTee, op >= opFirstLoad && op <= opLastLoad, op == opI32Eqz, op == opI64Eqz, op == opMemoryGrow,
		op >= 0x67 && op <= 0x69, op >= 0x79 && op <= 0x7b, op >= 0x8b && op <= 0x91, op >= 0x99 && op <= 0x9f,
		op >= opWrap && op <= opLastPlain, op >= opPrefix<<8 && op <= opPrefix<<8|7:
		return 1, 1, true
	case op > opI32Eqz && op <= opLastCompare, op >= opI32Add && op < opWrap:
		return 2, 1, true
	}
	return 0, 0, false
}
