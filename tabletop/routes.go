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

const apiText = `Matches of the rulebooks of loophole, played by people and policies, and exact odds
of what the rulebooks play.

A match has two seats, and spectators. Beginning one returns a token for each; it is
sent as Authorization: Bearer TOKEN with every request about the match. Every answer
tells what that seat may know.`

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
			writeProblem(w, problem(http.StatusNotFound, "no-route", "there is nothing at this address: /api shows what there is"))
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
		return problem(http.StatusServiceUnavailable, "full", "this server keeps %d matches and takes no more; those that are begun go on", n).after(3600)
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
	huma.Register(s.api, tagged(op("list-scenarios", "GET", "/scenarios", "List the scenarios that come with the program", 304), books), s.scenarios)
	huma.Register(s.api, tagged(op("get-scenario", "GET", "/scenarios/{ruleset}/{name}", "Show a scenario and how it begins", 304, 404), books), s.scenario)
	huma.Register(s.api, tagged(op("get-procedure", "GET", "/rulesets/{ruleset}/procedures/{procedure}", "Show what a procedure needs and answers", 304, 404), bench), s.procedure)
	const path = "/rulesets/{ruleset}/procedures/{procedure}/odds"
	answer := tagged(op("get-odds", "GET", path, "Say how likely each outcome is, exactly, and why", 304, 404, 422, 503), bench)
	answer.Responses = map[string]*huma.Response{"200": {Description: "An exact answer, or one by trials", Content: map[string]*huma.MediaType{
		"application/json": {Schema: &huma.Schema{OneOf: []*huma.Schema{
			huma.SchemaFromType(s.api.OpenAPI().Components.Schemas, typeOf[wire.Answer]()),
			huma.SchemaFromType(s.api.OpenAPI().Components.Schemas, typeOf[wire.Estimate]()),
		}}},
	}}}
	huma.Register(s.api, answer, s.odds)
	huma.Register(s.api, tagged(op("list-standings", "GET", "/rulesets/{ruleset}/procedures/{procedure}/standings", "List the states of rounds that a question can be taken up in", 304, 404, 422, 503), bench), s.standings)
	huma.Register(s.api, tagged(op("list-changes", "GET", "/rulesets/{ruleset}/procedures/{procedure}/changes", "Say how likely an event would be with one thing altered", 304, 404, 422, 503), bench), s.changes)
	huma.Register(s.api, tagged(op("list-topics", "GET", "/topics", "List the questions that players ask, by name", 304), bench), s.topics)
	huma.Register(s.api, tagged(op("answer-topics", "GET", "/topics/chances", "Say what comes of the questions that players ask, by name", 304), bench), s.topicChances)
	huma.Register(s.api, tagged(op("get-dice", "GET", "/dice", "Say how the dice of an expression fall, exactly", 422, 503), bench), s.expression)
	huma.Register(s.api, tagged(op("compare-odds", "GET", "/compare", "Hold two to four questions beside each other, with the differences", 304, 404, 422, 503), bench), s.compare)
	drawn := tagged(op("draw-odds", "GET", path+".svg", "Draw how likely each outcome is", 304, 404, 422, 503), bench)
	drawn.Responses = as("image/svg+xml", "A drawing")
	huma.Register(s.api, drawn, s.svg)
	listed := tagged(op("list-odds", "GET", path+".csv", "List how likely each outcome is, as a table", 304, 404, 422, 503), bench)
	listed.Responses = as("text/csv", "A table of comma-separated values")
	huma.Register(s.api, listed, s.csv)
}

func (s *Server) matchRoutes() {
	begin := tagged(op("begin-match", "POST", "/matches", "Begin a match", 413, 422, 429, 503), "matches")
	begin.MaxBodyBytes, begin.DefaultStatus = mostRecord, http.StatusCreated
	huma.Register(s.api, begin, s.begin)
	const match = "/matches/{id}"
	huma.Register(s.api, seated(op("get-match", "GET", match, "Say where a match stands", 304)), s.show)
	huma.Register(s.api, seated(op("list-actions", "GET", match+"/actions", "List what may be done, and why some of it may not")), s.actions)
	huma.Register(s.api, seated(op("list-tags", "GET", match+"/tags", "Say of everything that a piece may act on how likely it comes to something", 422, 503)), s.tags)
	huma.Register(s.api, seated(op("get-action-odds", "GET", match+"/odds", "Say what may come of an action", 409, 422, 503)), s.chances)
	huma.Register(s.api, seated(op("get-hint", "GET", match+"/hint", "Say what the side to decide may do best, and why", 409, 422, 503)), s.hint)
	huma.Register(s.api, seated(op("agree-to-hints", "PUT", match+"/hints", "Agree to hints for both sides, or do not", 409, 422, 503)), s.agreeToHints)
	huma.Register(s.api, seated(op("get-sight", "GET", match+"/sight", "Draw the lines of sight and of fire of a piece", 422)), s.sight)
	huma.Register(s.api, seated(op("play-action", "POST", match+"/actions", "Play an action", 409, 422, 503)), s.play)
	huma.Register(s.api, seated(op("answer-question", "POST", match+"/answers", "Answer the question that an action waits for", 409, 422, 503)), s.answer)
	huma.Register(s.api, seated(op("set-dice", "PUT", match+"/seats/{side}/dice", "Say who rolls for a side", 409, 422, 503)), s.dice)
	huma.Register(s.api, seated(op("agree-to-dice", "POST", match+"/seats/{side}/dice/consent", "Agree that the dice of the other side are typed, or do not", 409, 422, 503)), s.agree)
	huma.Register(s.api, seated(op("name-player", "PUT", match+"/seats/{side}/player", "Say what the player of a side is called", 422, 503)), s.rename)
	huma.Register(s.api, seated(op("delete-match", "DELETE", match, "Delete a match with all that is kept of it", 503)), s.remove)
	huma.Register(s.api, seated(op("claim-seat", "POST", match+"/seats/{side}/claim", "Make a seat one's own: a new token opens it, and no other", 409, 422, 503)), s.claim)
	huma.Register(s.api, seated(op("undo", "POST", match+"/undo", "Take the last action back, or ask the other side whether it may be", 409, 422, 503)), s.undo)
	huma.Register(s.api, seated(op("redo", "POST", match+"/redo", "Let what was taken back stand again", 409, 422, 503)), s.redo)
	huma.Register(s.api, seated(op("consent-to-undo", "POST", match+"/undo/consent", "Consent to taking the last action back, or do not", 409, 422, 503)), s.consent)
	huma.Register(s.api, seated(op("list-hands", "GET", match+"/hands", "List the lines of dice of two hands")), s.listHands)
	huma.Register(s.api, seated(op("sign-line", "POST", match+"/hands", "Add a line that a seat has signed: an action, a decision, a value", 409, 422, 503)), s.sign)
	huma.Register(s.api, seated(op("consent-to-line", "POST", match+"/hands/consents", "Ask for a line that needs the other's consent, or consent to it", 409, 422, 503)), s.offerHand)
	lines := seated(op("get-hands", "GET", match+"/hands.jsonl", "Hand out the lines of dice of two hands, which tell the whole match"))
	lines.Responses = as("application/jsonl", "The lines, which loophole verify and tools/verify-dice take")
	huma.Register(s.api, lines, s.handsFile)
	huma.Register(s.api, seated(op("list-told", "GET", match+"/told", "Tell what was done, an action in a sentence, with its traces", 503)), s.told)
	huma.Register(s.api, seated(op("list-record", "GET", match+"/record", "List what was done")), s.record)
	file := seated(op("get-record", "GET", match+"/record.jsonl", "Hand the sealed record out"))
	file.Responses = as("application/jsonl", "The sealed record, which loophole verify takes")
	huma.Register(s.api, file, s.file)
	huma.Register(s.api, seated(op("get-step", "GET", match+"/steps/{n}", "Show how a match stood after some actions")), s.stepped)
	events := seated(op("listen", "GET", match+"/events", "Tell what comes to a match as it comes", 503))
	events.Description = "Server-sent events. entry is an entry of the record, its id the number of the last entry it stands for; state says that the state is another, to be fetched; undo that somebody asks to take the last action back, or that this is settled; hands that lines of dice of two hands have come: how many there are (lines), the sum of the last, and who owes a value (owes); presence who listens (as the schema Presence has it), at the beginning and when that changes. An entry that was unseen may come again with the same seq. When a secret is shown, entries before it become readable: fetch the record."
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
	huma.Register(s.api, tagged(op("get-network", "GET", "/network", "Say whether others in the network of this machine reach the server"), inviting), s.getNetwork)
	huma.Register(s.api, tagged(op("set-network", "PUT", "/network", "Open the server to the network of this machine, or close it", 401, 403, 409, 422), inviting), s.setNetwork)
	huma.Register(s.api, tagged(op("draw-code", "POST", "/codes", "Write a text, as a link, as a QR code", 422), inviting), s.code)
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
