package scenario

import (
	"io"

	"loophole/rule"
)

// A Header says which procedure of which rulebook a situation file is for. A
// file may leave out either.
type Header struct {
	Ruleset   string
	Procedure string
}

// ReadSituation reads a situation file. Every setting carries its place, for the
// errors of [rule.Procedure.NewQuestion]. The name is for errors only.
func ReadSituation(name string, r io.Reader) ([]rule.Setting, Header, error) {
	f, err := read(name, r)
	if err != nil {
		return nil, Header{}, err
	}
	n, err := f.parse()
	if err != nil {
		return nil, Header{}, err
	}
	var h Header
	if h.Ruleset, err = f.take(n, "ruleset"); err != nil {
		return nil, Header{}, err
	}
	if h.Procedure, err = f.take(n, "procedure"); err != nil {
		return nil, Header{}, err
	}
	out := newFlattener(f)
	if err := out.table("", n); err != nil {
		return nil, Header{}, err
	}
	return out.out, h, nil
}
