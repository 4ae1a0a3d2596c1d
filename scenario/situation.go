package scenario

import (
	"io"

	"loophole/rule"
)

// A Header names the procedure and the ruleset of a situation file. A file may omit either.
type Header struct {
	Ruleset   string
	Procedure string
}

// ReadSituation reads a situation file. Every setting has its place, for the errors of
// [rule.Procedure.NewQuestion]. The name is used in errors only.
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
	if h.Ruleset, _, err = f.takeText(n, "ruleset"); err != nil {
		return nil, Header{}, err
	}
	if h.Procedure, _, err = f.takeText(n, "procedure"); err != nil {
		return nil, Header{}, err
	}
	out := newFlattener(f)
	if err := out.table("", n); err != nil {
		return nil, Header{}, err
	}
	return out.out, h, nil
}
