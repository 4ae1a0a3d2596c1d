package browsertest

import (
	"strings"
	"testing"
)

// endless makes exact answers about sieges take a minute, in which the worker does nothing else.
const endless = `
let program;
Object.defineProperty(globalThis, 'loophole', {
	get: () => program,
	set: x => {
		program = x;
		let ask;
		Object.defineProperty(x, 'ask', {
			set: f => { ask = f; },
			get: () => (method, address, ...more) => {
				if (address.includes('/siege/odds') && !address.includes('floats')) for (const end = Date.now() + 60000; Date.now() < end; );
				return ask(method, address, ...more);
			},
		});
	},
});
`

// TestSiteStops: in a folder, a question that is too long for the device is answered with decimals first.
// The page tells how long the fractions take, and a press ends the calculation. The decimals stay, and the
// next question is answered.
func TestSiteStops(t *testing.T) {
	t.Parallel()
	p := inFolder(t, before(endless)).open("/odds.html?ruleset=oldworld&procedure=siege", desk)
	p.until("decimals, and the time", `eyes.all('.answer .event')[0] && /These are decimals. The fractions follow: \d+ s/.test(eyes.text('.calculating'))`)
	p.click(".calculating .stop", "")
	p.until("the end of the calculation", `eyes.text('.calculating').startsWith('Stopped: these are decimals, without the fractions.') && eyes.all('.answer .event')[0]`)
	p.visit("/odds.html?ruleset=tideofiron&procedure=attack&example=worked")
	p.until("the next answer", `eyes.all('.answer[aria-busy=false] .event')[0] && !eyes.all('.calculating')[0]`)
}

// TestSiteGoesOn: in a folder, a change of one question ends its calculation alone: the other question is still
// answered.
func TestSiteGoesOn(t *testing.T) {
	t.Parallel()
	slow := strings.Replace(endless, " && !address.includes('floats')", "", 1)
	p := inFolder(t, before(slow)).open("/odds.html?ruleset=oldworld&procedure=siege"+
		"&compare=true&bruleset=tideofiron&bprocedure=attack&bexample=worked", desk)
	p.until("the first question calculates", `/^Calculating: \d+ s/.test(eyes.text('.calculating'))`)
	p.evaluates(`history.replaceState(null, '', location.pathname + '?ruleset=tideofiron&procedure=attack&example=worked' +
		'&compare=true&bexample=worked'); dispatchEvent(new PopStateEvent('popstate'))`)
	p.until("both answers", `eyes.all('.answer[aria-busy=false] .event')[0] && !eyes.all('.calculating')[0]`)
}

// before puts a script before the worker's.
func before(script string) func(map[string][]byte) {
	return func(files map[string][]byte) {
		for name, text := range files {
			if strings.HasSuffix(name, "/worker.js") {
				files[name] = append([]byte(script), text...)
			}
		}
	}
}
