package server

import (
	"bytes"
	"net/http"
	"slices"
	"testing"

	"loophole/dice"
	"loophole/internal/wire"
	"loophole/match"
	"loophole/rulesets"
)

// TestTermsOfDice: between two screens, a side that began with the program's dice cannot type its
// own in any way before the other side agrees. The record has the agreement.
func TestTermsOfDice(t *testing.T) {
	dir := t.TempDir()
	srv := servedFrom(t, dir, Options{})
	p := began(t, srv, row("program", "typed"))
	german, soviet := p.seats[0], p.seats[1]
	how := p.path + "/seats/German/dice"
	typed := map[string]any{"dice": "typed"}
	if x := p.state(p.look).Seats; x[0].Types || !x[1].Types {
		t.Fatalf("the terms are not told: %+v", x)
	}
	// A tray is rejected, alone and with the request for typed dice.
	german.want(http.StatusForbidden, nil, "PUT", how, map[string]any{"block": []int{6, 6, 6}})
	german.want(http.StatusForbidden, nil, "PUT", how, map[string]any{"dice": "typed", "block": []int{6, 6, 6}})
	german.want(http.StatusOK, nil, "PUT", how, typed)
	if x := p.state(soviet).Seats[0]; !x.Wants || x.Types || x.Dice != dice.FromProgram || x.Tray != 0 {
		t.Fatalf("asking is having: %+v", x)
	}
	var out Played
	german.want(http.StatusOK, &out, "POST", p.path+"/actions", map[string]string{"action": fires})
	if i := slices.IndexFunc(out.Entries, func(e wire.Entry) bool { return e.Kind == "roll" }); i < 0 || out.Entries[i].From != dice.FromProgram {
		t.Fatalf("without consent the dice were %+v", out.Entries)
	}
	for q := out.State.Begun; q != nil; q = out.State.Begun {
		soviet.want(http.StatusOK, &out, "POST", p.path+"/answers", Answer{Question: q.Question.ID, Roll: true})
	}
	// Only the other side can agree.
	yes, no := map[string]bool{"agree": true}, map[string]bool{"agree": false}
	german.want(http.StatusForbidden, nil, "POST", how+"/consent", yes)
	p.look.want(http.StatusForbidden, nil, "POST", how+"/consent", yes)
	soviet.want(http.StatusNotFound, nil, "POST", p.path+"/seats/Romans/dice/consent", yes)
	soviet.want(http.StatusOK, nil, "POST", how+"/consent", no)
	if x := p.state(german).Seats[0]; x.Wants || x.Types || x.Dice != dice.FromProgram {
		t.Fatalf("refused, and yet: %+v", x)
	}
	soviet.want(http.StatusConflict, nil, "POST", how+"/consent", yes) // The request has ended.
	german.want(http.StatusOK, nil, "PUT", how, typed)
	german.want(http.StatusOK, nil, "PUT", how, map[string]any{"dice": "program"}) // The player withdraws the request.
	if p.state(soviet).Seats[0].Wants {
		t.Error("the withdrawn request is still open")
	}
	german.want(http.StatusOK, nil, "PUT", how, typed)
	soviet.want(http.StatusOK, &out, "POST", how+"/consent", yes)
	if x := out.State.Seats[0]; !x.Types || x.Wants || x.Dice != dice.FromTyped {
		t.Fatalf("agreed, and yet: %+v", x)
	}
	if n := len(out.Entries); n != 1 || out.Entries[0].Kind != "dice" || out.Entries[0].By != "German" || out.Entries[0].Consent != "Soviet" {
		t.Fatalf("the record has %+v", out.Entries)
	}
	// The agreement survives a restart, and the record is valid without the server.
	srv.Close()
	if err := srv.store.Close(); err != nil {
		t.Fatal(err)
	}
	second := servedFrom(t, dir, Options{})
	german.s, soviet.s = second, second
	if x := p.state(german).Seats[0]; !x.Types || x.Dice != dice.FromTyped {
		t.Errorf("after a restart: %+v", x)
	}
	german.want(http.StatusOK, nil, "PUT", how, map[string]any{"block": []int{6}})
	if x := p.state(german).Seats[0]; x.Tray != 1 {
		t.Errorf("the tray has %d faces", x.Tray)
	}
	x, err := second.registry.match(t.Context(), p.ID)
	if err != nil {
		t.Fatal(err)
	}
	defer second.registry.release(x)
	var kept bytes.Buffer
	if err := x.match.Save(&kept); err != nil {
		t.Fatal(err)
	}
	f, err := match.Read(&kept)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := match.Verify(f, rulesets.Game); err != nil {
		t.Error(err)
	}
}

// TestTermsStandWithinAnAction: while an action waits for an answer, the sides cannot agree,
// because its questions belong to the earlier terms.
func TestTermsStandWithinAnAction(t *testing.T) {
	p := began(t, served(t, Options{}), row("typed", "program"))
	german, soviet := p.seats[0], p.seats[1]
	german.want(http.StatusOK, nil, "POST", p.path+"/actions", map[string]string{"action": fires})
	how := p.path + "/seats/Soviet/dice"
	soviet.want(http.StatusOK, nil, "PUT", how, map[string]any{"dice": "typed"})
	german.want(http.StatusConflict, nil, "POST", how+"/consent", map[string]bool{"agree": true})
	if x := p.state(soviet).Seats[1]; !x.Wants || x.Types {
		t.Errorf("%+v", x)
	}
}

// TestTermsOfAClaimedSeat: claiming a seat cancels the requests of its former player.
func TestTermsOfAClaimedSeat(t *testing.T) {
	p := began(t, served(t, Options{}), row("program", "program"))
	how := p.path + "/seats/German/dice"
	p.seats[0].want(http.StatusOK, nil, "PUT", how, map[string]any{"dice": "typed"})
	p.seats[0].want(http.StatusOK, nil, "POST", p.path+"/seats/German/claim", map[string]string{})
	if p.state(p.look).Seats[0].Wants {
		t.Error("who claimed the seat asks for typed dice")
	}
	p.seats[1].want(http.StatusConflict, nil, "POST", how+"/consent", map[string]bool{"agree": true})
}

// TestNoTermsAtOneScreen: at one screen, and against a policy, players type dice freely.
func TestNoTermsAtOneScreen(t *testing.T) {
	srv := served(t, Options{})
	w := row()
	w.HotSeat = true
	p := began(t, srv, w)
	var out Played
	p.both.want(http.StatusOK, &out, "PUT", p.path+"/seats/German/dice", map[string]any{"dice": "typed"})
	if x := out.State.Seats[0]; !x.Types || x.Dice != dice.FromTyped {
		t.Errorf("at one screen: %+v", x)
	}
	w = row()
	w.Seats = []NewSeat{{}, {Policy: "cautious"}}
	p = began(t, srv, w)
	p.seats[0].want(http.StatusOK, &out, "PUT", p.path+"/seats/German/dice", map[string]any{"dice": "typed"})
	if x := out.State.Seats[0]; !x.Types || x.Dice != dice.FromTyped {
		t.Errorf("against a policy: %+v", x)
	}
}
