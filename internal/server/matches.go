package server

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"loophole/dice"
	"loophole/game"
	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/store"
	"loophole/internal/usertext"
	"loophole/match"
	"loophole/policy"
	"loophole/record"
	"loophole/rule"
	"loophole/scenario"
)

// NewMatch is a request for a new match.
type NewMatch struct {
	Ruleset  string            `json:"ruleset,omitempty" maxLength:"64" doc:"the rulebook; left out with a scenario file"`
	Scenario string            `json:"scenario,omitempty" maxLength:"200" doc:"a bundled scenario"`
	YAML     string            `json:"yaml,omitempty" maxLength:"1048576" doc:"a scenario file as text, instead of scenario"`
	Rulings  map[string]string `json:"rulings,omitempty" maxProperties:"500" doc:"readings of rulings, by name"`
	House    map[string]string `json:"house,omitempty" maxProperties:"2000" doc:"values by path, as facts.NAME or tables.TABLE.ROW.COLUMN"`
	Strict   bool              `json:"strict,omitempty" doc:"reject values that are not published with certainty"`
	Seats    []NewSeat         `json:"seats,omitempty" maxItems:"2" doc:"the players of side 0 and side 1"`
	HotSeat  bool              `json:"hotseat,omitempty" doc:"both sides play at one screen: another token can act for both"`
	Dice     []string          `json:"dice,omitempty" maxItems:"2" enum:"program,typed" doc:"who rolls for side 0 and side 1 at first; between two screens, a side that begins with the program's dice needs the other's consent to type its own"`
	Terms    *HandTerms        `json:"terms,omitempty" doc:"dice of two hands: players claim their seats with a hand and sign their actions"`
	Hints    string            `json:"hints,omitempty" enum:"on,off" doc:"whether hints are available; by default they are against a policy and at one screen. Between two screens both players must agree, and on agrees for every seat without an invitation"`
	Record   string            `json:"record,omitempty" maxLength:"2000000" doc:"the record of a game, instead of a scenario: the match continues from a position of it, against a policy or at one screen"`
	After    int               `json:"after,omitempty" minimum:"0" maximum:"1000000" doc:"of a record: the number of its actions before that position"`
	Title    string            `json:"title,omitempty" maxLength:"4096" doc:"of a record of no bundled scenario: what its match was called, which the record does not say"`
	Gist     string            `json:"gist,omitempty" maxLength:"4096" doc:"of a record of no bundled scenario: what its match was about"`
	Seed     string            `json:"seed,omitempty" maxLength:"20" doc:"the seed of the program's dice and policies, a whole number below 2^64: the same answers then reproduce the match, and all players see it. If left out, nobody knows it before the game is over"`
}

// NewSeat is who plays a side.
type NewSeat struct {
	Player string `json:"player,omitempty" maxLength:"60" doc:"the name to show"`
	Policy string `json:"policy,omitempty" maxLength:"60" doc:"the policy that plays it; if left out, a person"`
	Invite bool   `json:"invite,omitempty" doc:"for another player: the seat has an invitation instead of a token, and belongs to the first player who claims it"`
}

type createMatchInput struct {
	Body NewMatch
}

type createMatchOutput struct {
	Location string `header:"Location"`
	Body     CreatedMatch
}

// CreatedMatch is a new match with the tokens of its seats. The tokens are sent once and not
// stored.
type CreatedMatch struct {
	ID     string            `json:"id"`
	Sides  []string          `json:"sides"`
	Tokens map[string]string `json:"tokens" doc:"by the name of the side; spectator; at one screen also table. A side with an invitation has the invitation, which can spectate and claim the seat"`
	Links  map[string]string `json:"links" doc:"pages with the token behind #, which is never sent to a server"`
	Secret bool              `json:"secret" doc:"the sides know different things: two players at one screen should each use their seat's token, and hand the screen over"`
	Turn   string            `json:"turn" doc:"the side that decides first"`
}

// createMatch creates a match.
func (s *Server) createMatch(ctx context.Context, in *createMatchInput) (*createMatchOutput, error) {
	if n, err := s.keptMatches(ctx); err != nil {
		return nil, s.fault(ctx, err)
	} else if n >= s.options.MaxMatches {
		return nil, problem(status.ServiceUnavailable, "full", "this server has reached its limit of %d matches", s.options.MaxMatches).after(3600)
	}
	if s.begins != nil {
		if wait, ok := s.begins.take(clientIn(ctx), time.Now()); !ok {
			s.meter.limited()
			return nil, problem(status.TooManyRequests, "too-many-matches", "more than %g matches an hour from one address", s.options.MatchesPerHour).after(int(math.Ceil(wait.Seconds())))
		}
	}
	gate := s.setups // Setting up a large scenario takes time.
	if in.Body.YAML != "" || in.Body.Record != "" {
		gate = s.files // Bundled scenarios do not wait for files of clients.
	}
	leave, err := gate.enter(ctx)
	if err != nil {
		return nil, err
	}
	b, f, played, err := setUp(&in.Body)
	leave()
	if err != nil {
		return nil, err
	}
	t, kept, tokens, err := s.newRequestedMatch(b, f, played, &in.Body)
	if err != nil {
		return nil, s.fault(ctx, err)
	}
	if err := s.store.Create(kept); err != nil {
		return nil, s.fault(ctx, err)
	}
	s.oneMore()
	s.registry.add(t)
	s.meter.begun(f.Game.Rules.ID)
	out := &createMatchOutput{Location: "/api/v1/matches/" + t.id, Body: CreatedMatch{t.id, t.sides(), tokens, map[string]string{}, f.HasHiddenInfo(), t.side(t.match.Status().Side)}}
	for name, token := range tokens {
		out.Body.Links[name] = "/m/" + t.id + "#" + token
	}
	t.drive() // From here on the match may change.
	return out, nil
}

// setUp reads the request and sets up the scenario, or the game of a record with the actions that
// are played already.
func setUp(w *NewMatch) (*scenario.Scenario, *game.Instance, []earlierAction, error) {
	if w.Record != "" {
		return setUpRecord(w)
	}
	b, f, err := setUpScenario(w)
	if err != nil {
		return nil, nil, nil, invalidProblem(err)
	}
	return b, f, nil, nil
}

// setUpScenario sets up a scenario.
func setUpScenario(w *NewMatch) (*scenario.Scenario, *game.Instance, error) {
	b, err := scenarioOf(w)
	if err != nil {
		return nil, nil, err
	}
	g, err := sharedGame(b.Ruleset)
	if err != nil {
		return nil, nil, b.ErrorAtRuleset(err)
	}
	h, err := g.Rules.House(b.House, append(settings("rulings.", w.Rulings), settings("", w.House)...))
	if err != nil {
		return nil, nil, err
	}
	h.Strict = w.Strict
	f, err := scenario.NewInstance(g, b, h)
	if err == nil {
		err = checkSideNames(f)
	}
	if err == nil {
		_, err = f.Legal(f.Start) // Strict house rules may lack a fact that play needs.
	}
	return b, f, err
}

// checkSideNames rejects equal names of sides, and the name of another role.
func checkSideNames(f *game.Instance) error {
	for _, s := range f.Sides {
		if s == roleTable || s == roleSpectator {
			return fmt.Errorf("a side cannot be called %q: that is the name of another seat", s)
		}
	}
	if f.Sides[0] == f.Sides[1] {
		return fmt.Errorf("both sides are called %q: give them different names", f.Sides[0])
	}
	return nil
}

func scenarioOf(w *NewMatch) (*scenario.Scenario, error) {
	switch {
	case w.YAML != "" && w.Scenario != "":
		return nil, errors.New("give a scenario by its name, or a file as yaml: one of them")
	case w.YAML != "":
		b, err := scenario.Read("scenario.yaml", strings.NewReader(w.YAML))
		if err == nil && w.Ruleset != "" && w.Ruleset != b.Ruleset {
			err = fmt.Errorf("the file is for %s, not for %s", b.Ruleset, w.Ruleset)
		}
		return b, err
	case w.Ruleset == "" || w.Scenario == "":
		return nil, errors.New("give a ruleset and the name of one of its scenarios, or a scenario file as yaml")
	}
	return scenario.Find(w.Ruleset, w.Scenario)
}

// settings turns named values into settings, sorted by name.
func settings(prefix string, values map[string]string) (list []rule.Setting) {
	names := make([]string, 0, len(values))
	for name := range values {
		names = append(names, name)
	}
	slices.Sort(names)
	for _, name := range names {
		list = append(list, rule.Setting{Path: prefix + name, Value: values[name]})
	}
	return list
}

// byPolicy is the prefix of a policy's player name in a record.
const byPolicy = "policy "

// newRequestedMatch creates the requested match, its seats and their tokens.
func (s *Server) newRequestedMatch(b *scenario.Scenario, f *game.Instance, played []earlierAction, w *NewMatch) (*liveMatch, *store.Match, map[string]string, error) {
	players, typed, err := seating(w)
	if err != nil {
		return nil, nil, nil, err
	}
	seed, err := seedOf(w.Seed)
	if err != nil {
		return nil, nil, nil, err
	}
	now := time.Now()
	x := &store.Match{ID: newID(), Created: now, Touched: now, Epoch: 1}
	var tokens map[string]string
	x.Seats, tokens = seatsOf(f, players, w)
	of := record.TypedDiceWithSeed(seed)
	terms, roots, err := handsWanted(w, f, players, x.ID)
	if err != nil {
		return nil, nil, nil, err
	}
	if terms != nil {
		of, typed = match.HandDice(), handDice
	} else {
		terms = termsOf(f, players, typed, w.HotSeat)
	}
	h, err := match.NewHeader(f, s.options.Program, players, of)
	if err != nil {
		return nil, nil, nil, err
	}
	h.UndoneRollsRepeat, h.Terms = true, terms
	lines := &liveMatch{}
	if err = playEarlier(f, h, lines, played); err != nil {
		return nil, nil, nil, err
	}
	x.Lines = lines.pending
	title := b.Title
	if title == "" {
		title = b.Name
	}
	about := matchInfo{Title: title, Gist: b.Gist, HotSeat: w.HotSeat, Hints: w.Hints, Seeded: w.Seed != "", Roots: roots, Chance: seed}
	if !about.Seeded {
		about.Chance = dice.FreshSeed()
	}
	if x.InfoJSON, err = json.Marshal(about); err != nil {
		return nil, nil, nil, err
	}
	if x.StateJSON, err = json.Marshal(session{Dice: typed, Asks: nobody, Hints: hintsAtFirst(w)}); err != nil {
		return nil, nil, nil, err
	}
	t, err := s.newLiveMatch(x)
	return t, x, tokens, err
}

// seatsOf creates a token for each seat. seats has the seats by token hash, tokens the tokens by
// seat name.
func seatsOf(f *game.Instance, players [2]string, w *NewMatch) (seats map[store.Hash]string, tokens map[string]string) {
	names := map[string]string{roleSpectator: roleSpectator}
	for side, player := range players {
		if !strings.HasPrefix(player, byPolicy) { // A policy needs no seat.
			word := seatWord(side)
			if side < len(w.Seats) && w.Seats[side].Invite {
				word = invitationWord(side)
			}
			names[word] = string(f.Sides[side])
		}
	}
	if w.HotSeat {
		names[roleTable] = roleTable
	}
	seats, tokens = map[store.Hash]string{}, map[string]string{}
	for word, name := range names {
		token, hash := newToken()
		seats[hash], tokens[name] = word, token
	}
	return seats, tokens
}

// seating returns the player of each side and how its dice are rolled.
func seating(w *NewMatch) (players, how [2]string, err error) {
	for side := range players {
		players[side], how[side] = "player "+strconv.Itoa(side+1), dice.FromProgram
		if side < len(w.Dice) {
			how[side] = w.Dice[side]
		}
		if side >= len(w.Seats) {
			continue
		}
		switch x := w.Seats[side]; {
		case x.Invite && (w.HotSeat || x.Policy != ""):
			return players, how, invalidProblem(errors.New("nobody is invited to a seat that a policy plays, or to a match at one screen"))
		case x.Policy != "":
			if _, err := policy.New(x.Policy); err != nil {
				return players, how, invalidProblem(err)
			}
			players[side], how[side] = byPolicy+x.Policy, dice.FromProgram
		case strings.HasPrefix(tidyName(x.Player)+" ", byPolicy):
			return players, how, invalidProblem(errors.New("a player's name does not begin with policy: name the policy as such"))
		case x.Player != "":
			players[side] = cmp.Or(tidyName(x.Player), players[side])
		}
	}
	return players, how, nil
}

// seedOf reads a seed, or creates a random one.
func seedOf(text string) (uint64, error) {
	if text == "" {
		return dice.FreshSeed(), nil
	}
	seed, err := strconv.ParseUint(text, 10, 64)
	if err != nil {
		return 0, invalidProblem(fmt.Errorf("the seed %q is not a whole number from 0 to 18446744073709551615", usertext.Truncate(text)))
	}
	return seed, nil
}

type stateInput struct {
	MatchInput
	IfNoneMatch string `header:"If-None-Match" maxLength:"200"`
}

type stateOutput struct {
	ETag  string `header:"ETag"`
	Cache string `header:"Cache-Control"`
	Vary  string `header:"Vary"`
	Body  *State
}

// show answers with the state of a match.
func (s *Server) show(ctx context.Context, in *stateInput) (out *stateOutput, err error) {
	err = s.withReadLock(ctx, &in.MatchInput, func(t *liveMatch, who seat) error {
		tag := t.tag(who)
		if matches(in.IfNoneMatch, tag) {
			return notModified(tag)
		}
		out = &stateOutput{tag, "private, no-cache", "Authorization", t.stateNow(who)}
		return nil
	})
	return out, err
}

// matches reports whether If-None-Match names a tag.
func matches(header, tag string) bool {
	for _, x := range strings.Split(header, ",") {
		if x = strings.TrimPrefix(strings.TrimSpace(x), "W/"); x == tag || x == "*" {
			return true
		}
	}
	return false
}

// notModified returns the answer to a client that has the present version.
func notModified(tag string) error {
	p := problem(status.NotModified, "same", "not modified")
	p.header = []endpoint.Header{{Name: "ETag", Value: tag}}
	return p
}
