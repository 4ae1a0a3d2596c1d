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
		Long: `Draw the map with its pieces, and each structure storey by storey, in characters or as
SVG. FILE is a scenario, or the record of a game; a record is drawn at its end, or after
the action of --until.

--sight adds the lines of sight of a piece: a table below the map, or lines in the SVG,
dashed if something stops a shot.`,
		Example: `  loophole scene tideofiron block
  loophole scene tideofiron block --sight sig-33b
  loophole scene game.jsonl --until 12 --svg after-12.svg`,
		Args:              argRange(1, 2, "SCENARIO"),
		ValidArgsFunction: completeScenario,
		RunE: func(cmd *cobra.Command, args []string) error {
			f.until = untilOf(cmd, "until", &f.after)
			return c.drawScene(args, &f)
		},
	}
	f.questionFlags.houseFlags(cmd)
	fl := cmd.Flags()
	fl.StringVar(&f.svg, "svg", "", "draw into a new SVG `FILE`")
	fl.BoolVar(&f.force, "force", false, "let --svg replace a file")
	fl.IntVar(&f.after, "until", 0, "draw a record after the action of this `NUMBER`, from 1")
	fl.StringVar(&f.sight, "sight", "", "draw the lines of sight and fire of a `PIECE`")
	cmd.RegisterFlagCompletionFunc("sight", func(cmd *cobra.Command, args []string, part string) ([]string, cobra.ShellCompDirective) {
		f.until = untilOf(cmd, "until", &f.after)
		return c.completePiece(args, &f, part), noFiles
	})
	return cmd
}

// completePiece completes the pieces of the position to draw.
func (c *console) completePiece(args []string, f *sceneFlags, part string) (names []string) {
	if len(args) == 0 {
		return nil
	}
	instance, p, err := c.positionToDraw(args, f)
	if err != nil {
		return nil
	}
	s, _ := instance.Scene(p)
	for _, n := range s.PieceNames() {
		if strings.HasPrefix(n, part) {
			names = append(names, n)
		}
	}
	return names
}

// drawScene draws the position of the arguments.
func (c *console) drawScene(args []string, f *sceneFlags) error {
	if err := checkSVG(f.svg, f.force); err != nil {
		return err
	}
	instance, p, err := c.positionToDraw(args, f)
	if err != nil {
		return err
	}
	s, ok := instance.Picture(p)
	if !ok {
		if f.svg != "" || f.sight != "" {
			return fmt.Errorf("%s has no map: leave out --svg and --sight", instance.Game.Rules.ID)
		}
		_, err := fmt.Fprint(c.out, instance.Text(p))
		return err
	}
	if f.sight != "" {
		if s.Lines, err = instance.SightLines(p, f.sight); err != nil {
			return fmt.Errorf("--sight: %s", inWords(err))
		}
	}
	if f.svg == "" {
		_, err := fmt.Fprint(c.out, s.Text(max(60, width(c.out))))
		return err
	}
	w, err := create(f.svg, f.force)
	if err != nil {
		return fmt.Errorf("--svg: %w", err)
	}
	return errors.Join(s.SVG(w), w.Close())
}

// positionToDraw returns the start of a scenario, or the position of a record at its end or after
// the action of --until.
func (c *console) positionToDraw(args []string, f *sceneFlags) (*game.Instance, game.Position, error) {
	if file, is, err := c.readMatch(args[len(args)-1]); is {
		if err != nil {
			return nil, game.Position{}, err
		}
		if file, err = upToAction(file, f.until); err != nil {
			return nil, game.Position{}, err
		}
		m, _, err := match.Resume(file, findGame, nil)
		if err != nil {
			return nil, game.Position{}, recordError(args[len(args)-1], err)
		}
		return m.Instance, m.Position(), nil
	}
	if f.until != nil {
		return nil, game.Position{}, errors.New("--until needs the record of a game")
	}
	instance, err := c.newInstance(args, &f.gameFlags)
	if err != nil {
		return nil, game.Position{}, err
	}
	return instance, instance.Start, nil
}
