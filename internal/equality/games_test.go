package equality_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"testing"

	"loophole/internal/embedding"
	"loophole/internal/server"
	"loophole/internal/store/memory"
	"loophole/internal/version"
	"loophole/rulesets"
	"loophole/scenario"
)

// A played is a random game, as package embedding and a native server played it.
type played struct {
	name    string
	begin   string   // the request to the API that begins it
	steps   []post   // the further requests
	lists   []string // what the API lists as actions after each step
	record  string
	asked   []string // the calls of the C library, one a line
	answers []string // what package embedding answers
}

// A post is a request that changes a match. ID in an answer stands for the identifier of the open question,
// which no seed determines.
type post struct {
	Path string `json:"path"`
	Body string `json:"body"`
}

// mostSteps bounds the actions and decisions of a game. Some scenarios last longer than a test should.
const mostSteps = 150

// games plays a random game of the first scenario of each ruleset, or of every scenario with LOOPHOLE_ALL.
func games(t *testing.T) (list []*played) {
	t.Helper()
	over := 0
	for _, r := range rulesets.All {
		for i, b := range scenario.ForRuleset(r.ID) {
			if i > 0 && os.Getenv("LOOPHOLE_ALL") == "" {
				break
			}
			g := playedGame(t, r.ID, b.Name, uint64(i+1))
			if strings.Contains(g.answers[len(g.answers)-1], `"over": {`) {
				over++
			}
			list = append(list, g)
		}
	}
	t.Logf("%d games, %d of them to their end", len(list), over)
	if over == 0 {
		t.Error("no game was played to its end")
	}
	return list
}

var handles = regexp.MustCompile(`"game": \d+`)

// call carries out a line for the C library by package embedding.
func call(game int64, line string) string {
	rest := line[1:]
	switch line[0] {
	case 'N':
		return handles.ReplaceAllString(embedding.NewGame(rest), `"game": 0`)
	case 'L':
		return embedding.Legal(game)
	case 'S':
		return embedding.Step(game, rest)
	case 'O':
		return embedding.Observe(game, int(rest[0]-'0'))
	}
	return embedding.Result(game)
}

// playedGame plays a game on a native server and in package embedding at once, with the same seed and the
// same random actions. Both list the same actions. The server's record has the action of each step.
func playedGame(t *testing.T, ruleset, name string, seed uint64) *played {
	t.Helper()
	g := &played{name: ruleset + " " + name, begin: fmt.Sprintf(`{"ruleset":%q,"scenario":%q,"seed":"%d","hotseat":true}`, ruleset, name, seed)}
	var made struct{ Game int64 }
	request := fmt.Sprintf(`{"ruleset":%q,"scenario":%q,"seed":%d}`, ruleset, name, seed)
	decode(t, embedding.NewGame(request), &made)
	defer embedding.Free(made.Game)
	ask := func(line string) string {
		g.asked = append(g.asked, line)
		g.answers = append(g.answers, call(made.Game, line))
		return g.answers[len(g.answers)-1]
	}
	ask("N" + request)
	m := newMatch(t, g.begin)
	defer m.server.Close()
	chance := rand.New(rand.NewPCG(seed, 20))
	for range mostSteps {
		var legal struct {
			Actions  []string
			Decision *struct{ Options []string }
		}
		decode(t, ask("L"), &legal)
		var p post
		if d := legal.Decision; d != nil {
			i := chance.IntN(len(d.Options))
			p = post{"/answers", fmt.Sprintf(`{"question":"ID","option":%d}`, i)}
			ask(fmt.Sprintf("S%d", i))
		} else {
			action := legal.Actions[chance.IntN(len(legal.Actions))]
			body, _ := json.Marshal(map[string]string{"action": action}) // Strings can always be encoded.
			p = post{"/actions", string(body)}
			ask("S" + action)
		}
		m.post(t, p)
		g.steps = append(g.steps, p)
		g.lists = append(g.lists, m.ask(t, "GET", "/actions", ""))
		ask("O0")
		ask("O1")
		if strings.Contains(ask("R"), `"over": {`) {
			break
		}
	}
	g.record = m.ask(t, "GET", "/record.jsonl", "")
	checkRecord(t, g, m)
	return g
}

// checkRecord compares a game of package embedding with the match of the server: its actions, and the
// position at the end where both sides know it.
func checkRecord(t *testing.T, g *played, m *match) {
	t.Helper()
	n := 0
	for line := range strings.Lines(g.record) {
		var e struct{ Kind, Action string }
		decode(t, line, &e)
		if e.Kind == "action" {
			n++
		}
	}
	want := 0
	for _, p := range g.steps {
		if p.Path == "/actions" {
			want++
		}
	}
	var state server.State
	decode(t, m.ask(t, "GET", "", ""), &state)
	var made struct{ Hidden bool }
	var seen struct{ Position string }
	decode(t, g.answers[0], &made)
	decode(t, g.answers[len(g.answers)-3], &seen)
	if n != want || !made.Hidden && state.Begun == nil && seen.Position != state.Position {
		t.Errorf("%s: the record has %d of %d actions; the server is at %s, and package embedding at %s", g.name, n, want, state.Position, seen.Position)
	}
}

// A match is one of a native server.
type match struct {
	server *server.Server
	path   string
	token  string
}

func newMatch(t *testing.T, begin string) *match {
	t.Helper()
	m := &match{server: server.NewLocal(memory.New(nil), server.Options{Program: version.String()}), path: "/api/v1/matches"}
	var made struct {
		ID     string
		Tokens map[string]string
	}
	decode(t, m.ask(t, "POST", "", begin), &made)
	m.path, m.token = m.path+"/"+made.ID, made.Tokens["table"]
	return m
}

func (m *match) ask(t *testing.T, method, path, body string) string {
	t.Helper()
	headers := map[string]string{"Content-Type": "application/json", "Authorization": "Bearer " + m.token}
	if m.token == "" {
		delete(headers, "Authorization")
	}
	a := m.server.Answer(context.Background(), server.LocalRequest{
		Method: method, Address: m.path + path, Body: []byte(body), Header: func(name string) string { return headers[name] },
	})
	var b bytes.Buffer
	if err := a.WriteBody(&b); err != nil || a.Status >= 400 {
		t.Fatalf("%s %s %s: %d %s %v", method, path, body, a.Status, &b, err)
	}
	return b.String()
}

// post sends a step, with the identifier of the question that is open.
func (m *match) post(t *testing.T, p post) {
	t.Helper()
	if p.Path == "/answers" {
		var state server.State
		decode(t, m.ask(t, "GET", "", ""), &state)
		p.Body = strings.Replace(p.Body, "ID", state.Begun.Question.ID, 1)
	}
	m.ask(t, "POST", p.Path, p.Body)
}

func decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%v: %.300s", err, text)
	}
}

// playing plays each of the given games in node. It prints the length and the bytes of each list of
// actions, and of the record.
const playing = `
const said = async (method, path, options) => {
  const { status, body } = await loophole.request(method, path, options);
  if (status >= 400) throw new Error(method + ' ' + path + ': ' + status + ' ' + new TextDecoder().decode(body));
  return body;
};
for (const { begin, steps } of given.games) {
  const json = { headers: { 'Content-Type': 'application/json' } };
  const { id, tokens } = JSON.parse(new TextDecoder().decode(await said('POST', '/matches', { ...json, body: begin })));
  const at = '/matches/' + id, token = tokens.table;
  const tell = body => { process.stdout.write(body.length + '\n'); process.stdout.write(body); };
  for (const { path, body } of steps) {
    const open = path === '/answers' && JSON.parse(new TextDecoder().decode(await said('GET', at, { token })));
    await said('POST', at + path, { ...json, body: open ? body.replace('ID', open.begun.question.id) : body, token });
    tell(await said('GET', at + '/actions', { token }));
  }
  tell(await said('GET', at + '/record.jsonl', { token }));
}
`

// A givenGame is a game for node to play.
type givenGame struct {
	Begin string `json:"begin"`
	Steps []post `json:"steps"`
}

func givenGames(list []*played) (all []givenGame) {
	for _, g := range list {
		all = append(all, givenGame{g.begin, g.steps})
	}
	return all
}

// compareNodeGames compares every list of actions and the records of games that the package played again.
func compareNodeGames(t *testing.T, answers *bufio.Reader, list []*played) {
	t.Helper()
	for _, g := range list {
		for i, want := range append(g.lists, g.record) {
			if got := counted(t, answers); got != want {
				t.Errorf("%s: after step %d node says %.300s, and natively it is %.300s", g.name, i, got, want)
			}
		}
	}
}

// counted reads a length and so many bytes.
func counted(t *testing.T, from *bufio.Reader) string {
	t.Helper()
	var length int
	if _, err := fmt.Fscanf(from, "%d\n", &length); err != nil {
		t.Fatal(err)
	}
	return take(t, from, length)
}

// stepper is a program in C that carries out the calls of standard input, one a line: N begins a game. It
// prints the length and the bytes of each answer.
const stepper = `
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loophole.h"

int main(void) {
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	int64_t game = 0;
	while ((n = getline(&line, &room, stdin)) > 0) {
		line[n - 1] = 0;
		char *said;
		switch (line[0]) {
		case 'N':
			if (game) loophole_free(game);
			said = loophole_new_game(line + 1);
			char *at = strstr(said, "\"game\": ");
			game = at ? atoll(at + 8) : 0;
			break;
		case 'L': said = loophole_legal(game); break;
		case 'S': said = loophole_step(game, line + 1); break;
		case 'O': said = loophole_observe(game, line[1] - '0'); break;
		default: said = loophole_result(game);
		}
		printf("%zu\n%s", strlen(said), said);
		loophole_free_string(said);
	}
	free(line);
	return 0;
}
`

// compareCGames plays the games again by the C library, and compares every answer.
func compareCGames(t *testing.T, library string, list []*played) {
	var calls strings.Builder
	for _, g := range list {
		for _, line := range g.asked {
			calls.WriteString(line + "\n")
		}
	}
	answers := runC(t, library, "stepper", stepper, calls.String())
	for _, g := range list {
		for i, want := range g.answers {
			if got := handles.ReplaceAllString(counted(t, answers), `"game": 0`); got != want {
				t.Errorf("%s: %s: the C library answers %.300s, and package embedding %.300s", g.name, g.asked[i], got, want)
			}
		}
	}
}
