// Package otlp sends traces and metrics to a collector of OpenTelemetry, as OTLP in JSON over HTTP, and
// reads and writes W3C trace contexts.
//
// It has what the server needs, and no more.
package otlp

import (
	"crypto/rand"
	"encoding/binary"
	"encoding/hex"
	"strings"
	"time"
)

// The kinds of spans, by their numbers in OTLP.
const (
	Server = 2 // a request that this program answers
	Client = 3 // a request that this program sends
)

// A Context places a span within a trace, across programs.
type Context struct {
	Trace   [16]byte
	Span    [8]byte
	Sampled bool // the spans of the trace are recorded
}

// Start returns the context of a trace that begins here. A share of all traces is sampled, from 0 to 1.
func Start(share float64) Context {
	var c Context
	rand.Read(c.Trace[:])
	rand.Read(c.Span[:])
	draw := float64(binary.BigEndian.Uint64(c.Trace[8:])>>16) / (1 << 48)
	c.Sampled = draw < share
	return c
}

// Child returns the context of another span of the trace.
func (c Context) Child() Context {
	rand.Read(c.Span[:])
	return c
}

// Parse reads a traceparent header of version 00 or later. ok is false for an invalid one.
func Parse(header string) (c Context, ok bool) {
	words := strings.Split(header, "-")
	if len(words) < 4 || strings.ToLower(header) != header {
		return Context{}, false
	}
	var version, flags [1]byte
	for _, x := range []struct {
		text string
		into []byte
	}{{words[0], version[:]}, {words[1], c.Trace[:]}, {words[2], c.Span[:]}, {words[3], flags[:]}} {
		if len(x.text) != 2*len(x.into) {
			return Context{}, false
		}
		if _, err := hex.Decode(x.into, []byte(x.text)); err != nil {
			return Context{}, false
		}
	}
	if version[0] == 0xff || version[0] == 0 && len(words) != 4 || c.Trace == [16]byte{} || c.Span == [8]byte{} {
		return Context{}, false
	}
	c.Sampled = flags[0]&1 != 0
	return c, true
}

// String returns the traceparent header.
func (c Context) String() string {
	flags := "00"
	if c.Sampled {
		flags = "01"
	}
	return "00-" + hex.EncodeToString(c.Trace[:]) + "-" + hex.EncodeToString(c.Span[:]) + "-" + flags
}

// A Span is something that a program did, from its beginning to its end.
type Span struct {
	Context
	Parent     [8]byte // zero at the root of a trace
	Name       string
	Kind       int
	Began      time.Time
	Ended      time.Time
	Attributes []Attribute
	Failed     bool
}

// An Attribute is a named value of a span or of a program: a string or an int.
type Attribute struct {
	Name  string
	Value any
}

// A Recorder takes spans. It never waits.
type Recorder interface{ Record(Span) }
