package lasergrenadiers

import (
	"errors"
	"fmt"
	"slices"

	"loophole/game"
	"loophole/ground"
	"loophole/rule"
)

// Setup is a scenario: the ground, what stands on it, the pieces, the task and
// the options that the players agree on.
type Setup struct {
	Turns   int          `key:"turns" doc:"the most turns that the game lasts" min:"1" max:"30" unit:"turns"`
	Sides   [2]string    `key:"sides" doc:"the sides' names"`
	Ground  ground.Plan  `key:"ground" doc:"the table: structures, features and tunnels, in inches"`
	Sites   []SetupSite  `key:"structures" most:"8" doc:"what the structures on the ground are in this rulebook"`
	Places  []SetupPlace `key:"places" least:"2" most:"40" doc:"places where pieces may stand"`
	Pieces  []SetupPiece `key:"pieces" least:"2" most:"20" doc:"soldiers, weapons with their crews, vehicles"`
	Task    Task         `key:"task" doc:"what decides the game"`
	Damage  System       `key:"damage" doc:"how the players record damage to structures"`
	Variant Variant      `key:"variant" doc:"variant of the point system"`
	Checks  YesNoDefault `key:"checks" doc:"whether the players check damaged structures for a collapse at the start of each turn"`
	Fires   YesNoDefault `key:"fires" doc:"whether shots may start fires"`
	Weather Weather      `key:"weather" doc:"the weather"`
	Wind    Wind         `key:"wind" doc:"the wind"`
}

// SetupSite is what a structure of the ground is.
type SetupSite struct {
	Name string `key:"name" doc:"the structure's name in the ground"`
	Structure
	Points     uint8 `key:"points" doc:"damage points; 0 if the players do not count them" min:"0" max:"250" unit:"points"`
	Section    uint8 `key:"section-points" doc:"points that remove one section; 0 for none" min:"0" max:"250" unit:"points"`
	Breach     uint8 `key:"wall-points" doc:"successes that breach a wall; 0 for the rulebook's number, which covers only brick" min:"0" max:"250" unit:"points"`
	FirePoints uint8 `key:"judged-fire-points" doc:"points that a fire costs the structure each turn" min:"0" max:"250" unit:"points"`
	Fuel       uint8 `key:"fuel" doc:"how far a fire can spread from where it started; 0 for the whole structure" min:"0" max:"250" unit:"inches"`
	Contents   bool  `key:"flammable-contents" doc:"the structure has flammable contents"`
	Entrances  uint8 `key:"entrances" doc:"entrances; 0 for the usual number" min:"0" max:"9" unit:"entrances"`
	Tunnels    bool  `key:"tunnels" doc:"a tunnel or corridor leads to the structure"`
	Viewers    bool  `key:"viewers" doc:"periscopes or similar devices to look out"`
	Automated  bool  `key:"automated" doc:"a strongpoint without a crew"`
	Infantry   bool  `key:"infantry-position" doc:"a strongpoint with embrasures and cupolas for infantry"`
	Objective  bool  `key:"objective" doc:"the task is about this structure"`
}

// SetupPlace is a place where pieces may stand: a spot in the open, or a post inside a structure.
type SetupPlace struct {
	Name   string       `key:"name" doc:"the name, such as orchard or house/attic"`
	At     ground.Point `key:"at" doc:"where the place is, in inches"`
	In     string       `key:"in" doc:"the section that the place is in; empty in the open"`
	Storey int          `key:"storey" doc:"the place's storey; 0 is the ground floor" min:"-4" max:"20"`
}

// SetupPiece is a soldier, a weapon with its crew, or a vehicle.
type SetupPiece struct {
	Name     string   `key:"name" doc:"the piece's name, one word"`
	Side     int      `key:"side" of:"sides" doc:"the piece's side"`
	Unit     rule.Ref `key:"unit" table:"troops" min:"1" doc:"the kind of piece"`
	Weapon   rule.Ref `key:"weapon" table:"weapons" doc:"the weapon or tool that the piece carries"`
	At       string   `key:"at" doc:"the place where the piece starts"`
	Indirect bool     `key:"indirect" doc:"the piece's weapon uses indirect fire, from above, without a line of sight"`
	Thrown   bool     `key:"thrown" doc:"the piece's weapon reaches only short range"`
	Hole     uint8    `key:"judged-hole" doc:"size of the weapon's holes, as the players agreed; 0 for the starting point" min:"0" max:"40" unit:"quarter inches"`
	Shots    uint8    `key:"shots" doc:"the weapon's shots; 0 for no limit" min:"0" max:"99" unit:"shots"`
	Fixed    bool     `key:"fixed" doc:"the piece is the weapon of an automatic strongpoint or turret, not a soldier"`
}

// Task is what a side must do to win. The other side wins otherwise.
type Task struct {
	Kind TaskKind `key:"kind" doc:"what the side must do"`
	Side uint8    `key:"side" of:"sides" doc:"the side with the task"`
	Many uint8    `key:"many" doc:"structures to hold or destroy, or pieces that must survive" min:"0" max:"20"`
}

// TaskKind is a kind of task.
type TaskKind uint8

const (
	Hold    TaskKind = iota // be alone in at least Many objective structures after the last turn
	Destroy                 // destroy at least Many objective structures
	Clear                   // leave no enemy in the objective structures at the end of a turn
	Survive                 // save at least Many pieces until the last turn is over
)

func (TaskKind) Names() []string { return []string{"hold", "destroy", "clear", "survive"} }

// taskWords are the words for faults of the task.
var taskWords = game.TaskWords{
	Objective: "structure", Mark: "mark one with objective: yes", Model: "piece", Objectives: "structures", Units: "pieces",
}

// start lays a scenario out.
func start(house *rule.HouseRules, s *Setup) (*Battlefield, Position, error) {
	p := Position{Turn: 1, Outcome: game.Outcome{Winner: game.Draw}}
	faults := errors.Join(game.CheckSideNames(s.Sides), s.checkLimits())
	groundMap, err := ground.New(s.Ground)
	faults = errors.Join(faults, game.ErrorAt("", err, "ground"))
	if groundMap == nil || s.checkLimits() != nil {
		return nil, p, faults
	}
	f := &Battlefield{
		house: house, turns: s.Turns, sides: game.SideNames(s.Sides), task: s.Task, system: s.Damage, variant: s.Variant,
		checks: s.Checks, ignitionConditions: IgnitionConditions{Fires: s.Fires, Weather: s.Weather}, wind: s.Wind, groundMap: groundMap,
	}
	for k := range groundMap.Features() {
		f.features = append(f.features, groundMap.Feature(ground.FeatureID(k)))
	}
	u := rule.NewUmpire(nil, nil).WithHouseRules(house)
	f.untenable = u.Ruling(&untenable) == untenableYes
	f.listedWalls = usualListedWalls
	for _, s := range house.Overrides() {
		if s.Path == "facts."+toolReach.Name { // Else strict house rules need not confirm the fact.
			f.listedWalls = max(f.listedWalls, u.Fact(&toolReach))
		}
	}
	var fault error
	// A strict house stops at the first fact that nobody has confirmed.
	err = rule.Catch(func() { fault = f.layOut(u, &p, s) })
	if err = errors.Join(err, faults, fault); err != nil {
		return nil, p, err
	}
	if err = victory.CheckTask(f, &p, f.sides, taskWords); err != nil {
		return nil, p, err
	}
	f.revealRooms(&p)
	if !f.canAct(&p, 0) {
		p.Side = 1
	}
	return f, p, nil
}

// layOut lays out the structures, then the places, then the pieces.
func (f *Battlefield) layOut(u *rule.Umpire, p *Position, s *Setup) error {
	described, err := f.readStructures(u, s.Sites)
	if !described {
		return err
	}
	if fault := f.addBreaches(s.Ground); fault != nil {
		return errors.Join(err, game.ErrorAt("", fault, "ground"))
	}
	if err = errors.Join(err, f.addPlaces(s)); err == nil {
		f.measureGround(u)
	}
	// Where pieces may be depends on places and structures that are as they
	// should be; what they are called does not.
	return errors.Join(err, f.deploy(u, p, s.Pieces, err == nil))
}

// checkLimits returns an error if there is too much of anything on the ground.
func (s *Setup) checkLimits() error {
	return errors.Join(
		game.CheckRange(len(s.Ground.Structures), 1, mostSites, "structures on the ground", "ground"),
		game.CheckRange(len(s.Ground.Features), 0, mostFeatures, "features", "ground", "features"),
	)
}

// readStructures reads the structures of the ground. It reports whether all of them are described,
// so that the rest can be checked.
func (f *Battlefield) readStructures(u *rule.Umpire, list []SetupSite) (described bool, err error) {
	if f.groundMap.Sections() > mostWings {
		return false, game.ErrorfAt(fmt.Sprintf("%d sections: the limit is %d", f.groundMap.Sections(), mostWings), "ground")
	}
	var names []string
	for id := range f.groundMap.Structures() {
		names = append(names, f.groundMap.StructureName(ground.StructureID(id)))
	}
	byName := map[string]int{}
	for i, stated := range list {
		if !slices.Contains(names, stated.Name) {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("structure %s: the ground has no structure of that name", stated.Name), "structures", i, "name"))
		} else if first, twice := byName[stated.Name]; twice {
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("structure %s appears twice: see element %d", stated.Name, first+1), "structures", i, "name"))
			continue
		}
		byName[stated.Name] = i
	}
	described = true
	for id, name := range names {
		i, ok := byName[name]
		if !ok {
			described = false
			err = errors.Join(err, game.ErrorfAt(fmt.Sprintf("structure %s: say what it is, under structures", name), "ground", "structures", id))
			continue
		}
		if fault := f.addStructure(u, &list[i]); fault != nil {
			described = false
			err = errors.Join(err, game.ErrorAt("structure "+name, fault, "structures", i))
		}
		if list[i].Objective {
			f.objectives = append(f.objectives, uint8(id))
		}
	}
	if err == nil {
		err = victory.CheckTask(f, nil, f.sides, taskWords)
	}
	return described, err
}

// addStructure adds a structure and its sections.
func (f *Battlefield) addStructure(u *rule.Umpire, stated *SetupSite) error {
	switch {
	case stated.Type == 0:
		return game.ErrorfAt("name the structure's type, a row of the table of structures", "type")
	case stated.Gone:
		return game.ErrorfAt("a structure cannot be destroyed at the start", "destroyed")
	case f.system.inForce(u) == ByPoints && stated.Points == 0:
		return game.ErrorfAt("the point system needs points for the structure", "points")
	case f.system.inForce(u) != ByPoints && stated.Section > 0:
		return game.ErrorfAt("only the point system removes sections: set damage: points, or leave section-points out", "section-points")
	}
	if err := rule.CheckLegal(func(u *rule.Umpire) { legalStructure(u, &stated.Structure) }, u.House(), nil); err != nil {
		return err
	}
	id := ground.StructureID(len(f.sites))
	s := structureInfo{SetupSite: *stated, openingsKind: openingsOf(u, stated.Type)}
	s.overhead = stated.Structure.hasOverheadCover(u)
	s.brick = stated.Structure.wall(u).wallRow == wallBrick
	s.first, s.end = f.groundMap.SectionsOf(id)
	for sectionID := s.first; sectionID < s.end; sectionID++ {
		first, end := f.groundMap.WallsOf(sectionID)
		if int(end-first) > mostWalls {
			return fmt.Errorf("section %s has %d walls: the limit is %d", f.groundMap.SectionName(sectionID), end-first, mostWalls)
		}
		f.sections = append(f.sections, section{structure: uint8(len(f.sites)), name: f.groundMap.SectionName(sectionID), walls: int(end - first)})
		for k := first; k < end; k++ {
			f.walls = append(f.walls, wallInfo{section: uint8(len(f.sections) - 1), wall: uint8(k - first), name: f.sections[len(f.sections)-1].name + "/" + f.groundMap.Wall(k).Name})
		}
	}
	f.sites = append(f.sites, s)
	return rule.CheckLegal(func(u *rule.Umpire) { f.legalOpenings(u, &s) }, u.House(), nil)
}
