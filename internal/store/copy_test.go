package store

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"
	"time"
)

// copied returns a copy with everything that a match can have.
func copied(t *testing.T, s *Store) *Copy {
	t.Helper()
	created(t, s, "one")
	err := s.Add(Append{Match: "one", From: 1, Lines: [][]byte{[]byte("a\n"), []byte("b\n")}, Hands: Hands{0, [][]byte{[]byte("h\n")}}, Standing: []byte(`{"n":1}`), Over: true,
		Answer: &Reply{Key: "k", Asked: Hash{7}, Body: []byte("{\"x\":1}")}})
	if err != nil {
		t.Fatal(err)
	}
	c, err := s.Copy(context.Background(), "one")
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// A copy that is written, read and inserted equals the match, except for the time of its last
// change. A match that exists already stays as it is.
func TestCopy(t *testing.T) {
	ctx := context.Background()
	c := copied(t, opened(t, t.TempDir()))
	if len(c.Lines) != 3 || len(c.Hands) != 1 || len(c.Answers) != 1 || c.Answers[0].Seq != 3 || len(c.Seats) != 2 || !c.Over {
		t.Fatalf("%+v", c)
	}
	var text bytes.Buffer
	if err := c.Write(&text); err != nil {
		t.Fatal(err)
	}
	read, err := ReadCopy(bytes.NewReader(text.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	other := opened(t, dir)
	before := time.Now().Truncate(time.Second)
	if err := other.Insert(read); err != nil {
		t.Fatal(err)
	}
	if err := other.Insert(read); !errors.Is(err, ErrThere) {
		t.Error(err)
	}
	look, err := Look(dir) // beside the program that has it open
	if err != nil {
		t.Fatal(err)
	}
	defer look.Close()
	x, err := look.Copy(ctx, "one")
	if err != nil || x.Touched.Before(before) {
		t.Fatal(x, err)
	}
	if x.Touched = c.Touched; !reflect.DeepEqual(x, c) {
		t.Errorf("%+v\nis not\n%+v", x.Match, c.Match)
	}
	if err := look.Delete("one"); !errors.Is(err, ErrClosed) {
		t.Error("what is only looked at is written: ", err)
	}
	if _, err := look.Copy(ctx, "two"); !errors.Is(err, ErrNotFound) {
		t.Error(err)
	}
	a, err := look.Reply(ctx, "one", "k")
	if err != nil || a == nil || string(a.Body) != `{"x":1}` || a.Asked != (Hash{7}) {
		t.Error(a, err)
	}
}

// An insertion that fails midway leaves nothing.
func TestInsertWholeOrNot(t *testing.T) {
	s := opened(t, t.TempDir())
	c := copied(t, opened(t, t.TempDir()))
	c.Answers = append(c.Answers, c.Answers[0]) // a key twice: the last statement fails
	if err := s.Insert(c); err == nil {
		t.Fatal("a key is there twice")
	}
	if n, err := s.Count(context.Background()); n != 0 || err != nil {
		t.Error(n, err)
	}
	c.Answers = c.Answers[:1]
	if err := s.Insert(c); err != nil {
		t.Error("something was left: ", err)
	}
}

// A copy with a changed or missing byte is rejected.
func TestAlteredCopy(t *testing.T) {
	var b bytes.Buffer
	if err := copied(t, opened(t, t.TempDir())).Write(&b); err != nil {
		t.Fatal(err)
	}
	text := b.Bytes()
	for i := range text {
		x := bytes.Clone(text)
		x[i] ^= 1
		if _, err := ReadCopy(bytes.NewReader(x)); err == nil {
			t.Errorf("byte %d, %q, can be another", i, text[i])
		}
		if _, err := ReadCopy(bytes.NewReader(text[:i])); err == nil {
			t.Errorf("it can end before byte %d", i)
		}
	}
}

// FuzzCopy reads arbitrary bytes. What the reader accepts must be written again as the same text.
func FuzzCopy(f *testing.F) {
	for _, text := range []string{
		`{"loophole":"match copy","format":1,"id":"a","created":1,"over":false,"lines":1,"hands":0,"answers":0,"facts":{},"standing":{},"seats":[]}` + "\nx\n{\"sum\":\"\"}\n",
		`{"loophole":"match copy","format":9}` + "\n", "{}\n", "", strings.Repeat("[", 9000),
	} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ReadCopy(bytes.NewReader(text))
		if err != nil {
			return
		}
		var b bytes.Buffer
		if err := c.Write(&b); err != nil {
			t.Fatal(err)
		}
		if again, err := ReadCopy(&b); err != nil || len(again.Lines) != len(c.Lines) {
			t.Error(again, err)
		}
	})
}
