package cli

import "testing"

type taskKind uint8

func (taskKind) Names() []string { return []string{"clear", "hold", "dance"} }

type wordKind string

func (wordKind) Names() []string { return []string{"clear"} }

// TestForeignTasks: a set-up of another module may have a field Task of any shape.
func TestForeignTasks(t *testing.T) {
	type embedded struct{ Task struct{ Kind taskKind } }
	for _, c := range []struct {
		name  string
		setup any
		want  string
	}{
		{"whole", struct {
			Task struct {
				Kind taskKind
				Side int8
				Many int
			}
		}{struct {
			Kind taskKind
			Side int8
			Many int
		}{1, 1, 2}}, "blue: hold 2 of the objectives at the end of the game"},
		{"own kind", struct{ Task struct{ Kind, Side taskKind } }{struct{ Kind, Side taskKind }{2, 0}}, "red: dance"},
		{"nothing", nil, ""},
		{"no task", struct{}{}, ""},
		{"no struct", struct{ Task int }{}, ""},
		{"no kind", struct{ Task struct{ Side int } }{}, ""},
		{"no names", struct{ Task struct{ Kind, Side int } }{}, ""},
		{"no side", struct{ Task struct{ Kind taskKind } }{}, ""},
		{"side is a word", struct {
			Task struct {
				Kind taskKind
				Side string
			}
		}{}, ""},
		{"kind is a word", struct {
			Task struct {
				Kind wordKind
				Side int
			}
		}{}, ""},
		{"kind too large", struct{ Task struct{ Kind, Side taskKind } }{struct{ Kind, Side taskKind }{3, 0}}, ""},
		{"side too large", struct{ Task struct{ Kind, Side taskKind } }{struct{ Kind, Side taskKind }{0, 2}}, ""},
		{"no number", struct{ Task struct{ Kind, Side taskKind } }{struct{ Kind, Side taskKind }{1, 0}}, ""},
		{"embedded nil", struct{ *embedded }{}, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			if got := taskOf(c.setup, []string{"red", "blue"}); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
