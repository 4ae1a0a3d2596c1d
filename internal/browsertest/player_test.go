package browsertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A stand is the state of a match as the page shows it: what it waits for.
type stand struct {
	Kind   string // over, choice, dice, ready, act, others or tray
	Many   int    // options, or dice
	Line   string
	Chosen bool     // a piece is chosen
	Able   []string // pieces that can act
	Lines  []string // listed actions
	Lit    []string // highlighted places and houses on the map
	Tags   []string // targets with odds on the map
	Phase  string
}

// fierce are words of actions that fight for buildings and bring games to an end.
var fierce = []string{"assault", "storm", "charge", "attack", "fight", "fire", "shoot", "bombard", "shell", "demolish", "burn", "flame", "enter", "throw", "breach", "blast", "advance", "run"}

// A player plays random actions that the page offers on the map, and prefers to fight. It clicks or
// taps.
type player struct {
	*page
	dice  *rand.Rand
	press func(selector, text string, nth int)
	goOn  func() // leaves the tray
	moves int
	fury  int              // number of fierce actions
	taps  int              // on the way to the next action, from a page without a selection
	asked int              // of these, taps that chose between several pieces or floors
	took  map[string][]int // by the action type: the taps of each action, with the confirmation
	more  map[string]int   // the number of these actions that had to choose between several
}

func newPlayer(p *page) *player {
	x := &player{page: p, press: p.clickNth, dice: rand.New(rand.NewPCG(3, 5)), took: map[string][]int{}, more: map[string]int{}}
	x.goOn = func() { x.press(".tray-go", "", 0) }
	return x
}

// stands waits until it is this player's turn, or the game is over. It closes the tray.
func (x *player) stands() stand {
	x.t.Helper()
	return x.settles("somebody", "eyes.settled(%d)")
}

// standsOrWaits waits until it is this or another player's turn, or the game is over.
func (x *player) standsOrWaits() stand {
	x.t.Helper()
	return x.settles("anybody", "eyes.settled(%d, true)")
}

func (x *player) settles(who, how string) stand {
	x.t.Helper()
	for {
		s := evaluate[stand](x.page, "the table to wait for "+who, fmt.Sprintf(how, writeTime.Milliseconds()))
		if s.Kind != "tray" {
			return s
		}
		x.leavesTray()
	}
}

// leavesTray continues from the dice of an action. If only one action is left, it follows, and its
// dice are on the tray at once.
func (x *player) leavesTray() {
	x.t.Helper()
	step := evaluate[string](x.page, "the tray", `Promise.resolve(eyes.all('.tray-of-dice')[0]?.dataset.step || '')`)
	x.goOn()
	x.until("the tray to be left", fmt.Sprintf(`eyes.all('.tray-of-dice')[0]?.dataset.step !== %s`, quoted(step)))
}

// plays plays until the game is over.
func (x *player) plays() {
	x.t.Helper()
	x.playsOn(func() bool { return false })
}

// playsOn plays until a condition is true between two actions, or the game is over.
func (x *player) playsOn(enough func() bool) {
	x.t.Helper()
	for turn := 0; ; turn++ {
		s := x.stands()
		if s.Kind == "over" || s.Kind == "act" && enough() {
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
	case s.Kind == "ready":
		x.confirms(s.Line)
	case s.Chosen && (len(s.Lit)+len(s.Tags)+len(s.Lines) > 0):
		x.act(s)
	case !s.Chosen && len(s.Able) > 0 && (len(s.Lines) == 0 || x.dice.IntN(6) > 0):
		x.picks(s.Able[x.dice.IntN(len(s.Able))])
	case len(s.Lines) > 0:
		x.act(s)
	case s.Chosen:
		x.letsGo()
	default:
		x.t.Fatalf("nothing can be done, and the game is not over\n%s", x.said())
	}
}

// picks chooses a piece on the map, or in the list if it is not on the map.
func (x *player) picks(name string) {
	x.t.Helper()
	x.taps, x.asked = 1, 0
	if there := fmt.Sprintf(".plan-drawing .piece[data-piece=%s]", quoted(name)); x.sees(there) && x.bare(there) {
		x.press(there, "", 0)
		x.until("the piece "+name, `eyes.all('.actions-head button, .picker, .preview')[0]`)
		if x.sees(".picker") {
			x.asked++
			x.press(fmt.Sprintf(".picker [data-pick=%s]", quoted(name)), "", 0)
		}
	} else {
		x.press(fmt.Sprintf(".able [data-able=%s]", quoted(name)), "", 0)
	}
	x.until("a piece to be chosen", `eyes.all('.actions-head button, .preview')[0]`)
}

// letsGo clears the selection, unless the page has done so because the piece has no more actions.
func (x *player) letsGo() {
	x.t.Helper()
	evaluate[bool](x.page, "the piece to be let go", `Promise.resolve((eyes.all('.actions-head button')[0]?.click(), true))`)
	x.until("no piece to be chosen", `!eyes.all('.actions-head button')[0]`)
}

// sees reports whether a selector has an element.
func (p *page) sees(selector string) bool {
	p.t.Helper()
	return evaluate[bool](p, selector, fmt.Sprintf("Promise.resolve(Boolean(eyes.all(%s)[0]))", quoted(selector)))
}

// bare reports whether nothing covers the first element of a selector.
func (x *player) bare(selector string) bool {
	x.t.Helper()
	return evaluate[bool](x.page, selector, fmt.Sprintf(`Promise.resolve((e => { const r = e.getBoundingClientRect(), at = eyes.free(e, { x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width, h: r.height }); return eyes.top(e, at); })(eyes.all(%s)[0]))`, quoted(selector)))
}

// act opens an action: usually by a tap on a highlighted target or place on the map, otherwise from
// the list.
func (x *player) act(s stand) {
	x.t.Helper()
	x.taps++
	var aims []string
	for _, key := range s.Tags {
		aims = append(aims, fmt.Sprintf(".tag[data-tag=%s]", quoted(key)))
	}
	if len(aims) == 0 || x.dice.IntN(4) == 0 {
		for _, key := range s.Lit {
			aims = append(aims, fmt.Sprintf(".plan-drawing [data-lit=%s]", quoted(key)))
		}
	}
	for range 3 {
		if len(aims) == 0 || len(s.Lines) > 0 && x.dice.IntN(6) == 0 {
			break
		}
		if at := aims[x.dice.IntN(len(aims))]; x.bare(at) {
			who := x.text(".actions-head .who")
			x.press(at, "", 0)
			x.meant()
			switch {
			case x.sees(".preview .line"):
			case x.text(".actions-head .who") != who:
				x.taps, x.asked = 1, 0 // The tap chose a piece there.
			case !strings.HasPrefix(at, ".tag"):
				x.taps = 1 // It was at a place, not at a target, and opened no action.
			}
			return
		}
	}
	if len(s.Lines) == 0 {
		x.letsGo()
		return
	}
	i, _ := x.weighed(s.Lines)
	if x.sees(".preview .line") { // A single possible action opens without a tap.
		return
	}
	x.press(".ways .way, .choose .chips [data-line]", "", i)
	x.until("the action", `eyes.all('.preview .line')[0]`)
}

// meant answers which of several pieces or floors a tap meant.
func (x *player) meant() {
	x.t.Helper()
	x.until("what the tap meant", `eyes.all('.preview .line, .picker, .storeys, .told, .actions-head')[0]`)
	if x.sees(".preview .line") {
		return
	}
	for _, more := range []string{".picker [data-pick]", ".storeys .plate.lit .storey-name"} {
		if x.sees(more) {
			x.asked++
			x.press(more, "", 0)
			x.until("the choice to be taken", `!eyes.all('.picker')[0]`)
		}
	}
}

// confirms plays the displayed action.
func (x *player) confirms(line string) {
	x.t.Helper()
	x.taps++
	was := x.position()
	x.press(".confirm .main", "", 0)
	x.until("the action to be done", `!eyes.all('.preview')[0] || eyes.all('.trouble')[0] || document.querySelector('main').dataset.position !== `+quoted(was))
	if trouble := x.text(".trouble"); trouble != "" {
		x.t.Fatalf("%s was offered and refused: %s", line, trouble)
	}
	name, _, _ := strings.Cut(line, " ")
	x.took[name] = append(x.took[name], x.taps)
	if x.asked > 0 {
		x.more[name]++
	}
	x.taps, x.asked = 0, 0
	x.moves++
	if isFierce(line) {
		x.fury++
	}
}

// opensList unfolds the list of all actions.
func (p *page) opensList() {
	p.t.Helper()
	p.click(".actions > summary", "")
	p.until("all actions", `eyes.all('.group .act')[0]`)
}

// position returns the position's identifier.
func (x *player) position() string {
	x.t.Helper()
	return see[string](x.page, "the position", `document.querySelector('main').dataset.position`)
}

// weighed chooses an action: four times in five a fierce one, if there is any.
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
