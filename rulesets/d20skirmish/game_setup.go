package d20skirmish

import (
	"errors"
	"fmt"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// Setup is a scenario: the places and how they are joined, the teams, the task.
type Setup struct {
	Rounds     int            `key:"rounds" min:"1" max:"30" unit:"rounds" doc:"most rounds that are played"`
	Sides      [2]string      `key:"sides" doc:"names of the two sides"`
	Initiative int            `key:"initiative" min:"0" max:"20" doc:"a D20 roll of this or less lets the first side begin a round"`
	Helmets    [2]int         `key:"helmets" min:"0" max:"20" doc:"helmet save of each side; 0 is none"`
	Places     []SetupPlace   `key:"places" least:"2" most:"24" doc:"rooms of buildings, and places in the open"`
	Passages   []SetupPassage `key:"passages" least:"1" most:"64" doc:"openings that join two places"`
	Views      []SetupView    `key:"views" most:"100" doc:"further lines of sight, such as from an upper window"`
	Teams      []SetupTeam    `key:"teams" least:"2" most:"15" doc:"teams of both sides"`
	Task       Task           `key:"task" doc:"what a side must do to win"`
}

// SetupPlace is a room or a place in the open, as a rectangle of the plan. All
// teams in it stand in its middle.
type SetupPlace struct {
	Name      string `key:"name" doc:"a single word"`
	Storey    int    `key:"storey" min:"-2" max:"5" doc:"0 is the ground floor"`
	West      int    `key:"west" min:"-200" max:"200" unit:"inches" doc:"position of the west wall, from the corner of the plan"`
	South     int    `key:"south" min:"-200" max:"200" unit:"inches" doc:"position of the south wall"`
	East      int    `key:"east" min:"-200" max:"200" unit:"inches" doc:"position of the east wall"`
	North     int    `key:"north" min:"-200" max:"200" unit:"inches" doc:"position of the north wall"`
	Open      bool   `key:"open" doc:"the place is in the open and cannot be assaulted"`
	Cover     Cover  `key:"cover" doc:"cover that the place gives against fire"`
	Capacity  int    `key:"capacity" min:"0" max:"30" unit:"characters" doc:"most characters of a side in the place; 0 is no limit"`
	Contact   int    `key:"contact" min:"0" max:"30" unit:"characters" doc:"most characters of a side in base contact at once; 0 is everybody"`
	Objective bool   `key:"objective" doc:"the place is an objective of the task"`

	Terrain ground.Terrain `json:",omitzero" key:"terrain" doc:"how a place in the open is drawn; no rule depends on it"`
}

// SetupPassage joins two places that share a wall or lie above each other.
type SetupPassage struct {
	Name  string      `key:"name" doc:"a single word"`
	Kind  PassageKind `key:"kind" doc:"kind of passage"`
	A     string      `key:"a" doc:"the place on one side"`
	B     string      `key:"b" doc:"the place on the other side"`
	From  int         `key:"from" min:"0" max:"200" unit:"inches" doc:"start of the opening, from the west or south end of the shared wall"`
	Width int         `key:"width" min:"0" max:"200" unit:"inches" doc:"width of the opening; 0 is the whole shared wall"`
	Climb bool        `key:"climb" doc:"teams can climb through this window or hole"`
	Steps int         `key:"steps" min:"0" max:"24" unit:"inches" doc:"length of stairs, or of the way through a hatch"`
	Shut  bool        `key:"shut" doc:"teams cannot go or see through until it is opened"`
	Work  int         `key:"work" min:"0" max:"4" unit:"actions" doc:"actions to open it; 0 is one action"`
}

// SetupView is a line of sight that the plan does not show.
type SetupView struct {
	A        string `key:"a" doc:"a place"`
	B        string `key:"b" doc:"another place; each sees the other"`
	Distance int    `key:"distance" min:"1" max:"60" unit:"inches" doc:"distance between the two places"`
}

// SetupTeam is characters of an element who stay together.
type SetupTeam struct {
	Name       string  `key:"name" doc:"a single word"`
	Side       int     `key:"side" of:"sides" doc:"side of the team"`
	Element    Element `key:"element" doc:"element of the team, within its side"`
	Men        int     `key:"men" min:"1" max:"10" unit:"characters" doc:"characters of the team"`
	SMG        int     `key:"smg" min:"0" max:"10" unit:"SMGs" doc:"characters that carry an SMG"`
	Grenades   int     `key:"grenades" min:"0" max:"12" unit:"grenades" doc:"grenades of the team"`
	Skill      int     `key:"skill" min:"0" max:"40" doc:"melee skill of each; 0 is the usual melee skill of the game"`
	Fire       int     `key:"fire" min:"0" max:"20" doc:"fire skill of each; 0 is the usual fire skill of the game"`
	Morale     int     `key:"morale" min:"0" max:"30" doc:"morale of the element, which takes the highest of its teams; 0 is the usual morale of the game"`
	Suppressed bool    `key:"suppressed" doc:"the team is suppressed at the start"`
	Hesitant   bool    `key:"hesitant" doc:"the team's element is hesitant at the start"`
	At         string  `key:"at" doc:"the place where it starts"`
}

// Task is what a side must do to win. If it fails, the other side wins.
type Task struct {
	Kind TaskKind `key:"kind" doc:"kind of task"`
	Side int      `key:"side" of:"sides" doc:"side that has the task"`
	Many int      `key:"many" min:"0" max:"99" doc:"objective places to hold or to seize, characters to save"`
}

// TaskKind is a kind of task.
type TaskKind uint8

const (
	Hold    TaskKind = iota // control enough objective places when the time is over
	Seize                   // control enough at the end of any round
	Clear                   // leave no enemy in the objective places at the end of a round
	Survive                 // keep enough characters alive until the time is over
)

func (TaskKind) Names() []string { return []string{"hold", "seize", "clear", "survive"} }

// PassageKind is a kind of passage.
type PassageKind uint8

// The kinds of passages, in the order of package ground.
const (
	Door PassageKind = iota
	Arch
	Window
	Loophole
	Stairs
	Hatch
)

func (PassageKind) Names() []string {
	return []string{"door", "arch", "window", "loophole", "stairs", "hatch"}
}

// taskWords are the words for faults of the task.
var taskWords = game.TaskWords{
	Objective: "place", Mark: "mark one with objective: yes", Model: "character", Objectives: "places", Units: "teams",
}

// start sets a scenario up.
func start(h *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	f := &Battlefield{house: h, rounds: s.Rounds, initiative: s.Initiative, sides: game.SideNames(s.Sides), task: s.Task}
	f.leastSplit = 2 * rule.NewChecker(h).Fact(&leastAssaulters)
	p := Position{Round: 1, Outcome: game.Outcome{Winner: game.Draw}}
	f.initiativeQuestion = "do the " + s.Sides[0] + " teams begin the round?"
	for side := range f.elements {
		for e := range f.elements[side] {
			f.elements[side][e] = s.Sides[side] + " element " + Element(e).Names()[e]
		}
		for role, name := range generalNames.roles {
			f.roles[side][role] = name + " (" + s.Sides[side] + ")"
		}
	}
	f.helmets = [2]uint8{uint8(s.Helmets[0]), uint8(s.Helmets[1])}
	err := errors.Join(game.CheckSideNames(s.Sides), f.drawPlan(&p, s), game.SetUp("teams", "team", len(s.Teams),
		func(i int) string { return s.Teams[i].Name },
		func(i int) error { return f.addTeam(&p, i, &s.Teams[i]) },
		func(i int) { f.teams, p.Teams[i] = append(f.teams[:i], team{name: s.Teams[i].Name}), Team{} }))
	valid := &p // nil if the position cannot be checked
	if err != nil {
		valid = nil
	}
	if err = errors.Join(err, victory.CheckTask(f, valid, f.sides, taskWords)); err == nil {
		f.addHalves(s.Teams)
		err = errors.Join(game.CheckPresent(f.sides, roster.Left(f, &p), "teams", "teams"), f.checkCrowds(&p))
	}
	if err != nil {
		return nil, p, err
	}
	f.updateControl(nil, &p)
	// The first side begins; the dice say so from the second round on.
	return f, p, nil
}

func (f *Battlefield) addTeam(p *Position, i int, stated *SetupTeam) error {
	at, err := f.findPlace(stated.At)
	err = game.ErrorAt("", err, "at")
	if stated.SMG > stated.Men {
		err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("smg: %d is out of range: 0 to %d", stated.SMG, stated.Men), "smg"))
	}
	if err != nil {
		return err
	}
	f.teams = append(f.teams, team{
		name: stated.Name, side: uint8(stated.Side), element: stated.Element, skill: uint8(stated.Skill), fire: uint8(stated.Fire),
	})
	f.nameTeam(i, stated.Name)
	m := &f.morale[stated.Side][stated.Element]
	*m = max(*m, uint8(stated.Morale))
	p.Elements[stated.Side][stated.Element].Hesitant = p.Elements[stated.Side][stated.Element].Hesitant || stated.Hesitant
	p.Teams[i] = Team{
		Place: at + 1, Plain: uint8(stated.Men - stated.SMG), SMG: uint8(stated.SMG), Grenades: uint8(stated.Grenades), Suppressed: stated.Suppressed,
	}
	return nil
}

// checkCrowds returns an error for places that hold too many characters or teams at the start. Two
// sides that start in one room are in combat there. The side with the task attacks, unless its task
// is to survive.
func (f *Battlefield) checkCrowds(p *Position) error {
	var faults []error
	for at := range f.places {
		var teams [2]int
		last := 0
		for side := range uint8(2) {
			for i := range p.teamsIn(uint8(at)) {
				if f.teams[i].side == side {
					teams[side]++
					last = max(last, i)
				}
			}
			if n, most := f.inside(p, at, side), int(f.places[at].capacity); n > most && most > 0 || teams[side] > mostTogether {
				text := "place " + f.places[at].name + rule.Counted(": %d {character} in %d {team}: it holds %d teams of a side, and %d {character} (0 is no limit)", n, teams[side], mostTogether, most)
				faults = append(faults, game.ErrorfAt(text, "teams", last, "at"))
			}
		}
		switch {
		case teams[0] == 0 || teams[1] == 0:
		case f.places[at].open:
			faults = append(faults, game.ErrorfAt(fmt.Sprintf("place %s: both sides start there, and nobody fights a melee in the open", f.places[at].name), "teams", last, "at"))
		default:
			p.Rooms[at].Stormed = uint8(f.task.Side) + 1
			if f.task.Kind == Survive {
				p.Rooms[at].Stormed = uint8(1-f.task.Side) + 1
			}
		}
	}
	return errors.Join(faults...)
}

// findPlace returns the index of a place.
func (f *Battlefield) findPlace(name string) (uint8, error) {
	i, err := game.Find("place", placeDomain.Names(f), name)
	return uint8(i), err
}
