package server

import (
	"reflect"
	"slices"

	"loophole/internal/endpoint"
	"loophole/internal/status"
	"loophole/internal/wire"
)

// The limits of request bodies, in bytes.
const (
	mostBody          = 64 << 10
	mostForwardedBody = 1 << 20
)

// root is the path of the API.
const root = "/api/v1"

// endpoints returns the endpoints of the API, except those that only a server on a network has.
func (s *Server) endpoints() []*endpoint.Endpoint {
	return slices.Concat(s.bookEndpoints(), s.benchEndpoints(), s.matchEndpoints(), s.handEndpoints(), s.recordEndpoints(), s.puzzleEndpoints(), s.analysisEndpoints())
}

// op returns an operation of the API.
func op(id, method, path, summary string, errors ...int) endpoint.Operation {
	return endpoint.Operation{ID: id, Method: method, Path: root + path, Summary: summary, MostBody: mostBody, Errors: append(errors, status.InternalServerError)}
}

// withTag puts an operation into a chapter of the document.
func withTag(o endpoint.Operation, tag string) endpoint.Operation {
	o.Tag = tag
	return o
}

// withMedia gives an operation an answer of another media type than JSON.
func withMedia(o endpoint.Operation, kind, what string) endpoint.Operation {
	o.Media, o.MediaText = kind, what
	return o
}

// withBodyLimit gives an operation a larger limit of the request's body, in bytes.
func withBodyLimit(o endpoint.Operation, most int64) endpoint.Operation {
	o.MostBody = most
	return o
}

// seated marks an operation that needs a token.
func seated(o endpoint.Operation) endpoint.Operation {
	o.Tag, o.Seated = chapterMatches, true
	o.Errors = append([]int{401, 403, 404}, o.Errors...)
	return o
}

// The chapters of the API's description.
const (
	chapterBooks    = "rulebooks"
	chapterBench    = "odds"
	chapterMatches  = "matches"
	chapterPuzzles  = "puzzles"
	chapterAnalysis = "analysis"
	chapterInviting = "inviting"
)

func (s *Server) bookEndpoints() []*endpoint.Endpoint {
	return []*endpoint.Endpoint{
		endpoint.New(withTag(op("list-rulesets", "GET", "/rulesets", "List the rulebooks", 304), chapterBooks), s.listRulesets),
		endpoint.New(withTag(op("get-ruleset", "GET", "/rulesets/{ruleset}", "Show a rulebook: procedures, rulings, facts, scenarios", 304, 404), chapterBooks), s.showRuleset),
		endpoint.New(withTag(op("list-clauses", "GET", "/rulesets/{ruleset}/clauses", "List the clauses of a rulebook", 304, 404), chapterBooks), s.clauses),
		endpoint.New(withTag(op("list-scenarios", "GET", "/scenarios", "List the bundled scenarios", 304), chapterBooks), s.scenarios),
		endpoint.New(withTag(op("get-scenario", "GET", "/scenarios/{ruleset}/{name}", "Show a scenario and its first position", 304, 404), chapterBooks), s.scenario),
		endpoint.New(withBodyLimit(withTag(op("read-scenario", "POST", "/scenarios", "Read the scenario of a match that has not begun, and show its first position", 413, 422, 503), chapterBooks), mostRecord), s.readScenario),
	}
}

func (s *Server) benchEndpoints() []*endpoint.Endpoint {
	const procedure = "/rulesets/{ruleset}/procedures/{procedure}"
	bench := func(id, path, summary string, errors ...int) endpoint.Operation {
		return withTag(op(id, "GET", path, summary, errors...), chapterBench)
	}
	odds := bench("get-odds", procedure+"/odds", "Compute exact odds and explain them", 304, 404, 422, 503)
	odds.Either, odds.EitherText = []reflect.Type{reflect.TypeFor[wire.Answer](), reflect.TypeFor[wire.Estimate]()}, "An exact answer, or an estimate"
	return []*endpoint.Endpoint{
		endpoint.New(bench("get-procedure", procedure, "Show the inputs and results of a procedure", 304, 404), s.procedure),
		endpoint.New(odds, s.odds),
		endpoint.New(bench("list-states", procedure+"/states", "List the states that a question can start from", 304, 404, 422, 503), s.states),
		endpoint.New(bench("list-changes", procedure+"/changes", "List the effects of single changes on the chance of an event", 304, 404, 422, 503), s.changes),
		endpoint.New(bench("list-topics", "/topics", "List common questions by name", 304), s.topics),
		endpoint.New(bench("answer-topics", "/topics/chances", "Answer common questions by name", 304, 503), s.topicChances),
		endpoint.New(bench("get-dice", "/dice", "Compute the exact distribution of a dice expression", 422, 503), s.expression),
		endpoint.New(bench("compare-odds", "/compare", "Compare two to four questions", 304, 404, 422, 503), s.compare),
		endpoint.New(withMedia(bench("draw-odds", procedure+"/odds.svg", "Draw the odds as a chart", 304, 404, 422, 503), "image/svg+xml", "A drawing"), s.svg),
		endpoint.New(withMedia(bench("list-odds", procedure+"/odds.csv", "List the odds as a table", 304, 404, 422, 503), "text/csv", "A table of comma-separated values"), s.csv),
		endpoint.New(withTag(op("draw-code", "POST", "/codes", "Draw a text, such as a link, as a QR code", 422), chapterInviting), s.drawCode),
	}
}

func (s *Server) puzzleEndpoints() []*endpoint.Endpoint {
	return []*endpoint.Endpoint{
		endpoint.New(withTag(op("list-puzzles", "GET", "/puzzles", "List the puzzles", 304), chapterPuzzles), s.puzzles),
		endpoint.New(withTag(op("get-puzzle", "GET", "/puzzles/{puzzle}", "Show a puzzle: the position and the legal actions", 304, 404), chapterPuzzles), s.puzzle),
		endpoint.New(withTag(op("get-puzzle-odds", "GET", "/puzzles/{puzzle}/odds", "List the possible results of an action of a puzzle", 404, 422, 503), chapterPuzzles), s.puzzleChances),
		endpoint.New(withTag(op("solve-puzzle", "POST", "/puzzles/{puzzle}", "Show what an action gives up, and the solution", 404, 422), chapterPuzzles), s.solvePuzzle),
	}
}

// matchPath is the path of a match.
const matchPath = "/matches/{id}"

func (s *Server) matchEndpoints() []*endpoint.Endpoint {
	begin := withBodyLimit(withTag(op("begin-match", "POST", "/matches", "Begin a match", 413, 422, 429, 503), chapterMatches), mostRecord)
	begin.Status = status.Created
	return []*endpoint.Endpoint{
		endpoint.New(begin, s.createMatch),
		endpoint.New(seated(op("get-match", "GET", matchPath, "Show the state of a match", 304)), s.show),
		endpoint.New(seated(op("list-actions", "GET", matchPath+"/actions", "List the legal actions, and why some others are illegal")), s.actions),
		endpoint.New(seated(op("list-tags", "GET", matchPath+"/tags", "List the targets of a piece with their chances", 422, 503)), s.tags),
		endpoint.New(seated(op("get-action-odds", "GET", matchPath+"/odds", "Compute the odds of an action", 409, 422, 503)), s.chances),
		endpoint.New(seated(op("get-hint", "GET", matchPath+"/hint", "Suggest the best actions to the side that decides", 409, 422, 503)), s.hint),
		endpoint.New(seated(op("agree-to-hints", "PUT", matchPath+"/hints", "Agree to hints for both sides, or decline", 409, 422, 503)), s.agreeToHints),
		endpoint.New(seated(op("get-sight", "GET", matchPath+"/sight", "Draw the lines of sight and of fire of a piece", 422)), s.sight),
		endpoint.New(seated(op("play-action", "POST", matchPath+"/actions", "Play an action", 409, 422, 503)), s.play),
		endpoint.New(seated(op("answer-question", "POST", matchPath+"/answers", "Answer the question that an action waits for", 409, 422, 503)), s.answer),
		endpoint.New(seated(op("set-dice", "PUT", matchPath+"/seats/{side}/dice", "Set who rolls for a side", 409, 422, 503)), s.dice),
		endpoint.New(seated(op("agree-to-dice", "POST", matchPath+"/seats/{side}/dice/consent", "Let the other side type its dice, or decline", 409, 422, 503)), s.agreeToDice),
		endpoint.New(seated(op("name-player", "PUT", matchPath+"/seats/{side}/player", "Set the name of a player", 422, 503)), s.rename),
		endpoint.New(seated(op("delete-match", "DELETE", matchPath, "Delete a match with all of its data", 503)), s.deleteMatch),
		endpoint.New(seated(op("claim-seat", "POST", matchPath+"/seats/{side}/claim", "Claim a seat with a new token, which replaces all others", 409, 422, 503)), s.claim),
		endpoint.New(seated(op("undo", "POST", matchPath+"/undo", "Undo the last action, or ask the other side for consent", 409, 422, 503)), s.undo),
		endpoint.New(seated(op("redo", "POST", matchPath+"/redo", "Redo the action that was undone", 409, 422, 503)), s.redo),
		endpoint.New(seated(op("consent-to-undo", "POST", matchPath+"/undo/consent", "Consent to undoing the last action, or decline", 409, 422, 503)), s.consentToUndo),
		endpoint.New(seated(op("resign", "POST", matchPath+"/resignation", "Resign: the other side wins, and the match is over", 409, 422, 503)), s.resign),
	}
}

func (s *Server) handEndpoints() []*endpoint.Endpoint {
	lines := seated(op("get-hands", "GET", matchPath+"/hands.jsonl", "Download the lines of dice of two hands, which contain the whole match"))
	return []*endpoint.Endpoint{
		endpoint.New(seated(op("list-hands", "GET", matchPath+"/hands", "List the lines of dice of two hands")), s.listHands),
		endpoint.New(seated(op("sign-line", "POST", matchPath+"/hands", "Add a line that a seat has signed: an action, a decision, a value", 409, 422, 503)), s.sign),
		endpoint.New(seated(op("consent-to-line", "POST", matchPath+"/hands/consents", "Offer a line that needs the other side's consent, or consent to one", 409, 422, 503)), s.offerHand),
		endpoint.New(withMedia(lines, "application/jsonl", "The lines, for loophole verify and tools/verify-dice"), s.handsFile),
	}
}

func (s *Server) recordEndpoints() []*endpoint.Endpoint {
	file := seated(op("get-record", "GET", matchPath+"/record.jsonl", "Download the sealed record"))
	events := seated(op("listen", "GET", matchPath+"/events", "Stream the events of a match", 503))
	events.Description = "Server-sent events. entry is an entry of the record; its id is the number of the last entry that it covers. state announces a new state, to be fetched. undo announces a request to undo, or its answer. hands announces new lines of dice of two hands: their number (lines), the checksum of the last, and who owes a value (owes). presence has the connected clients (as in the schema Presence), at the beginning and after each change. An unseen entry can come again with the same seq. After a secret is revealed, earlier entries become readable: fetch the record."
	return []*endpoint.Endpoint{
		endpoint.New(seated(op("list-told", "GET", matchPath+"/told", "Report the actions in sentences, with their changes", 503)), s.told),
		endpoint.New(seated(op("list-record", "GET", matchPath+"/record", "List the entries of the record")), s.record),
		endpoint.New(withMedia(file, "application/jsonl", "The sealed record, for loophole verify"), s.recordFile),
		endpoint.New(seated(op("get-step", "GET", matchPath+"/steps/{n}", "Show the position after a number of actions")), s.matchAt),
		endpoint.New(withMedia(events, "text/event-stream", "Events without end"), s.events),
	}
}

// analysisEndpoints separate luck from play.
func (s *Server) analysisEndpoints() []*endpoint.Endpoint {
	return []*endpoint.Endpoint{
		endpoint.New(seated(op("analyse-match", "GET", matchPath+"/analysis", "Separate luck from play in a match that is over", 409, 422, 503)), s.analyseMatch),
		endpoint.New(withBodyLimit(withTag(op("analyse-record", "POST", "/analysis", "Separate luck from play in the game of a record", 413, 422, 503), chapterAnalysis), mostRecord), s.analyseRecord),
	}
}
