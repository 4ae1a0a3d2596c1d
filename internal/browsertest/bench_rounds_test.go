package browsertest

import "testing"

// TestBenchByTheRound: a fight with rounds shows the odds by the round. The address has their
// number and restores the same page, also on a phone.
func TestBenchByTheRound(t *testing.T) {
	t.Parallel()
	p := served(t).open("/odds?ruleset=d20skirmish&procedure=melee&example=helmets", desk)
	p.answers()
	p.click(".answer button", "within so many rounds")
	p.until("eight rounds", `eyes.all('.by-round thead th').length === 9 && location.search.includes('rounds=8')`)
	p.until("the chances", `/room held\s*4.9\s*%\s*28.8\s*%\s*45.5/.test(eyes.text('.by-round tbody tr'))`)
	p.audited("by the round", desk)
	p.click(".question > button", "Compare")
	p.until("two tables", `eyes.all('.by-round').length === 2`)
	q := p.house.open(see[string](p, "the address", `location.pathname + location.search`), phone)
	q.answers()
	q.until("the tables of the link", `eyes.all('.by-round').length === 2 && eyes.wide() === ''`)
	p.click(".answer .measure button", "Leave out")
	p.until("no rounds", `!eyes.all('.by-round')[0] && !location.search.includes('rounds')`)
	p.visit(worked)
	p.answers()
	p.until("an attack has no rounds", `!eyes.all('.answer button', 'within so many')[0]`)
}
