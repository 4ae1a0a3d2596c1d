package equality_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"loophole/internal/cli"
	"loophole/internal/embedding"
	"loophole/internal/equality"
	_ "loophole/internal/lazygc"
	"loophole/internal/nodetest"
	"loophole/internal/server"
	"loophole/internal/store/memory"
	"loophole/rulesets"
)

const root = "../.."

// asked returns the questions of every ruleset: a sample of about 20 from each, or all with
// LOOPHOLE_ALL.
func asked(t *testing.T) (list []equality.Question) {
	t.Helper()
	for _, r := range rulesets.All {
		all, err := equality.Questions(root, r.ID)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) < 40 {
			t.Fatalf("%s has only %d questions", r.ID, len(all))
		}
		some := all
		if os.Getenv("LOOPHOLE_ALL") == "" {
			some = equality.Sample(all, 20)
		}
		t.Logf("%s: %d of %d questions", r.ID, len(some), len(all))
		list = append(list, some...)
	}
	return list
}

// A reply is an answer of the API.
type reply struct {
	status int
	body   string
}

// described returns the addresses of everything that describes rules: the pages take their texts from there.
func described() (list []string) {
	list = []string{"/api/v1/rulesets", "/api/v1/scenarios", "/api/v1/puzzles", "/api/v1/topics"}
	for _, r := range rulesets.All {
		at := "/api/v1/rulesets/" + r.ID
		list = append(list, at) // The clauses have no names of cases in the module.
		for _, p := range r.Procedures {
			list = append(list, at+"/procedures/"+p.Name)
		}
	}
	return list
}

// native answers a request as a server does.
func native(t *testing.T, s *server.Server, address string) reply {
	t.Helper()
	a := s.Answer(context.Background(), server.LocalRequest{Method: "GET", Address: address, Header: func(string) string { return "" }})
	var b bytes.Buffer
	if err := a.WriteBody(&b); err != nil {
		t.Fatal(err)
	}
	return reply{a.Status, b.String()}
}

// printed returns what the command line writes to standard output.
func printed(t *testing.T, q *equality.Question) string {
	t.Helper()
	var out, failed bytes.Buffer
	cli.Main(t.Context(), q.Args(), strings.NewReader(""), &out, &failed)
	return out.String()
}

// TestEquality compares the answers of the server, of the command line and of package embedding,
// then those of the WebAssembly module and of the built C library with them, byte by byte. So it does
// with random games.
func TestEquality(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	list := asked(t)
	s := server.NewLocal(memory.New(nil), server.Options{})
	defer s.Close()
	served, embedded := make([]reply, len(list)), make([]string, len(list))
	exact := 0
	for i := range list {
		q := &list[i]
		served[i], embedded[i] = native(t, s, q.Address()), embedding.Odds(q.Request())
		if err := agree(served[i], embedded[i], printed(t, q)); err != nil {
			t.Errorf("%s: %v: %v", q.Source, q, err)
		}
		if served[i].status == 200 {
			exact++
		}
	}
	t.Logf("%d questions: %d answered, the others illegal or errors", len(list), exact)
	if exact < len(list)/2 {
		t.Errorf("only %d of %d questions were answered", exact, len(list))
	}
	requests := make(map[string]reply)
	for i := range list {
		requests[list[i].Address()] = served[i]
	}
	for _, address := range described() {
		if requests[address] = native(t, s, address); requests[address].status != 200 {
			t.Errorf("%s: %d %.300s", address, requests[address].status, requests[address].body)
		}
	}
	played := games(t)
	t.Run("node", func(t *testing.T) { t.Parallel(); compareNode(t, requests, played) })
	t.Run("C", func(t *testing.T) { t.Parallel(); compareC(t, list, embedded, played) })
}

// agree compares the answers to one question. The API writes its JSON without line breaks, and
// describes what is illegal as a problem.
func agree(served reply, embedded, printed string) error {
	var illegal, problem struct {
		Type    string
		Reasons []struct{ Clause, Text string }
	}
	switch {
	case printed != "" && embedded != printed:
		return fmt.Errorf("the command line prints %.300s, and the library answers %.300s", printed, embedded)
	case served.status == 200:
		var compact bytes.Buffer
		if err := json.Compact(&compact, []byte(printed)); err != nil {
			return err
		}
		if compact.String()+"\n" != served.body {
			return fmt.Errorf("the command line prints %.300s, and the server answers %.300s", compact.String(), served.body)
		}
		return nil
	case printed == "":
		if !strings.HasPrefix(embedded, "{\n  \"error\": ") {
			return fmt.Errorf("the library answers %.300s, and the server %.300s", embedded, served.body)
		}
		return nil
	}
	if err := errors.Join(json.Unmarshal([]byte(printed), &illegal), json.Unmarshal([]byte(served.body), &problem)); err != nil {
		return err
	}
	if len(problem.Reasons) == 0 || problem.Type != "urn:loophole:illegal" || !reflect.DeepEqual(problem.Reasons, illegal.Reasons) {
		return fmt.Errorf("the command line prints %.300s, and the server answers %.300s", printed, served.body)
	}
	return nil
}

// asker asks the program in node for each address of standard input, and plays its games: see playing. It
// prints the status, the length and the bytes of each answer. One process does both, because it takes a
// second to start the program.
const asker = `
import { readFileSync } from 'node:fs';
import { load } from './node.js';
const loophole = await load();
const given = JSON.parse(readFileSync(0));
for (const address of given.addresses) {
  const { status, body } = await loophole.request('GET', address);
  process.stdout.write(status + ' ' + body.length + '\n');
  process.stdout.write(body);
}
` + playing

// compareNode sends requests to the module, and plays games in it. It compares the answers with the native ones.
func compareNode(t *testing.T, requests map[string]reply, played []*played) {
	folder := nodetest.Package(t, root)
	addresses := slices.Sorted(maps.Keys(requests))
	given, err := json.Marshal(map[string]any{"addresses": addresses, "games": givenGames(played)})
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(folder, "ask.mjs"), []byte(asker), 0o666); err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(nodetest.Find(t, "node"), "ask.mjs")
	cmd.Dir, cmd.Stdin = folder, bytes.NewReader(given)
	answers := bufio.NewReader(bytes.NewReader(nodetest.Output(t, cmd)))
	for _, address := range addresses {
		var got reply
		var length int
		if _, err := fmt.Fscanf(answers, "%d %d\n", &got.status, &length); err != nil {
			t.Fatalf("%s: %v", address, err)
		}
		if got.body = take(t, answers, length); got != requests[address] {
			t.Errorf("%s: node answers %d %.300s, and natively it is %d %.300s", address, got.status, got.body, requests[address].status, requests[address].body)
		}
	}
	compareNodeGames(t, answers, played)
}

// take reads a number of bytes.
func take(t *testing.T, from io.Reader, length int) string {
	t.Helper()
	b := make([]byte, length)
	if _, err := io.ReadFull(from, b); err != nil {
		t.Fatal(err)
	}
	return string(b)
}

// caller is a program in C that answers each request of a line of standard input. It prints the
// length and the bytes of each answer.
const caller = `
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "loophole.h"

int main(void) {
	char *line = NULL;
	size_t room = 0;
	ssize_t n;
	while ((n = getline(&line, &room, stdin)) > 0) {
		line[n - 1] = 0;
		char *said = loophole_odds(line);
		printf("%zu\n%s", strlen(said), said);
		loophole_free_string(said);
	}
	free(line);
	return 0;
}
`

// compareC needs gcc. Without it, it is skipped, or fails if LOOPHOLE_PYTHON is set, as the other
// tests of the library do.
func compareC(t *testing.T, list []equality.Question, embedded []string, played []*played) {
	if testing.Short() {
		t.Skip("it builds the library: run without -short")
	}
	if _, err := exec.LookPath("gcc"); err != nil {
		if os.Getenv("LOOPHOLE_PYTHON") != "" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	library := filepath.Join(t.TempDir(), "libloophole.so")
	cmd := exec.Command("go", "build", "-buildmode=c-shared", "-o", library, "./cmd/libloophole")
	cmd.Dir, cmd.Env = root, append(os.Environ(), "CGO_ENABLED=1")
	nodetest.Output(t, cmd)
	var requests strings.Builder
	for i := range list {
		requests.WriteString(list[i].Request() + "\n")
	}
	answers := runC(t, library, "caller", caller, requests.String())
	for i := range list {
		if got := counted(t, answers); got != embedded[i] {
			t.Errorf("%s: %v: the C library answers %.300s, and package embedding %.300s", list[i].Source, list[i], got, embedded[i])
		}
	}
	compareCGames(t, library, played)
}

// runC compiles a program with the library, and returns what it prints for an input.
func runC(t *testing.T, library, name, text, input string) *bufio.Reader {
	t.Helper()
	folder := filepath.Dir(library)
	program := filepath.Join(folder, name)
	if err := os.WriteFile(program+".c", []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	nodetest.Output(t, exec.Command("gcc", "-Wall", "-Werror", "-std=c99", "-I"+filepath.Join(root, "cmd", "libloophole"), "-o", program, program+".c", library))
	cmd := exec.Command(program)
	cmd.Env, cmd.Stdin = append(os.Environ(), "LD_LIBRARY_PATH="+folder), strings.NewReader(input)
	return bufio.NewReader(bytes.NewReader(nodetest.Output(t, cmd)))
}
