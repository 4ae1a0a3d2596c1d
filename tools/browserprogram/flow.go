package main

import "slices"

// A flow is the code of a function as segments between its resume points. The linker writes
//
//	block                        ; to end with 1, if the function calls others
//	loop                         ; if there are jumps
//	block ... block              ; one for each segment
//	local.get 0; br_table ...    ; to the segment at a resume point
//	end segment end segment ... end
//
// and a jump sets the local variable 0 and goes to the loop.
type flow struct {
	head     []instruction // before the first block
	segments []segment
	resume   []int        // the segment of each resume point
	entries  map[int]bool // resume points at which the function begins, or to which it jumps by the table
}

// A segment ends by going on with the next one, or by leaving.
type segment struct {
	code []instruction
	next bool // it goes on
}

// parseFlow reads the code of a function whose program counters have a number in their upper bits.
func parseFlow(list []instruction, number int64) (f *flow, ok bool) {
	f = &flow{entries: map[int]bool{0: true}}
	if len(list) < 2 || !list[0].is(opGlobalGet, globalSP) || !list[1].is(opSet, localSP) {
		return nil, false
	}
	f.head = list[:2]
	at := 2
	opened, loops := 0, 0
	for ; at < len(list) && (list[at].op == opBlock || list[at].op == opLoop); at++ {
		if list[at].x != void {
			return nil, false
		}
		if list[at].op == opLoop {
			if opened > 1 || loops > 0 {
				return nil, false
			}
			loops++
		}
		opened++
	}
	if at+3 > len(list) || !list[at].is(opGet, localPC) || list[at+1].op != opBrTable || list[at+2].op != opEnd {
		return nil, false
	}
	table := list[at+1].table
	n := int(slices.Max(table)) + 1
	unwinds := opened - loops - n
	if unwinds != 0 && unwinds != 1 || loops == 1 && list[2+unwinds].op != opLoop {
		return nil, false
	}
	for _, t := range table {
		f.resume = append(f.resume, int(t))
	}
	at += 3
	// The depth counts blocks that are open within the segment.
	for s := range n {
		var code []instruction
		depth := 0
		for ; ; at++ {
			if at >= len(list) {
				return nil, false
			}
			x := list[at]
			if x.op == opEnd && depth == 0 || s == n-1 && loops == 0 && depth == 0 && x.op == opUnreachable && at+1+2*unwinds+1 == len(list) {
				break
			}
			switch {
			case x.opens():
				depth++
			case x.op == opEnd:
				depth--
			case x.op == opBrTable:
				return nil, false
			case (x.op == opBr || x.op == opBrIf) && int(x.x) >= depth:
				outer := int(x.x) - depth - (n - 1 - s) // 0 is the loop, or what is around it
				switch {
				case loops == 1 && outer == 0 && x.op == opBr:
					k := len(code)
					if k < 2 || !code[k-1].is(opSet, localPC) || code[k-2].op != opI32Const {
						return nil, false
					}
					code, x = code[:k-2], instruction{op: opJump, x: int64(f.at(int(code[k-2].x)))}
				case unwinds == 1 && outer == loops && x.op == opBrIf:
					x = instruction{op: opUnwind}
				default:
					return nil, false
				}
			case x.op == opI64Const && x.x>>16 == number && depth == 0:
				pc := int(x.x & 0xffff)
				f.entries[pc] = true
				if begins(code) {
					f.entries[pc-1] = true // It may be a call of deferreturn: a recovered function goes on before it.
				}
			}
			code = append(code, x)
		}
		f.segments = append(f.segments, segment{code, len(code) == 0 || !code[len(code)-1].leaves()})
		at++
	}
	// What follows the last segment, without its first instruction.
	rest := list[at:]
	if loops == 1 {
		if len(rest) == 0 || rest[0].op != opUnreachable {
			return nil, false
		}
		rest = rest[1:]
	}
	if unwinds == 1 {
		if len(rest) < 2 || rest[0].op != opEnd || !rest[1].is(opI32Const, 1) {
			return nil, false
		}
		rest = rest[2:]
	}
	return f, len(rest) == 1 && rest[0].op == opEnd
}

// begins reports whether a segment so far is the beginning of a call without arguments.
func begins(code []instruction) bool {
	return len(code) == 6 && code[0].is(opGet, localSP) && code[1].is(opI32Const, 8) && code[2].op == opI32Sub &&
		code[3].is(opTee, localSP) && code[4].is(opGlobalSet, globalSP) && code[5].is(opGet, localSP)
}

// at returns the segment at a resume point.
func (f *flow) at(pc int) int { return f.resume[min(max(pc, 0), len(f.resume)-1)] }
