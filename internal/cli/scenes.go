package cli

import (
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"loophole/game"
	"loophole/match"
)

// sceneFlags are the flags of scene.
type sceneFlags struct {
	gameFlags
	svg   string
	force bool
	after int
	until until
	sight string
}

func (c *console) sceneCommand() *cobra.Command {
	var f sceneFlags
	cmd := &cobra.Command{
		Use:   "scene [RULESET] SCENARIO|FILE",
		Short: "Draw a scenario or a position",
		Long: `Draw where everything stands: the plan and a slice of each structure, storey by
storey, in characters or as SVG. The file is a scenario or the record of a game,
which is drawn where it stops, or after the action that --until names.

With --sight the lines from one piece to its targets are drawn too: as a table
below the plan, or as lines, dashed where something stops a shot.`,
		Example: `  loophole scene tideofiron block
  loophole scene tideofiron block --sight sig-33b
  loophole scene game.jsonl --until 12 --svg after-12.svg`,
		Args:              oneOrMore(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.until = untilOf(cmd, "until", &f.after)
			return c.draws(args, &f)
		},
	}
	f.questionFlags.houseFlags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.svg, "svg", "", "draw into an SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	fl.IntVar(&f.after, "until", 0, "of a record: stop after this action, a `NUMBER` from 1")
	fl.StringVar(&f.sight, "sight", "", "draw the lines of sight and fire of a `PIECE`")
	cmd.RegisterFlagCompletionFunc("sight", func(cmd *cobra.Command, args []string, part string) ([]string, cobra.ShellCompDirective) {
		f.until = untilOf(cmd, "until", &f.after)
		return c.completePiece(args, &f, part), noFiles
	})
	return cmd
}

// completePiece offers the pieces of what is to be drawn.
func (c *console) completePiece(args []string, f *sceneFlags, part string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	fight, p, err := c.drawn(args, f)
	if err != nil {
		return nil
	}
	s, _ := fight.Scene(p)
	for _, n := range s.PieceNames() {
		if strings.HasPrefix(n, part) {
			names = append(names, n)
		}
	}
	return names
}

func (c *console) draws(args []string, f *sceneFlags) error {
	fight, p, err := c.drawn(args, f)
	if err != nil {
		return err
	}
	s, ok := fight.Picture(p)
	if !ok {
		if f.svg != "" || f.sight != "" {
			return fmt.Errorf("%s is shown in words only", fight.Game.Rules.ID)
		}
		_, err := fmt.Fprint(c.out, fight.Text(p))
		return err
	}
	if f.sight != "" {
		if s.Lines, err = fight.SightLines(p, f.sight); err != nil {
			return fmt.Errorf("--sight: %w", err)
		}
	}
	if f.svg == "" {
		_, err := fmt.Fprint(c.out, s.Text(max(60, width(c.out))))
		return err
	}
	if !strings.HasSuffix(f.svg, ".svg") {
		return fmt.Errorf("--svg: %q: a drawing is an SVG file; give a name that ends in .svg", f.svg)
	}
	w, err := create(f.svg, f.force)
	if err != nil {
		return err
	}
	return errors.Join(s.SVG(w), w.Close())
}

// drawn is what is to be drawn: the start of a scenario, or where a record
// stops.
func (c *console) drawn(args []string, f *sceneFlags) (*game.Instance, game.Position, error) {
	if file, is, err := c.readMatch(args[len(args)-1]); is {
		if err != nil {
			return nil, game.Position{}, err
		}
		if file, err = upToAction(file, f.until); err != nil {
			return nil, game.Position{}, err
		}
		m, _, err := match.Resume(file, shelf, nil)
		if err != nil {
			return nil, game.Position{}, broken(err)
		}
		return m.Fight, m.Position(), nil
	}
	if f.until != nil {
		return nil, game.Position{}, errors.New("--until is for the record of a game")
	}
	fight, err := c.newInstance(args, &f.gameFlags)
	if err != nil {
		return nil, game.Position{}, err
	}
	return fight, fight.Start, nil
}
