package game

import (
	"errors"
	"fmt"
	"strings"
)

// A Fault is a fault of a set-up, with its place.
type Fault struct {
	// Path is the path of the faulty value: units.3.at, with elements of lists from 1. It is "" for
	// the whole set-up.
	Path string
	// Name is the faulty name, if only the name is known and not its place.
	Name string
	Text string
	// Needs are the paths of other values from which the fault follows. If one of them could not be read,
	// there may be no fault.
	Needs []string
}

// setupError is an error about a value of a set-up.
type setupError struct {
	path string
	name string
	what string
	err  error

	needs []string
}

// ErrorAt returns an error with its place in a set-up: the name of the thing, or "", and the path of
// keys and of indices from 0, such as ErrorAt("unit cooks", err, "units", 2, "at"). The error may be
// several joined errors, and may itself have a place within that place. For nil it returns nil.
func ErrorAt(what string, err error, way ...any) error {
	if err == nil {
		return nil
	}
	path := make([]string, len(way))
	for i, x := range way {
		if n, ok := x.(int); ok {
			x = n + 1
		}
		path[i] = fmt.Sprint(x)
	}
	return &setupError{path: strings.Join(path, "."), what: what, err: err}
}

// ErrorfAt is ErrorAt for a new error with a text.
func ErrorfAt(text string, way ...any) error { return ErrorAt("", errors.New(text), way...) }

// FollowsFrom adds to an error of a set-up the paths of other values from which it follows, such as "units"
// for too little room. A reader of files leaves the error out if one of them could not be read. For nil it
// returns nil.
func FollowsFrom(err error, paths ...string) error {
	if err == nil {
		return nil
	}
	return &setupError{err: err, needs: paths}
}

// Error lists the faults, one a line.
func (a *setupError) Error() string {
	var b strings.Builder
	for i, f := range Faults(a) {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(f.Text)
	}
	return b.String()
}

func (a *setupError) Unwrap() error { return a.err }

// pathError is an error of another package that has a place.
type pathError interface {
	error
	Place() string
}

// Faults splits the error of a set-up into its faults, each with its path.
func Faults(err error) []Fault { return faultsOf(err, Fault{}) }

func faultsOf(err error, in Fault) (list []Fault) {
	switch x := err.(type) {
	case nil:
		return nil
	case *boundError:
		in.Path, in.Text = join(in.Path, x.path, "."), join(in.Text, x.text, ": ")
		return []Fault{in}
	case *setupError:
		for _, path := range x.needs {
			in.Needs = append(in.Needs[:len(in.Needs):len(in.Needs)], join(in.Path, path, "."))
		}
		in.Path = join(in.Path, x.path, ".")
		if x.name != "" {
			in.Name = x.name
		}
		in.Text = join(in.Text, x.what, ": ")
		return faultsOf(x.err, in)
	case pathError:
		in.Path = join(in.Path, x.Place(), ".")
	case interface{ Unwrap() []error }:
		for _, e := range x.Unwrap() {
			list = append(list, faultsOf(e, in)...)
		}
		return list
	case interface{ Unwrap() error }:
		// The words around faults are of no use to a reader who gets the place of each fault.
		if inner := x.Unwrap(); hasPlaces(inner) {
			return faultsOf(inner, in)
		}
	}
	in.Text = join(in.Text, err.Error(), ": ")
	return []Fault{in}
}

// hasPlaces reports whether an error has places, or consists of several.
func hasPlaces(err error) bool {
	for ; err != nil; err = errors.Unwrap(err) {
		switch err.(type) {
		case *setupError, *boundError, pathError, interface{ Unwrap() []error }:
			return true
		}
	}
	return false
}

func join(a, b, between string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + between + b
}

// CheckSideNames returns an error if a side of a set-up has no name, or both have the same.
func CheckSideNames[S ~string](sides [2]S) error {
	switch {
	case sides[0] == "" || sides[1] == "":
		return ErrorfAt("a side has no name: name both sides", "sides")
	case strings.EqualFold(string(sides[0]), string(sides[1])):
		return ErrorfAt(fmt.Sprintf("both sides are called %q: give them different names", sides[0]), "sides", 1)
	}
	return nil
}

// CheckRange returns an error for a number of a set-up that is out of its range. The text after the
// number says what it counts.
func CheckRange(v, lo, hi int, what string, way ...any) error {
	if v < lo || v > hi {
		return ErrorfAt(fmt.Sprintf("%d %s: %d to %d are allowed", v, what, lo, hi), way...)
	}
	return nil
}
