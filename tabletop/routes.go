package tabletop

import (
	"context"
	"net/http"
	"sync"
	"time"

	"github.com/danielgtaylor/huma/v2"
	"github.com/danielgtaylor/huma/v2/adapters/humago"

	"loophole/internal/wire"
)

// The limits of request bodies, in bytes.
const (
	mostBody     = 64 << 10
	mostScenario = 1 << 20
	bodyTime     = 10 * time.Second
)

const apiText = `Matches by the rulebooks of loophole, for people and policies, and exact odds by the
same rules.

A match has two seats, and spectators. The request that begins a match returns a token for each.
Send it as Authorization: Bearer TOKEN with every request about the match. Every answer
has only what that seat may know.`

// routes returns the handler of all routes.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	c := huma.DefaultConfig("loophole", "1")
	c.Info.Description = apiText
	c.DocsPath, c.SchemasPath, c.CreateHooks = "", "", nil
	c.OpenAPIPath, c.Formats = "/api/openapi", formats()
	c.Components.SecuritySchemes = map[string]*huma.SecurityScheme{
		"token": {Type: "http", Scheme: "bearer", Description: "the token of a seat, of the table or of a spectator"},
	}
	s.api = humago.New(mux, c)
	s.api.UseMiddleware(once)
	s.bookRoutes()
	s.matchRoutes()
	s.puzzleRoutes()
	s.analysisRoutes()
	s.invitingRoutes()
	document(s.api.OpenAPI())
	s.pages(mux)
	mux.HandleFunc("GET /healthz", func(w http.ResponseWriter, _ *http.Request) { w.Write([]byte("ok\n")) })
	mux.HandleFunc("GET /readyz", s.ready)
	if !s.options.HideMetrics {
		mux.Handle("GET /metrics", s.Metrics())
	}
	return elsewhere(mux)
}

// elsewhere answers unknown paths and methods with a problem.
func elsewhere(mux *http.ServeMux) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h, pattern := mux.Handler(r)
		if pattern != "" {
			mux.ServeHTTP(w, r)
			return
		}
		told := &responseWriter{ResponseWriter: discardWriter{http.Header{}}}
		h.ServeHTTP(told, r)
		if told.status != http.StatusMethodNotAllowed && looksWithBrowser(r) {
			serveNotFound(w)
			return
		}
		if told.status != http.StatusMethodNotAllowed {
			writeProblem(w, problem(http.StatusNotFound, "no-route", "there is nothing at this address: see /api for all addresses"))
			return
		}
		p := problem(http.StatusMethodNotAllowed, "no-method", "this address does not take %s: it takes %s", r.Method, told.Header().Get("Allow"))
		p.header = http.Header{"Allow": told.Header()["Allow"]}
		writeProblem(w, p)
	})
}

// readyFor is how long a readiness check is valid, because it costs a write.
const readyFor = time.Second

// readiness is the result of the last readiness check.
type readiness struct {
	mu    sync.Mutex
	tried time.Time
	why   *Problem // nil if the server is ready
}

// ready reports whether matches can be read, written and created.
func (s *Server) ready(w http.ResponseWriter, _ *http.Request) {
	x := &s.readiness
	x.mu.Lock()
	defer x.mu.Unlock()
	if time.Since(x.tried) > readyFor {
		x.why = s.tried()
		x.tried = time.Now()
	}
	if x.why != nil {
		writeProblem(w, x.why)
		return
	}
	w.Write([]byte("ok\n"))
}

// tried checks the store and returns the reason why the server is not ready, or nil.
func (s *Server) tried() *Problem {
	ctx, cancel := context.WithTimeout(context.Background(), 5*time.Second)
	defer cancel()
	n, err := s.store.Count(ctx)
	if err == nil {
		err = s.store.Ping(ctx)
	}
	switch {
	case err != nil:
		s.log.Error("not ready", "error", err)
		return problem(http.StatusServiceUnavailable, "not-ready", "the store cannot be written").after(5)
	case n >= s.options.MaxMatches:
		return problem(http.StatusServiceUnavailable, "full", "this server has reached its limit of %d matches; existing matches continue", n).after(3600)
	}
	return nil
}

// op returns an operation of the API.
func op(id, method, path, summary string, errors ...int) huma.Operation {
	return huma.Operation{
		OperationID: id, Method: method, Path: "/api/v1" + path, Summary: summary,
		MaxBodyBytes: mostBody, BodyReadTimeout: bodyTime, RejectUnknownQueryParameters: true, Errors: append(errors, 500),
	}
}

// tagged puts an operation into a chapter of the document.
func tagged(o huma.Operation, tag string) huma.Operation {
	o.Tags = []string{tag}
	return o
}

// seated marks an operation that needs a token.
func seated(o huma.Operation) huma.Operation {
	o.Tags = []string{"matches"}
	o.Security = []map[string][]string{{"token": {}}}
	o.Errors = append([]int{401, 403, 404}, o.Errors...)
	return o
}

func (s *Server) bookRoutes() {
	const books, bench = "rulebooks", "odds"
	huma.Register(s.api, tagged(op("list-rulesets", "GET", "/rulesets", "List the rulebooks", 304), books), s.books)
	huma.Register(s.api, tagged(op("get-ruleset", "GET", "/rulesets/{ruleset}", "Show a rulebook: procedures, rulings, facts, scenarios", 304, 404), books), s.book)
	huma.Register(s.api, tagged(op("list-clauses", "GET", "/rulesets/{ruleset}/clauses", "List the clauses of a rulebook", 304, 404), books), s.clauses)
	huma.Register(s.api, tagged(op("list-scenarios", "GET", "/scenarios", "List the bundled scenarios", 304), books), s.scenarios)
	huma.Register(s.api, tagged(op("get-scenario", "GET", "/scenarios/{ruleset}/{name}", "Show a scenario and its first position", 304, 404), books), s.scenario)
	huma.Register(s.api, tagged(op("get-procedure", "GET", "/rulesets/{ruleset}/procedures/{procedure}", "Show the inputs and results of a procedure", 304, 404), bench), s.procedure)
	const path = "/rulesets/{ruleset}/procedures/{procedure}/odds"
	answer := tagged(op("get-odds", "GET", path, "Compute exact odds and explain them", 304, 404, 422, 503), bench)
	answer.Responses = map[string]*huma.Response{"200": {Description: "An exact answer, or an estimate", Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{OneOf: []*huma.Schema{
			huma.SchemaFromType(s.api.OpenAPI().Components.Schemas, typeOf[wire.Answer]()),
			huma.SchemaFromType(s.api.OpenAPI().Components.Schemas, typeOf[wire.Estimate]()),
		}}},
	}}}
	huma.Register(s.api, answer, s.odds)
	huma.Register(s.api, tagged(op("list-states", "GET", "/rulesets/{ruleset}/procedures/{procedure}/states", "List the states that a question can start from", 304, 404, 422, 503), bench), s.states)
	huma.Register(s.api, tagged(op("list-changes", "GET", "/rulesets/{ruleset}/procedures/{procedure}/changes", "List the effects of single changes on the chance of an event", 304, 404, 422, 503), bench), s.changes)
	huma.Register(s.api, tagged(op("list-topics", "GET", "/topics", "List common questions by name", 304), bench), s.topics)
	huma.Register(s.api, tagged(op("answer-topics", "GET", "/topics/chances", "Answer common questions by name", 304), bench), s.topicChances)
	huma.Register(s.api, tagged(op("get-dice", "GET", "/dice", "Compute the exact distribution of a dice expression", 422, 503), bench), s.expression)
	huma.Register(s.api, tagged(op("compare-odds", "GET", "/compare", "Compare two to four questions", 304, 404, 422, 503), bench), s.compare)
	drawn := tagged(op("draw-odds", "GET", path+".svg", "Draw the odds as a chart", 304, 404, 422, 503), bench)
	drawn.Responses = as("image/svg+xml", "A drawing")
	huma.Register(s.api, drawn, s.svg)
	listed := tagged(op("list-odds", "GET", path+".csv", "List the odds as a table", 304, 404, 422, 503), bench)
	listed.Responses = as("text/csv", "A table of comma-separated values")
	huma.Register(s.api, listed, s.csv)
}

func (s *Server) puzzleRoutes() {
	const puzzles = "puzzles"
	huma.Register(s.api, tagged(op("list-puzzles", "GET", "/puzzles", "List the puzzles", 304), puzzles), s.puzzles)
	huma.Register(s.api, tagged(op("get-puzzle", "GET", "/puzzles/{puzzle}", "Show a puzzle: the position and the legal actions", 304, 404), puzzles), s.puzzle)
	huma.Register(s.api, tagged(op("get-puzzle-odds", "GET", "/puzzles/{puzzle}/odds", "Say what may come of an action of a puzzle", 404, 422, 503), puzzles), s.puzzleChances)
	huma.Register(s.api, tagged(op("solve-puzzle", "POST", "/puzzles/{puzzle}", "Say what an action gives up, and show the solution", 404, 422), puzzles), s.solvePuzzle)
}

func (s *Server) matchRoutes() {
	begin := tagged(op("begin-match", "POST", "/matches", "Begin a match", 413, 422, 429, 503), "matches")
	begin.MaxBodyBytes, begin.DefaultStatus = mostRecord, http.StatusCreated
	huma.Register(s.api, begin, s.begin)
	const match = "/matches/{id}"
	huma.Register(s.api, seated(op("get-match", "GET", match, "Show the state of a match", 304)), s.show)
	huma.Register(s.api, seated(op("list-actions", "GET", match+"/actions", "List the legal actions, and why some others are illegal")), s.actions)
	huma.Register(s.api, seated(op("list-tags", "GET", match+"/tags", "List the targets of a piece with their chances", 422, 503)), s.tags)
	huma.Register(s.api, seated(op("get-action-odds", "GET", match+"/odds", "Compute the odds of an action", 409, 422, 503)), s.chances)
	huma.Register(s.api, seated(op("get-hint", "GET", match+"/hint", "Suggest the best actions to the side that decides", 409, 422, 503)), s.hint)
	huma.Register(s.api, seated(op("agree-to-hints", "PUT", match+"/hints", "Agree to hints for both sides, or decline", 409, 422, 503)), s.agreeToHints)
	huma.Register(s.api, seated(op("get-sight", "GET", match+"/sight", "Draw the lines of sight and of fire of a piece", 422)), s.sight)
	huma.Register(s.api, seated(op("play-action", "POST", match+"/actions", "Play an action", 409, 422, 503)), s.play)
	huma.Register(s.api, seated(op("answer-question", "POST", match+"/answers", "Answer the question that an action waits for", 409, 422, 503)), s.answer)
	huma.Register(s.api, seated(op("set-dice", "PUT", match+"/seats/{side}/dice", "Set who rolls for a side", 409, 422, 503)), s.dice)
	huma.Register(s.api, seated(op("agree-to-dice", "POST", match+"/seats/{side}/dice/consent", "Let the other side type its dice, or decline", 409, 422, 503)), s.agree)
	huma.Register(s.api, seated(op("name-player", "PUT", match+"/seats/{side}/player", "Set the name of a player", 422, 503)), s.rename)
	huma.Register(s.api, seated(op("delete-match", "DELETE", match, "Delete a match with all of its data", 503)), s.remove)
	huma.Register(s.api, seated(op("claim-seat", "POST", match+"/seats/{side}/claim", "Claim a seat with a new token, which replaces all others", 409, 422, 503)), s.claim)
	huma.Register(s.api, seated(op("undo", "POST", match+"/undo", "Undo the last action, or ask the other side for consent", 409, 422, 503)), s.undo)
	huma.Register(s.api, seated(op("redo", "POST", match+"/redo", "Redo the action that was undone", 409, 422, 503)), s.redo)
	huma.Register(s.api, seated(op("consent-to-undo", "POST", match+"/undo/consent", "Consent to undoing the last action, or decline", 409, 422, 503)), s.consent)
	huma.Register(s.api, seated(op("list-hands", "GET", match+"/hands", "List the lines of dice of two hands")), s.listHands)
	huma.Register(s.api, seated(op("sign-line", "POST", match+"/hands", "Add a line that a seat has signed: an action, a decision, a value", 409, 422, 503)), s.sign)
	huma.Register(s.api, seated(op("consent-to-line", "POST", match+"/hands/consents", "Offer a line that needs the other side's consent, or consent to one", 409, 422, 503)), s.offerHand)
	lines := seated(op("get-hands", "GET", match+"/hands.jsonl", "Download the lines of dice of two hands, which contain the whole match"))
	lines.Responses = as("application/jsonl", "The lines, for loophole verify and tools/verify-dice")
	huma.Register(s.api, lines, s.handsFile)
	huma.Register(s.api, seated(op("list-told", "GET", match+"/told", "Report the actions in sentences, with their changes", 503)), s.told)
	huma.Register(s.api, seated(op("list-record", "GET", match+"/record", "List the entries of the record")), s.record)
	file := seated(op("get-record", "GET", match+"/record.jsonl", "Download the sealed record"))
	file.Responses = as("application/jsonl", "The sealed record, for loophole verify")
	huma.Register(s.api, file, s.file)
	huma.Register(s.api, seated(op("get-step", "GET", match+"/steps/{n}", "Show the position after a number of actions")), s.stepped)
	events := seated(op("listen", "GET", match+"/events", "Stream the events of a match", 503))
	events.Description = "Server-sent events. entry is an entry of the record; its id is the number of the last entry that it covers. state announces a new state, to be fetched. undo announces a request to undo, or its answer. hands announces new lines of dice of two hands: their number (lines), the sum of the last, and who owes a value (owes). presence has the connected clients (as in the schema Presence), at the beginning and after each change. An unseen entry can come again with the same seq. After a secret is revealed, earlier entries become readable: fetch the record."
	events.Responses = as("text/event-stream", "Events without end")
	huma.Register(s.api, events, s.events)
}

// analysisRoutes registers the routes that separate luck from play.
func (s *Server) analysisRoutes() {
	const tag, whole = "analysis", "Write the analysis as one HTML file, without a script"
	file := as("text/html", "A file to share")
	huma.Register(s.api, seated(op("analyse-match", "GET", "/matches/{id}/analysis", "Separate luck from play in a match that is over", 409, 422, 503)), s.analyseMatch)
	page := seated(op("get-analysis-page", "GET", "/matches/{id}/analysis.html", whole+": of a match that is over", 409, 422, 503))
	page.Responses = file
	huma.Register(s.api, page, s.matchAnalysisPage)
	record := tagged(op("analyse-record", "POST", "/analysis", "Separate luck from play in the game of a record", 413, 422, 503), tag)
	record.MaxBodyBytes = mostRecord
	huma.Register(s.api, record, s.analyseRecord)
	page = tagged(op("write-analysis-page", "POST", "/analysis.html", whole+": of a record", 413, 422, 503), tag)
	page.MaxBodyBytes, page.Responses = mostRecord, as("text/html", "A file to share")
	huma.Register(s.api, page, s.recordAnalysisPage)
}

// invitingRoutes registers the routes for invitations.
func (s *Server) invitingRoutes() {
	const inviting = "inviting"
	huma.Register(s.api, tagged(op("get-network", "GET", "/network", "Show whether the network of this machine can reach the server"), inviting), s.getNetwork)
	huma.Register(s.api, tagged(op("set-network", "PUT", "/network", "Open the server to the network of this machine, or close it", 401, 403, 409, 422), inviting), s.setNetwork)
	huma.Register(s.api, tagged(op("draw-code", "POST", "/codes", "Draw a text, such as a link, as a QR code", 422), inviting), s.code)
}

// as describes a text answer of a media type.
func as(kind, text string) map[string]*huma.Response {
	return map[string]*huma.Response{"200": {Description: text, Content: map[string]*huma.MediaType{kind: {Schema: &huma.Schema{Type: huma.TypeString}}}}}
}

// A discardWriter is a response that is discarded.
type discardWriter struct{ header http.Header }

func (u discardWriter) Header() http.Header         { return u.header }
func (u discardWriter) Write(b []byte) (int, error) { return len(b), nil }
func (u discardWriter) WriteHeader(int)             {}
