package embedding

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"loophole/internal/question"
	"loophole/rule"
	"loophole/scenario"
)

// HouseInput are house rules in a request.
type HouseInput struct {
	// House is the text of a house rules file, or an object with the keys of one, which may omit the ruleset.
	House   json.RawMessage `json:"house"`
	Rulings []string        `json:"rulings"` // NAME=READING
	Set     []string        `json:"set"`     // PATH=VALUE
}

// layers returns the settings of the house rules: those of the file, then those of the words.
func (in *HouseInput) layers(rules *rule.Ruleset) ([][]rule.Setting, error) {
	file, err := in.file(rules)
	if err != nil {
		return nil, err
	}
	rulings, wrong := question.Param{Name: "rulings", Prefix: "rulings.", Form: "NAME=READING"}.Parse(in.Rulings)
	values, err := question.Param{Name: "set", Form: "PATH=VALUE, such as facts.NAME=4"}.Parse(in.Set)
	return [][]rule.Setting{file, append(rulings, values...)}, errors.Join(wrong, err)
}

// file reads the house rules as the command line reads a house rules file.
func (in *HouseInput) file(rules *rule.Ruleset) ([]rule.Setting, error) {
	text, err := fileText(in.House)
	if err != nil || text == "" {
		return nil, err
	}
	var object map[string]json.RawMessage
	if json.Unmarshal(in.House, &object) == nil && object["ruleset"] == nil {
		object["ruleset"], _ = json.Marshal(rules.ID)
		whole, err := json.Marshal(object)
		if err != nil {
			return nil, err
		}
		text = string(whole)
	}
	id, settings, err := scenario.ReadHouseRules("house", strings.NewReader(text))
	if err == nil && id != rules.ID {
		err = fmt.Errorf("house: these house rules are for %s, not for %s", id, rules.ID)
	}
	return settings, err
}

// fileText returns a value as the text of a file: a text itself, and an object as JSON. The text of
// an absent value is empty.
func fileText(v json.RawMessage) (string, error) {
	switch {
	case len(v) == 0 || string(v) == "null":
		return "", nil
	case v[0] != '"':
		return string(v), nil
	}
	var text string
	err := json.Unmarshal(v, &text)
	return text, err
}
