package cli

import (
	"fmt"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// A singleValue is the value of a flag that may be repeated only with the same value, because the
// program cannot know which of two values the user wants.
type singleValue struct {
	pflag.Value
	name  string
	typed string
	given bool
}

// twoValuesError is the error of a flag with two values.
type twoValuesError struct{ name, first, second string }

func (t *twoValuesError) Error() string {
	return fmt.Sprintf("--%s is given twice, as %s and as %s: give it once", t.name, t.first, t.second)
}

// Set sets the value. The error for a second, different value is a *twoValuesError.
func (s *singleValue) Set(text string) error {
	if s.given && text != s.typed {
		return &twoValuesError{s.name, s.typed, text}
	}
	s.typed, s.given = text, true
	return s.Value.Set(text)
}

// allowOneValue makes each flag of a command and of its subcommands take one value, except lists.
func allowOneValue(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, list := f.Value.(pflag.SliceValue)
			_, done := f.Value.(*singleValue)
			if !list && !done {
				f.Value = &singleValue{Value: f.Value, name: f.Name}
			}
		})
	}
	for _, x := range cmd.Commands() {
		allowOneValue(x)
	}
}
