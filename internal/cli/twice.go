package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A single flag takes one value: typed with another once more, it is refused, for
// which one is meant is not for the program to guess.
type single struct {
	pflag.Value
	name  string
	typed string
	given bool
}

// twofold is the error of a flag that was given two values.
type twofold struct{ name, first, second string }

func (t *twofold) Error() string {
	return fmt.Sprintf("--%s is given twice, as %s and as %s", t.name, t.first, t.second)
}

func (s *single) Set(text string) error {
	if s.given && text != s.typed {
		return &twofold{s.name, s.typed, text}
	}
	s.typed, s.given = text, true
	return s.Value.Set(text)
}

// once has every flag of a command, and of those under it, that is no list take one
// value.
func once(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, list := f.Value.(pflag.SliceValue)
			_, done := f.Value.(*single)
			if !list && !done {
				f.Value = &single{Value: f.Value, name: f.Name}
			}
		})
	}
	for _, x := range cmd.Commands() {
		once(x)
	}
}
