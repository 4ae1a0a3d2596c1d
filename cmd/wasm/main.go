//go:build js

// Command wasm is the program within a browser's worker, or within node. It defines functions on
// the global object loophole, which the pages and the npm package call:
//
//	loophole.ask(method, address, headers, body)  a promise of { status, headers, body }
//	loophole.listen(address, headers, heard)      a promise of { status, headers, body, stop, ended };
//	                                              ended is a promise of the end of the stream
//	loophole.keep(file)                           adds a match from a file; a promise of { id, ruleset,
//	                                              scenario, sides, tokens }
//	loophole.restore(file)                        adds a match that changed was called with
//	loophole.copy(id)                             a promise of a match as a file
//	loophole.phones(request)                      a promise of the answer to a request about a match
//	                                              on two devices: both are JSON, [server.PhoneRequest]
//	                                              and [server.PhoneAnswer]
//	loophole.follow(request)                      a promise of the state that lines of a match on another
//	                                              server describe: [server.FollowRequest] and
//	                                              [server.Followed]
//
// Bodies are Uint8Arrays. The program calls loophole.changed(id, copy) after each change of a match,
// and waits for its promise before the change is answered; copy is null for a deleted match. It
// calls loophole.ready() when it can be asked.
package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"runtime/debug"
	"strings"
	"syscall/js"

	"loophole/internal/endpoint"
	"loophole/internal/server"
	"loophole/internal/store"
	"loophole/internal/store/memory"
	"loophole/internal/version"
)

// collectAt is the growth of memory in percent at which the collector runs. The module has one thread, so the
// collector takes time from every answer.
const collectAt = 200

func main() {
	debug.SetGCPercent(collectAt)
	this := js.Global().Get("loophole")
	p := &program{self: this}
	p.store = memory.New(p.changed)
	p.server = server.NewLocal(p.store, server.Options{Program: version.String(), Log: slog.New(slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelWarn}))})
	this.Set("version", version.String())
	set := func(name string, do func([]js.Value) (any, error), takes ...argument) {
		this.Set(name, promised(do, takes...))
	}
	address, headers, file, request := argument{"an address", isString}, argument{"headers", isObject}, argument{"a file", isBytes}, argument{"a request", isString}
	set("ask", p.ask, argument{"a method", isString}, address, headers, argument{"a body", isBytesOrNull})
	set("listen", p.listen, address, headers, argument{"a function", isFunction})
	set("keep", p.keep, file)
	set("restore", p.restore, file)
	set("copy", p.copy, argument{"an ID", isString})
	set("phones", p.phones, request)
	set("follow", p.follow, request)
	this.Call("ready")
	select {}
}

// Constructors of JavaScript. Each look-up by name crosses from one language to the other.
var (
	objects  = js.Global().Get("Object")
	arrays   = js.Global().Get("Uint8Array")
	promises = js.Global().Get("Promise")
)

// A program is the server with its connection to the page.
type program struct {
	self   js.Value // the global object loophole
	store  *memory.Store
	server *server.Server
}

// An argument is an argument of a function, as an error names it, and its type.
type argument struct {
	name string
	kind kind
}

// A kind is a type of an argument.
type kind struct {
	name string
	fits func(js.Value) bool
}

var (
	isString   = kind{"a string", func(x js.Value) bool { return x.Type() == js.TypeString }}
	isObject   = kind{"an object", func(x js.Value) bool { return x.Type() == js.TypeObject }}
	isFunction = kind{"a function", func(x js.Value) bool { return x.Type() == js.TypeFunction }}
	isBytes    = kind{"a Uint8Array", func(x js.Value) bool { return x.InstanceOf(arrays) }}

	isBytesOrNull = kind{"a Uint8Array or null", func(x js.Value) bool { return x.IsNull() || x.IsUndefined() || x.InstanceOf(arrays) }}
)

// check returns an error for arguments that a function does not take.
func check(given []js.Value, takes []argument) error {
	if len(given) != len(takes) {
		var names []string
		for _, a := range takes {
			names = append(names, a.name)
		}
		return fmt.Errorf("%d arguments are given, and the function takes %d: %s", len(given), len(takes), strings.Join(names, ", "))
	}
	for i, a := range takes {
		if !a.kind.fits(given[i]) {
			return fmt.Errorf("%s (argument %d) must be %s, but its type is %s", a.name, i+1, a.kind.name, given[i].Type())
		}
	}
	return nil
}

// checked calls a function with arguments that it takes, and returns an exception of JavaScript as
// an error, because a panic would end the program.
func checked(do func([]js.Value) (any, error), given []js.Value, takes []argument) (x any, err error) {
	defer func() {
		switch p := recover().(type) {
		case nil:
		case js.Error:
			x, err = nil, p
		default:
			panic(p)
		}
	}()
	if err := check(given, takes); err != nil {
		return nil, err
	}
	return do(given)
}

// promised returns a JavaScript function that returns a promise of what do returns. do runs in a
// goroutine of its own, because it may wait for other promises. takes has the arguments of do. The
// promise is rejected for others, and for an exception.
func promised(do func([]js.Value) (any, error), takes ...argument) js.Func {
	return js.FuncOf(func(_ js.Value, given []js.Value) any {
		var start js.Func
		start = js.FuncOf(func(_ js.Value, settle []js.Value) any {
			go func() {
				defer start.Release()
				x, err := checked(do, given, takes)
				if err != nil {
					settle[1].Invoke(js.Global().Get("Error").New(server.InWords(err)))
					return
				}
				settle[0].Invoke(x)
			}()
			return nil
		})
		return promises.New(start)
	})
}

// await waits for a promise.
func await(promise js.Value) (js.Value, error) {
	type settled struct {
		value js.Value
		err   error
	}
	done := make(chan settled, 1)
	well := js.FuncOf(func(_ js.Value, x []js.Value) any {
		done <- settled{value: append(x, js.Undefined())[0]}
		return nil
	})
	badly := js.FuncOf(func(_ js.Value, x []js.Value) any {
		done <- settled{err: errors.New(append(x, js.ValueOf("failed"))[0].Call("toString").String())}
		return nil
	})
	defer well.Release()
	defer badly.Release()
	promises.Call("resolve", promise).Call("then", well, badly)
	x := <-done
	return x.value, x.err
}

// bytesOf copies a Uint8Array; null and undefined are nil.
func bytesOf(x js.Value) []byte {
	if x.IsNull() || x.IsUndefined() {
		return nil
	}
	b := make([]byte, x.Get("length").Int())
	js.CopyBytesToGo(b, x)
	return b
}

// arrayOf copies bytes to a Uint8Array.
func arrayOf(b []byte) js.Value {
	x := arrays.New(len(b))
	js.CopyBytesToJS(x, b)
	return x
}

// request reads the arguments (method, address, headers, body).
func request(method string, address, headers, body js.Value) server.LocalRequest {
	lower := map[string]string{}
	names := objects.Call("keys", headers)
	for i := range names.Length() {
		name := names.Index(i).String()
		lower[lowered(name)] = headers.Get(name).String()
	}
	return server.LocalRequest{
		Method: method, Address: address.String(), Body: bytesOf(body),
		Header: func(name string) string { return lower[lowered(name)] },
	}
}

func lowered(name string) string { return string(bytes.ToLower([]byte(name))) }

// answered turns an answer into an object for JavaScript.
func answered(a *endpoint.Answer) (js.Value, error) {
	headers := objects.New()
	for _, h := range a.Header {
		headers.Set(lowered(h.Name), h.Value)
	}
	x := objects.New()
	x.Set("status", a.Status)
	x.Set("headers", headers)
	if a.Stream == nil {
		var b bytes.Buffer
		if known, ok := a.Value.(endpoint.Encoded); ok {
			b.Grow(len(known.Encoded()) + 1) // with a line break
		}
		if err := a.WriteBody(&b); err != nil {
			return js.Value{}, err
		}
		x.Set("body", arrayOf(b.Bytes()))
	}
	return x, nil
}

// ask answers a request.
func (p *program) ask(given []js.Value) (any, error) {
	return answered(p.server.Answer(context.Background(), request(given[0].String(), given[1], given[2], given[3])))
}

// listen answers a request for a stream, and calls heard for each of its pieces until stop is called.
func (p *program) listen(given []js.Value) (any, error) {
	ctx, cancel := context.WithCancel(context.Background())
	a := p.server.Answer(ctx, request("GET", given[0], given[1], js.Null()))
	x, err := answered(a)
	if err != nil || a.Stream == nil {
		cancel()
		return x, err
	}
	var stop js.Func
	stop = js.FuncOf(func(js.Value, []js.Value) any {
		cancel()
		stop.Release()
		return nil
	})
	x.Set("stop", stop)
	run := promised(func([]js.Value) (any, error) {
		a.Stream(ctx, listener{given[2]})
		return nil, nil
	})
	defer run.Release()
	x.Set("ended", run.Invoke())
	return x, nil
}

// A listener passes the pieces of a stream to JavaScript.
type listener struct{ heard js.Value }

// Send implements [endpoint.StreamWriter].
func (l listener) Send(piece string) error {
	l.heard.Invoke(piece)
	return nil
}

// changed gives the page the match that was changed, and waits until the page has stored it.
func (p *program) changed(id string, c *store.Copy) error {
	kept := js.Null()
	if c != nil {
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			return err
		}
		kept = arrayOf(b.Bytes())
	}
	_, err := await(p.self.Call("changed", id, kept))
	if err != nil && strings.Contains(err.Error(), "QuotaExceededError") {
		return fmt.Errorf("%w: %w", store.ErrFull, err)
	}
	return err
}

// keep adds a match from a file, and returns new tokens of its seats.
func (p *program) keep(given []js.Value) (any, error) {
	c, err := store.ReadCopy(bytes.NewReader(bytesOf(given[0])))
	if err != nil {
		return nil, fmt.Errorf("this is not the whole file of a match (%s): save a copy of the match again, where it is kept", server.InWords(err))
	}
	x, err := p.server.Bring(c)
	switch {
	case errors.Is(err, store.ErrExists):
		return nil, errors.New("this match is here already, in the list of your matches")
	case errors.Is(err, store.ErrOlder):
		return nil, errors.New("this is an older copy of a match in the list of your matches, which has gone on since")
	case errors.Is(err, store.ErrDiverged):
		return nil, errors.New("this match is in the list of your matches, and has gone on there in another way: delete it there to take the file")
	}
	if err != nil {
		return nil, err
	}
	tokens := objects.New()
	for name, token := range x.Tokens {
		tokens.Set(name, token)
	}
	sides := js.Global().Get("Array").New()
	for _, side := range x.Sides {
		sides.Call("push", side)
	}
	y := objects.New()
	for name, value := range map[string]any{"id": x.ID, "ruleset": x.Ruleset, "scenario": x.Scenario, "sides": sides, "tokens": tokens} {
		y.Set(name, value)
	}
	return y, nil
}

// restore adds a match that the page has stored already.
func (p *program) restore(given []js.Value) (any, error) {
	c, err := store.ReadCopy(bytes.NewReader(bytesOf(given[0])))
	if err != nil {
		return nil, err
	}
	return c.ID, p.store.Restore(c)
}

// copy returns a match as a file.
func (p *program) copy(given []js.Value) (any, error) {
	c, err := p.store.Copy(context.Background(), given[0].String())
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	if err := c.Write(&b); err != nil {
		return nil, err
	}
	return arrayOf(b.Bytes()), nil
}

// phones answers a request about a match on two devices.
func (p *program) phones(given []js.Value) (any, error) {
	text, err := p.server.Phones(context.Background(), []byte(given[0].String()))
	return string(text), err
}

// follow follows the lines of a match on another server.
func (p *program) follow(given []js.Value) (any, error) {
	text, err := p.server.Follow([]byte(given[0].String()))
	return string(text), err
}
