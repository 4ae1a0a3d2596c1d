package browsertest

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
)

// A stand is what the table waits for, as it is seen on the page.
type stand struct {
	Kind   string // over, choice, dice, ready, act, others or tray
	Many   int    // options, or dice
	Line   string
	Chosen bool     // a piece is chosen
	Able   []string // pieces that can act
	Lines  []string // what may be done, as the slip lists it
	Lit    []string // places and houses that are lit on the map
	Tags   []string // what has its odds on the map
	Phase  string
}

// fierce are words of actions by which buildings are fought for, and games end.
var fierce = []string{"assault", "storm", "charge", "attack", "fight", "fire", "shoot", "bombard", "shell", "demolish", "burn", "flame", "enter", "throw", "breach", "blast", "advance", "run"}

// A player plays what the page offers on the map, with chance, but rather fights. His
// hand clicks unless it taps.
type player struct {
	*page
	dice  *rand.Rand
	press func(selector, text string, nth int)
	goOn  func() // leaves the tray
	moves int
	fury  int              // actions that were fierce
	taps  int              // on the way to the next action, from a table where nothing is chosen
	asked int              // those of them that said which of several was meant
	took  map[string][]int // by the first word of a line: the taps of each action, with its confirmation
	more  map[string]int   // and how many of these actions took more, to say which of several was meant
}

func newPlayer(p *page) *player {
	x := &player{page: p, press: p.clickNth, dice: rand.New(rand.NewPCG(3, 5)), took: map[string][]int{}, more: map[string]int{}}
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
		x.leavesTray()
	}
}

// leavesTray goes on from the dice of an action: to what alone can be done, where there
// is such, whose dice are in the tray at once.
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

// playsOn plays until it is enough, between two actions, or the game is over.
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

// picks chooses a piece on the map, or in the list where it does not stand on it.
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

// letsGo chooses no piece any longer, unless the page did so: of one that has nothing more to do.
func (x *player) letsGo() {
	x.t.Helper()
	evaluate[bool](x.page, "the piece to be let go", `Promise.resolve((eyes.all('.actions-head button')[0]?.click(), true))`)
	x.until("no piece to be chosen", `!eyes.all('.actions-head button')[0]`)
}

// sees reports whether there is something of a selector.
func (x *player) sees(selector string) bool {
	x.t.Helper()
	return evaluate[bool](x.page, selector, fmt.Sprintf("Promise.resolve(Boolean(eyes.all(%s)[0]))", quoted(selector)))
}

// bare reports whether nothing lies over the first of a selector.
func (x *player) bare(selector string) bool {
	x.t.Helper()
	return evaluate[bool](x.page, selector, fmt.Sprintf(`Promise.resolve((e => { const r = e.getBoundingClientRect(), at = eyes.free(e, { x: r.x + r.width / 2, y: r.y + r.height / 2, w: r.width, h: r.height }); return eyes.top(e, at); })(eyes.all(%s)[0]))`, quoted(selector)))
}

// act shows an action: most often by a tap on a target or a place that is lit on the
// map, otherwise by what the slip lists.
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
			if !x.sees(".preview .line") && x.text(".actions-head .who") != who {
				x.taps, x.asked = 1, 0 // Somebody stood there, and was chosen.
			}
			return
		}
	}
	if len(s.Lines) == 0 {
		x.letsGo()
		return
	}
	i, _ := x.weighed(s.Lines)
	if x.sees(".preview .line") { // What alone can be done shows itself.
		return
	}
	x.press(".ways .way, .choose .chips [data-line]", "", i)
	x.until("the action", `eyes.all('.preview .line')[0]`)
}

// meant answers what a tap may ask: which of several pieces, or which storey.
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

// confirms does what is shown.
func (x *player) confirms(line string) {
	x.t.Helper()
	x.taps++
	was := x.position()
	x.press(".confirm .main", "", 0)
	x.until("the action to be done", `!eyes.all('.preview')[0] || eyes.all('.trouble')[0] || document.querySelector('main').dataset.position !== `+quoted(was))
	if trouble := x.text(".trouble"); trouble != "" {
		x.t.Fatalf("%s was offered and refused: %s", line, trouble)
	}
	verb, _, _ := strings.Cut(line, " ")
	x.took[verb] = append(x.took[verb], x.taps)
	if x.asked > 0 {
		x.more[verb]++
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

// position identifies where the game stands.
func (x *player) position() string {
	x.t.Helper()
	return see[string](x.page, "the position", `document.querySelector('main').dataset.position`)
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
