package browsertest

import "testing"

// TestBenchStartingState: a player chooses the starting state of a fight, one key at a time. The address
// restores the page with the same state, and keys that no longer match can be removed.
func TestBenchStartingState(t *testing.T) {
	t.Parallel()
	p := served(t).open("/odds?ruleset=d20skirmish&procedure=melee&set=attackers%3D4&set=defenders%3D4&rounds=4", desk)
	p.answers()
	p.click(".answer button", "Start from another")
	p.until("the states", `/17 of 17 states fit/.test(eyes.text('.answer [role=status]', 'fit'))`)
	p.choose(`.state-fields select`, "2")
	p.until("fewer states", `/4 of 17 states fit/.test(eyes.text('.answer [role=status]', 'fit'))`)
	p.choose(`.state-fields .field:nth-child(2) select`, "3")
	p.until("the state", `location.search.includes('from=attackers%3D2&from=defenders%3D3&from=resumed%3Dyes')`)
	p.until("what is answered", `/in this state: attackers 2, defenders 3, resumed yes/.test(eyes.text('.answer p', 'in this state'))`)
	p.until("the chances from there", `/Only attackers are left[^%]*6\.4/.test(eyes.text('.events'))`)
	p.audited("taken up", desk)
	p.click(".question > button", "Compare")
	p.until("two states", `eyes.all('.state-fields').length === 2`)
	p.choose(`.start-state ~ .start-state .field:nth-child(2) select`, "1")
	p.until("another state", `location.search.includes('from=defenders%3D3') && location.search.includes('bfrom=defenders%3D1')`)
	q := p.house.open(see[string](p, "the address", `location.pathname + location.search`), phone)
	q.answers()
	q.until("the states of the link", `eyes.all('.state-fields').length === 2 && eyes.wide() === ''`)
	p.click(".question button", "Stop comparing")
	p.visit("/odds?ruleset=d20skirmish&procedure=melee&set=attackers%3D2&set=defenders%3D4&from=attackers%3D3")
	p.until("no such state", `/never "3" at the beginning of a round/.test(eyes.text('.answer [role=alert]'))`)
	p.forgives("422")
	p.click(".answer button", "Leave it out")
	p.answers()
	p.until("from the beginning", `!location.search.includes('from') && !eyes.all('.answer p', 'in this state')[0]`)
	p.visit("/odds?ruleset=oldworld&procedure=siege&example=farmhouse&from=turn&from=distance%3D0")
	p.until("several fit", `/states of a turn fit; add one of/.test(eyes.text('.answer [role=alert]'))`)
	p.click(".answer button", "Leave it out")
	p.answers()
	p.click(".answer button", "Start from another")
	p.until("two kinds of rounds", `eyes.all('.rounds-many select').some(s => s.options.length === 2)`)
}

// TestBenchChangesAreOpen: the changes that affect an answer are below it without a request.
func TestBenchChangesAreOpen(t *testing.T) {
	t.Parallel()
	p := served(t).open(worked, desk)
	p.answers()
	p.until("what would change it", `eyes.all('.altered[open] .effect').length > 3`)
}
