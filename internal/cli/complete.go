package cli

import (
	"fmt"
	"os"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"loophole/rule"
	"loophole/rulesets"
	"loophole/scenario"
)

// Shell completion offers rulebooks, procedures, keys and values, each with a description. It
// reports no errors: an unknown name has no completions.

const (
	noFiles = cobra.ShellCompDirectiveNoFileComp
	noSpace = cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveNoSpace
)

// offer returns a completion with its description.
func offer(word, about string) string { return word + "\t" + about }

func completeRuleset(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, noFiles
	}
	var out []string
	for _, r := range rulesets.All {
		out = append(out, offer(r.ID, r.Title+", "+r.Chapter))
	}
	return out, noFiles
}

func completeProcedure(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeRuleset(cmd, args, word)
	}
	rules, err := rulesets.Find(args[0])
	if err != nil || len(args) > 1 {
		return nil, noFiles
	}
	var out []string
	for _, p := range rules.Procedures {
		out = append(out, offer(p.Name, p.Gist))
	}
	return out, noFiles
}

func completeTable(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeRuleset(cmd, args, word)
	}
	rules, err := rulesets.Find(args[0])
	if err != nil || len(args) > 1 {
		return nil, noFiles
	}
	return tableNames(rules), noFiles
}

func completeRuling(args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return completeRuleset(nil, args, word)
	}
	rules, err := rulesets.Find(args[0])
	if err != nil || len(args) > 1 {
		return nil, noFiles
	}
	var out []string
	for _, r := range rules.Rulings {
		out = append(out, offer(r.Name, r.Question))
	}
	return out, noFiles
}

// completeQuestion completes the arguments of a question: rulebook, procedure, then settings.
func completeQuestion(cmd *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	proc := typedProcedure(cmd, args)
	if proc == nil {
		return completeProcedure(cmd, args, word)
	}
	if key, _, ok := strings.Cut(word, "="); ok {
		return completeValue(proc, key), noFiles
	}
	given := map[string]bool{}
	for _, a := range args {
		k, _, _ := strings.Cut(a, "=")
		given[k] = true
	}
	var out []string
	for _, k := range proc.Keys() {
		for _, path := range typedKey(k.Path, word) {
			if !given[path] {
				out = append(out, offer(path+"=", k.Doc))
			}
		}
	}
	return out, noSpace
}

// typedProcedure returns the procedure that the arguments or the file name, or nil.
func typedProcedure(cmd *cobra.Command, args []string) *rule.Procedure {
	names, _ := splitNames(args)
	var h scenario.Header
	if file, _ := cmd.Flags().GetString("file"); file != "" && file != "-" {
		if f, err := os.Open(file); err == nil {
			defer f.Close()
			_, h, _ = scenario.ReadSituation(file, f)
		}
	}
	_, proc, err := findProcedure(names, h, "")
	if err != nil {
		return nil
	}
	return proc
}

// typedKey returns a key as it can be typed. For a key of list elements it fills in the number,
// and returns nothing until the name of the list has been typed.
func typedKey(path, word string) []string {
	list, field, in := strings.Cut(path, ".N")
	if !in {
		return []string{path}
	}
	rest, ok := strings.CutPrefix(word, list+".")
	if !ok {
		return nil
	}
	number, _, _ := strings.Cut(rest, ".")
	if _, err := strconv.Atoi(number); err != nil {
		number = "1"
	}
	return []string{list + "." + number + field}
}

// mostValues is how many numbers a range may have for each of them to be offered.
const mostValues = 40

func completeValue(proc *rule.Procedure, path string) []string {
	k := keyOf(map[string]rule.Key{}, proc, path)
	if k.Kind == "list" {
		for _, x := range proc.Keys() {
			if strings.HasPrefix(x.Path, k.Path+".N") {
				k = x
				break
			}
		}
	}
	values := k.Values
	if k.Kind == "integer" && k.Max-k.Min < mostValues {
		for v := k.Min; v <= k.Max; v++ {
			values = append(values, strconv.Itoa(v))
		}
	}
	var out []string
	for _, v := range values {
		out = append(out, path+"="+v)
	}
	return out
}

// registerHouse completes --ruling and --set.
func registerHouse(cmd *cobra.Command) {
	cmd.RegisterFlagCompletionFunc("ruling", func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		return completeReading(args), noFiles
	})
	cmd.RegisterFlagCompletionFunc("set", func(_ *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
		return completeSet(args), noSpace
	})
}

// registerQuestion completes --ruling, --set, --example and --event.
func registerQuestion(cmd *cobra.Command) {
	registerHouse(cmd)
	cmd.RegisterFlagCompletionFunc("example", func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if p := typedProcedure(cmd, args); p != nil {
			for _, e := range p.Examples {
				out = append(out, offer(e.Name, e.Gist))
			}
		}
		return out, noFiles
	})
	cmd.RegisterFlagCompletionFunc("event", func(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
		var out []string
		if p := typedProcedure(cmd, args); p != nil {
			for _, e := range p.Events {
				out = append(out, offer(e.Name, e.Gist))
			}
		}
		return out, noFiles
	})
}

func completeReading(args []string) []string {
	var out []string
	if rules := typedRuleset(args); rules != nil {
		for _, r := range rules.Rulings {
			for _, x := range r.Readings {
				out = append(out, offer(r.Name+"="+x.Name, x.Gist))
			}
		}
	}
	return out
}

func completeSet(args []string) []string {
	var out []string
	rules := typedRuleset(args)
	if rules == nil {
		return nil
	}
	for _, f := range rules.Facts {
		out = append(out, offer("facts."+f.Name+"=", fmt.Sprintf("%d; %s", f.Value, f.Text)))
	}
	for _, t := range rules.Tables {
		for _, r := range t.Rows {
			for i, c := range t.Columns {
				out = append(out, offer(fmt.Sprintf("tables.%s.%s.%s=", t.Name, r.Name, c.Name), fmt.Sprintf("%d; %s", r.Cells[i], c.Text)))
			}
		}
	}
	return out
}

func typedRuleset(args []string) *rule.Ruleset {
	if len(args) == 0 {
		return nil
	}
	rules, err := rulesets.Find(args[0])
	if err != nil {
		return nil
	}
	return rules
}
