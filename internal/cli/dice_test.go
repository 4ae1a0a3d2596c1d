package cli

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestDice(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	for _, c := range []struct {
		args   []string
		status int
		says   []string
	}{
		{[]string{"4d6kh3", ">=", "16"}, 0, []string{"4d6kh3 >= 16\n", "chance  13.0 %  169/1296  1 in 7.67"}},
		{[]string{"2d6"}, 0, []string{"mean 7.00, standard deviation 2.42, median 7, most likely 7", "\n     12    2.78 %    2.78 %"}},
		{[]string{"d6 vs d6"}, 0, []string{"loses  41.7 %  5/12", "ties   16.7 %  1/6", "wins   41.7 %  5/12"}},
		{[]string{"d6!!x1 = 12"}, 0, []string{"1/36  1 in 36\n"}},
		{[]string{"2d6 = 4"}, 0, []string{"1/12  1 in 12\n"}},
		{[]string{"2d6 = 6"}, 0, []string{"5/36  1 in 7.20\n"}},
		{[]string{"3d6"}, 0, []string{"median 10, most likely 10 and 11; 90"}},
		{[]string{"d6"}, 0, []string{"median 3, all equally likely; 90"}},
		{[]string{"d{1:2, 2:2, 3:2, 4}"}, 0, []string{"median 2, most likely 1, 2 and 3; 90"}},
		{[]string{"d6!! = 12"}, 0, []string{"chance  0 %  0", "A die explodes at most 10 times in a row."}},
		{[]string{"d6", "--json"}, 0, []string{`"mean": "7/2"`, `"value": 6`, `"notes": []`}},
		{[]string{"d{hit:2, miss}", "--csv"}, 0, []string{"value,p,float\nhit,2/3,0.6666666666666666\nmiss,1/3,"}},
		{[]string{"d6 >= 5", "--csv"}, 0, []string{"holds,1/3,"}},
		{[]string{"2d6 + 1", "--roll", "2", "--seed", "7"}, 0, []string{"(2d6: "}},
		{[]string{"d6 > 3", "--roll", "1", "--seed", "7"}, 0, []string{"(d6: "}},
		{[]string{"3d6 >> 2"}, 2, []string{"expected a number", "\n  3d6 >> 2\n       ^"}},
		{[]string{"-d4 / 2"}, 2, []string{"unknown shorthand flag", `loophole dice -- "-d4 / 2"`}},
		{[]string{"--", "-d4 / 2"}, 0, []string{"mean -1.50"}},
		{[]string{"2d6 =7"}, 0, []string{"always 0", "No die shows 7 here"}},
		{nil, 2, []string{`EXPRESSION is missing, such as loophole dice "4d6kh3 >= 16"`}},
		{[]string{"d1000 * d1000 * d1000"}, 2, []string{"this is too large for an exact answer"}},
		{[]string{"d6", "--seed", "3"}, 2, []string{"--seed needs --roll"}},
		{[]string{"d6", "--roll", "1001"}, 2, []string{"--roll 1001: give a number from 1 to 1000"}},
		{[]string{"d6", "--roll", "0"}, 2, []string{"--roll 0: give a number from 1 to 1000"}},
		{[]string{"1 / (d6 - 1)"}, 2, []string{"divide by 0"}},
	} {
		status, out, err := run(t, append([]string{"dice"}, c.args...)...)
		for _, s := range c.says {
			if !strings.Contains(out+err, s) {
				t.Errorf("dice %q says %q %q; want %q", c.args, out, err, s)
			}
		}
		if status != c.status {
			t.Errorf("dice %q ends with %d, want %d", c.args, status, c.status)
		}
	}
	file := filepath.Join(t.TempDir(), "dice.svg")
	if status, _, err := run(t, "dice", "3d6", "--svg", file); status != 0 {
		t.Error(err)
	}
	if drawn, err := os.ReadFile(file); err != nil || !strings.Contains(string(drawn), "<title>3d6") && !strings.Contains(string(drawn), ">3d6<") {
		t.Errorf("%v %.300s", err, drawn)
	}
	// A seed rolls the same again.
	_, one, _ := run(t, "dice", "5d6!", "--roll", "20", "--seed", "3")
	_, two, _ := run(t, "dice", "5d6!", "--roll", "20", "--seed", "3")
	if one != two || strings.Count(one, "\n") != 20 {
		t.Errorf("%s\n%s", one, two)
	}
}
