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

// parseFlow reads the code of a function with a number, which is in the upper bits of its program counters.
func parseFlow(list []instruction, number int64) (f *flow, ok bool) {
	p := &flowParser{list: list, number: number, f: &flow{entries: map[int]bool{0: true}}}
	if !p.beginning() {
		return nil, false
	}
	for s := range p.count {
		if !p.segment(s) {
			return nil, false
		}
	}
	return p.f, p.ending()
}

// A flowParser reads the code of a function.
type flowParser struct {
	list    []instruction
	at      int // in the list
	number  int64
	count   int  // of segments
	loops   bool // the function has the loop for jumps
	unwinds int  // 1 if it has the block for unwinding, else 0
	f       *flow
}

// beginning reads up to the table.
func (p *flowParser) beginning() bool {
	if len(p.list) < 2 || !p.list[0].is(opGlobalGet, globalSP) || !p.list[1].is(opSet, localSP) {
		return false
	}
	p.f.head, p.at = p.list[:2], 2
	blocks := 0
	for ; p.at < len(p.list) && (p.list[p.at].op == opBlock || p.list[p.at].op == opLoop); p.at++ {
		switch {
		case p.list[p.at].x != void:
			return false
		case p.list[p.at].op == opBlock:
			blocks++
		case p.loops || blocks > 1:
			return false
		default:
			p.loops = true
		}
	}
	if p.at+3 > len(p.list) || !p.list[p.at].is(opGet, localPC) || p.list[p.at+1].op != opBrTable || p.list[p.at+2].op != opEnd {
		return false
	}
	table := p.list[p.at+1].table
	p.at += 3
	p.count = int(slices.Max(table)) + 1
	p.unwinds = blocks - p.count
	for _, t := range table {
		p.f.resume = append(p.f.resume, int(t))
	}
	return (p.unwinds == 0 || p.unwinds == 1) && (!p.loops || p.list[2+p.unwinds].op == opLoop)
}

// segment reads a segment, by its number, and the end of its block.
func (p *flowParser) segment(s int) bool {
	var code []instruction
	for depth := 0; ; p.at++ { // of the blocks that are open within the segment
		if p.at >= len(p.list) {
			return false
		}
		x := p.list[p.at]
		if depth == 0 && (x.op == opEnd || p.isLast(s, x)) {
			break
		}
		switch {
		case x.opens():
			depth++
		case x.op == opEnd:
			depth--
		case x.op == opBrTable:
			return false
		case (x.op == opBr || x.op == opBrIf) && int(x.x) >= depth:
			var ok bool
			if code, x, ok = p.jump(code, x, int(x.x)-depth-(p.count-1-s)); !ok {
				return false
			}
		case x.op == opI64Const && x.x>>16 == p.number && depth == 0:
			pc := int(x.x & 0xffff)
			p.f.entries[pc] = true
			if begins(code) {
				p.f.entries[pc-1] = true // It may be a call of deferreturn: a recovered function goes on before it.
			}
		}
		code = append(code, x)
	}
	p.at++
	p.f.segments = append(p.f.segments, segment{code, len(code) == 0 || !code[len(code)-1].leaves()})
	return true
}

// isLast reports whether an instruction ends the last segment, where there is no loop.
func (p *flowParser) isLast(s int, x instruction) bool {
	return s == p.count-1 && !p.loops && x.op == opUnreachable && p.at+1+2*p.unwinds+1 == len(p.list)
}

// jump reads a branch out of a segment with the code so far. outer counts the
// enclosing blocks from outside the segments: 0 is the loop, or the unwinding block if there is no loop; below 0 is the
// block of a later segment. A branch to the loop takes the place of the resume point from the code.
func (p *flowParser) jump(code []instruction, x instruction, outer int) ([]instruction, instruction, bool) {
	around := 0 // of the block for unwinding
	if p.loops {
		around = 1
	}
	k := len(code)
	switch {
	case p.loops && outer == 0 && x.op == opBr && k >= 2 && code[k-1].is(opSet, localPC) && code[k-2].op == opI32Const:
		return code[:k-2], instruction{op: opJump, x: int64(p.f.at(int(code[k-2].x)))}, true
	case p.unwinds == 1 && outer == around && x.op == opBrIf:
		return code, instruction{op: opUnwind}, true
	}
	return code, x, false
}

// ending reports whether what follows the last segment is the end of a function.
func (p *flowParser) ending() bool {
	rest := p.list[p.at:]
	if p.loops {
		if len(rest) == 0 || rest[0].op != opUnreachable {
			return false
		}
		rest = rest[1:]
	}
	if p.unwinds == 1 {
		if len(rest) < 2 || rest[0].op != opEnd || !rest[1].is(opI32Const, 1) {
			return false
		}
		rest = rest[2:]
	}
	return len(rest) == 1 && rest[0].op == opEnd
}

// begins reports whether a segment so far is the beginning of a call without arguments.
func begins(code []instruction) bool {
	return len(code) == 6 && code[0].is(opGet, localSP) && code[1].is(opI32Const, 8) && code[2].op == opI32Sub &&
		code[3].is(opTee, localSP) && code[4].is(opGlobalSet, globalSP) && code[5].is(opGet, localSP)
}

// at returns the segment at a resume point.
func (f *flow) at(pc int) int { return f.resume[min(max(pc, 0), len(f.resume)-1)] }
