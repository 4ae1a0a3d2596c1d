package main

import (
	"encoding/binary"
	"slices"
)

// The numbers of the sections of a module.
const (
	customSection = 0
	codeSection   = 10
	dataSection   = 11
)

// firstFunction is the number that program counters have in their upper bits for the first function of the code.
const firstFunction = 0x1000

// optimise rewrites the code of the linker into code that does the same, is smaller, and is faster. The
// compiler of Go addresses its stack by 64-bit sums, and it leaves all jumps to a table at the beginning of each
// function. A function that differs from what the compiler writes stays as it is. optimise also removes the
// notes about the build, so that a module without them has been optimised.
func (m *wasm) optimise(trap bool) error {
	noted := slices.ContainsFunc(m.sections, func(s section) bool { return s.id == customSection })
	m.sections = slices.DeleteFunc(m.sections, func(s section) bool { return s.id == customSection })
	for i, s := range m.sections {
		if s.id == codeSection && noted {
			body, err := optimised(s.body, trap)
			if err != nil {
				return err
			}
			m.sections[i].body = body
		}
	}
	return nil
}

func optimised(code []byte, trap bool) ([]byte, error) {
	n, k := binary.Uvarint(code)
	if k <= 0 {
		return nil, errForm
	}
	out := binary.AppendUvarint(nil, n)
	return out, functions(code, func(number int64, locals, code []byte) error {
		list, err := decode(code)
		if err != nil {
			return err
		}
		body := encode(slices.Clone(locals), structured(tidy(list), number, trap))
		out = append(binary.AppendUvarint(out, uint64(len(body))), body...)
		return nil
	})
}

// functions calls do for each function: the upper bits of its program counters, the declarations of its
// variables, and its code.
func functions(code []byte, do func(number int64, locals, code []byte) error) error {
	r := &reader{b: code}
	for number := range int64(r.unsigned()) {
		size := r.unsigned()
		if r.bad || size > uint64(len(r.b)) {
			return errForm
		}
		body := r.b[:size]
		r.b = r.b[size:]
		rest := &reader{b: body}
		for n := rest.unsigned(); n > 0 && !rest.bad; n-- {
			rest.unsigned()
			rest.byte()
		}
		if rest.bad {
			return errForm
		}
		if err := do(firstFunction+number, body[:len(body)-len(rest.b)], rest.b); err != nil {
			return err
		}
	}
	return nil
}
