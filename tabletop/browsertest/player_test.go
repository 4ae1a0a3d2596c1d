package browsertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A stand is what the table waits for, as it is seen on the page.
type stand struct {
	Kind   string // over, choice, dice, act, others or tray
	Many   int    // options, or dice
	Line   string
	Chosen bool     // a piece is chosen
	Able   []string // pieces that can act
	Lines  []string // what may be done
	Phase  string
}

// fierce are words of actions by which buildings are fought for, and games end.
var fierce = []string{"assault", "storm", "charge", "attack", "fight", "fire", "shoot", "bombard", "shell", "demolish", "burn", "flame", "enter", "throw", "breach", "blast", "advance", "run"}

// A player plays what the page offers, with chance, but rather fights. His hand clicks
// unless it taps.
type player struct {
	*page
	dice  *rand.Rand
	press func(selector, text string, nth int)
	goOn  func() // leaves the tray
	moves int
	fury  int // actions that were fierce
}

func newPlayer(p *page) *player {
	x := &player{page: p, press: p.clickNth, dice: rand.New(rand.NewPCG(3, 5))}
	x.goOn = func() { x.press(".tray-go", "", 0) }
	return x
}

// stands waits until the table waits for this player, or the game is over. What lies in
// the tray was seen, and is left.
func (x *player) stands() stand {
	x.t.Helper()
	return x.settles("somebody", "eyes.settled(%d)")
}

// standsOrWaits waits until the table waits for this player or another, or the game is over.
func (x *player) standsOrWaits() stand {
	x.t.Helper()
	return x.settles("anybody", "eyes.settled(%d, true)")
}

func (x *player) settles(who, how string) stand {
	x.t.Helper()
	for {
		s := evaluate[stand](x.page, "the table to wait for "+who, fmt.Sprintf(how, patience.Milliseconds()))
		if s.Kind != "tray" {
			return s
		}
		x.goOn()
		x.until("the tray to be left", `!eyes.all('.tray-go')[0]`)
	}
}

// plays plays until the game is over.
func (x *player) plays() {
	x.t.Helper()
	for turn := 0; ; turn++ {
		s := x.stands()
		if s.Kind == "over" {
			return
		}
		if turn > 1500 {
			x.t.Fatalf("the game does not end: %d actions; %s", x.moves, s.Phase)
		}
		x.does(s)
	}
}

// does takes one step by clicks.
func (x *player) does(s stand) {
	x.t.Helper()
	switch {
	case s.Kind == "choice":
		x.press(".decision .options button", "", x.dice.IntN(s.Many))
	case s.Kind == "dice":
		x.press(".decision button", "Let the program roll this", 0)
	case len(s.Lines) > 0 && (s.Chosen || len(s.Able) == 0 || x.dice.IntN(6) == 0):
		x.act(s.Lines)
	case !s.Chosen && len(s.Able) > 0:
		x.picks(s.Able[x.dice.IntN(len(s.Able))])
	case s.Chosen:
		x.press(".actions-head button", "choose another", 0)
		x.until("no piece to be chosen", `!eyes.all('.actions-head button')[0]`)
	default:
		x.t.Fatalf("nothing can be done, and the game is not over\n%s", x.said())
	}
}

// picks chooses a piece by its name in the list.
func (x *player) picks(name string) {
	x.t.Helper()
	x.press(".able button", name, 0)
	x.until("a piece to be chosen", `eyes.all('.actions-head button')[0]`)
}

// act chooses an action, looks at it, and does it.
func (x *player) act(lines []string) {
	x.t.Helper()
	i, angry := x.weighed(lines)
	x.press(".group .act", "", i)
	x.until("the odds of the action", `eyes.all('.preview .line')[0] && !eyes.text('.preview').includes('Working out')`)
	x.press(".preview button.main", "Do it", 0)
	x.until("the action to be done", `!eyes.all('.preview')[0] || eyes.all('.trouble')[0]`)
	if trouble := x.text(".trouble"); trouble != "" {
		x.t.Fatalf("%s was offered and refused: %s", lines[i], trouble)
	}
	x.moves++
	if angry {
		x.fury++
	}
}

// weighed chooses a line: a fierce one four times in five, where there is one.
func (x *player) weighed(lines []string) (at int, angry bool) {
	var fit []int
	for i, l := range lines {
		if isFierce(l) {
			fit = append(fit, i)
		}
	}
	if len(fit) > 0 && x.dice.IntN(5) > 0 {
		return fit[x.dice.IntN(len(fit))], true
	}
	return x.dice.IntN(len(lines)), false
}

func isFierce(line string) bool {
	return slices.ContainsFunc(fierce, func(f string) bool { return strings.HasPrefix(line, f) })
}
