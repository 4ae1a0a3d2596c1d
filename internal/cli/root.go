package cli

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loophole/rule"
)

// Command returns the root command, for the manual pages.
func Command() *cobra.Command {
	return (&console{in: strings.NewReader(""), out: io.Discard, err: io.Discard, colour: colourNever}).root()
}

// Main runs a command line and returns its exit status, as the package comment defines it.
func Main(ctx context.Context, args []string, in io.Reader, out, err io.Writer) int {
	return MainWith(ctx, nil, args, in, out, err)
}

// MainWith is Main for a program that spreads sweeps over machines by a cluster.
func MainWith(ctx context.Context, cluster Cluster, args []string, in io.Reader, out, err io.Writer) int {
	c := &console{in: in, out: out, err: err, colour: colourAuto, cluster: cluster}
	root := c.root()
	root.SetArgs(args)
	root.SetIn(in)
	root.SetOut(out)
	root.SetErr(err)
	failed := root.ExecuteContext(ctx)
	if outputClosed(ctx, failed) {
		return statusFine
	}
	if failed != nil {
		c.report(failed)
	}
	return statusOf(failed)
}

// The groups of commands in the help text.
const (
	groupBooks = "books"
	groupPlay  = "play"
	groupGames = "games"
)

const long = `loophole is an umpire for fighting in and around buildings in tabletop wargames. It
answers a question from the same rules in three ways: exactly (odds), by trials (sim), or
with real dice (roll). Every number cites its clause.

A question names a ruleset and a procedure, and describes a situation:

  loophole odds tideofiron attack lead=sig-33b lead.distance=3 level=1

Exit status: 0 answered, 1 the situation is illegal or the record is invalid, 2 bad
input, 3 a bug in loophole, 4 shards of a merged sweep are missing, 130 interrupted.`

// root returns the root command with all commands.
func (c *console) root() *cobra.Command {
	root := &cobra.Command{
		Use:           program,
		Short:         "An umpire for buildings in tabletop wargames",
		Long:          long,
		SilenceUsage:  true,
		SilenceErrors: true,
		Args:          checkCommand,
	}
	if c.cluster != nil && program == "loophole" {
		root.Use = "loophole-cluster"
	}
	asked := root.Flags().BoolP("version", "v", false, "print the version")
	root.RunE = func(cmd *cobra.Command, _ []string) error {
		if *asked {
			_, err := fmt.Fprintln(cmd.OutOrStdout(), version())
			return err
		}
		return cmd.Help()
	}
	root.PersistentFlags().Var(&c.colour, "color", "colour: auto, always or never")
	root.RegisterFlagCompletionFunc("color", cobra.FixedCompletions([]string{"auto", "always", "never"}, cobra.ShellCompDirectiveNoFileComp))
	root.SetFlagErrorFunc(func(cmd *cobra.Command, err error) error {
		var f *pflag.InvalidValueError
		var t *flagTwiceError
		if errors.As(err, &t) {
			err = t
		}
		var n *strconv.NumError
		switch {
		case !errors.As(err, &f):
		case errors.As(err, &n):
			err = numberError(f, n)
		case f.GetFlag().Name == "color":
			err = fmt.Errorf("--color %s: %w", f.GetValue(), f.Unwrap())
		}
		return fmt.Errorf("%w\nsee: %s --help", err, cmd.CommandPath())
	})
	root.SetUsageFunc(usage)
	root.SetHelpFunc(help)
	root.SetHelpCommand(helpCommand())
	root.AddGroup(&cobra.Group{ID: groupGames, Title: "Games:"}, &cobra.Group{ID: groupPlay, Title: "Questions:"}, &cobra.Group{ID: groupBooks, Title: "Rulebooks:"})
	for _, cmd := range []*cobra.Command{c.oddsCommand(), c.simCommand(), c.rollCommand(), c.diceCommand(), c.replayCommand(), c.verifyCommand(), c.migrateCommand()} {
		cmd.GroupID = groupPlay
		root.AddCommand(cmd)
	}
	for _, cmd := range []*cobra.Command{c.playCommand(), c.resumeCommand(), c.selfplayCommand(), c.sweepCommand(), c.workCommand(), c.analyseCommand(), c.solveCommand(), c.puzzleCommand(), c.examCommand(), c.ladderCommand(), c.serveCommand(), c.siteCommand(), c.inviteCommand(), c.joinCommand(), c.backupCommand(), c.matchesCommand(), c.scenariosCommand(), c.sceneCommand(), c.validateCommand(), c.schemaCommand()} {
		cmd.GroupID = groupGames
		root.AddCommand(cmd)
	}
	for _, cmd := range []*cobra.Command{c.rulesetsCommand(), c.explainCommand(), c.tablesCommand(), c.rulingsCommand(), c.ledgerCommand(), c.casesCommand(), c.newCommand()} {
		cmd.GroupID = groupBooks
		root.AddCommand(cmd)
	}
	root.AddCommand(c.versionCommand())
	once(root)
	nameInAllHelp(root)
	return root
}

// numberError describes a flag whose value is not a number, or not one of its range.
func numberError(f *pflag.InvalidValueError, n *strconv.NumError) error {
	want := "a whole number"
	if strings.HasPrefix(f.GetFlag().Value.Type(), "float") {
		want = "a number"
	}
	if errors.Is(n, strconv.ErrRange) {
		return fmt.Errorf("--%s %s: the number is too large", f.GetFlag().Name, f.GetValue())
	}
	return fmt.Errorf("--%s %s: give %s", f.GetFlag().Name, f.GetValue(), want)
}

// oneOf makes it an error to give more than one of some flags.
func oneOf(cmd *cobra.Command, flags ...string) {
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		var given []string
		for _, name := range flags {
			if cmd.Flags().Changed(name) {
				given = append(given, "--"+name)
			}
		}
		if len(given) > 1 {
			return fmt.Errorf("%s: give one of these flags\nsee: %s --help", strings.Join(given, " and "), cmd.CommandPath())
		}
		if before != nil {
			return before(cmd, args)
		}
		return nil
	}
}

// helpCommand returns the help command of cobra, with an error and a suggestion for an unknown name.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [COMMAND]",
		Short: "Show help for a command",
		ValidArgsFunction: func(cmd *cobra.Command, args []string, part string) ([]string, cobra.ShellCompDirective) {
			var names []string
			for _, x := range cmd.Root().Commands() {
				if len(args) == 0 && x.IsAvailableCommand() && strings.HasPrefix(x.Name(), part) {
					names = append(names, offer(x.Name(), x.Short))
				}
			}
			return names, noFiles
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			x, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				if x == nil || x == cmd.Root() {
					return checkCommand(cmd.Root(), args)
				}
				return fmt.Errorf("help: %s has no command %q\nsee: %s --help", x.Name(), rest[0], x.CommandPath())
			}
			x.InitDefaultHelpFlag()
			return x.Help()
		},
	}
}

// checkCommand returns an error if there are arguments after a command that only has subcommands:
// the first one is a mistyped subcommand.
func checkCommand(parent *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, cmd := range parent.Commands() {
		if cmd.IsAvailableCommand() {
			names = append(names, cmd.Name())
		}
	}
	return fmt.Errorf("unknown command %q%s\nsee: %s --help", args[0], rule.Suggest(args[0], names), parent.CommandPath())
}

// upTo accepts at most n arguments. The error lists the others.
func upTo(n int) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) > n {
			return fmt.Errorf("%s: too many arguments: %s\nsee: %s --help", cmd.Name(), strings.Join(args[n:], " "), cmd.CommandPath())
		}
		return nil
	}
}

// atLeastOne accepts one or more arguments. The error names the one that is missing.
func atLeastOne(name string) cobra.PositionalArgs {
	return argRange(1, math.MaxInt, name)
}

// exactly accepts as many arguments as there are names. The error names the one that is missing.
func exactly(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) < len(names) {
			return fmt.Errorf("%s: %s is missing\nsee: %s --help", cmd.Name(), names[len(args)], cmd.CommandPath())
		}
		return upTo(len(names))(cmd, args)
	}
}

// exists reports whether a file or folder exists.
func exists(name string) bool {
	_, err := os.Stat(name)
	return err == nil
}
