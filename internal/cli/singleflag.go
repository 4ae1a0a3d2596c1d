package cli

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loophole/internal/usertext"
)

// A singleFlag takes one value. It rejects a second, different value, because the program
// does not guess which one is meant. The same value again is accepted.
type singleFlag struct {
	pflag.Value
	name  string
	typed string
	given bool
}

// flagTwiceError is the error of a flag that was given two values.
type flagTwiceError struct{ name, first, second string }

func (t *flagTwiceError) Error() string {
	return usertext.GivenTwice("--"+t.name, t.first, t.second)
}

func (s *singleFlag) Set(text string) error {
	if s.given && text != s.typed {
		return &flagTwiceError{s.name, s.typed, text}
	}
	s.typed, s.given = text, true
	return s.Value.Set(text)
}

// once makes every flag of a command and of its subcommands take one value only, except lists.
func once(cmd *cobra.Command) {
	for _, flags := range []*pflag.FlagSet{cmd.Flags(), cmd.PersistentFlags()} {
		flags.VisitAll(func(f *pflag.Flag) {
			_, list := f.Value.(pflag.SliceValue)
			_, done := f.Value.(*singleFlag)
			if !list && !done {
				f.Value = &singleFlag{Value: f.Value, name: f.Name}
			}
		})
	}
	for _, x := range cmd.Commands() {
		once(x)
	}
}
