package winprob

import (
	"bytes"
	"cmp"
	"context"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"slices"
	"sync"

	"loophole/game"
)

// format is the version of the inputs and of the files. A model of another version is fitted again.
const format = 1

// Key identifies the game that a model is fitted to: the rules, the house rules and the set-up.
func Key(f *game.Instance) (string, error) {
	setup, err := json.Marshal(f.Setup)
	if err != nil {
		return "", fmt.Errorf("winprob: the scenario: %w", err)
	}
	d := sha256.New()
	fmt.Fprintf(d, "%d %s %s %s %v\n", format, f.Game.Rules.ID, f.Game.Rules.Hash(), f.House.Hash(), f.House.Strict)
	d.Write(setup)
	return hex.EncodeToString(d.Sum(nil)[:16]), nil
}

// A file is a model as it is stored.
type file struct {
	Key        string     `json:"key"`
	Quality    Quality    `json:"quality"`
	Rounds     int        `json:"rounds"`
	StartValue [2]float32 `json:"worth"` // "worth" in files of format 1
	Models     [2]float32 `json:"models"`
	Fields     []field    `json:"fields"`
	Weights    string     `json:"weights"` // two for each input, as 16-bit units of 1/unit, in base64
}

// A field has its place in the position and the upper ends of its levels but the last.
type field struct {
	At     int32     `json:"at"`
	Levels []float32 `json:"levels"`
}

// unit is the precision of weights: they are whole multiples of 1/unit.
const unit = 2048

// round rounds the weights to what a file can hold.
func (m *Model) round() {
	for i := range m.Weights {
		for j, w := range m.Weights[i] {
			m.Weights[i][j] = float32(int16(max(math.MinInt16, min(math.MaxInt16, math.Round(float64(w)*unit))))) / unit
		}
	}
}

// Encode writes the model as JSON, under the key of its game.
func (m *Model) Encode(key string) ([]byte, error) {
	x := file{Key: key, Quality: m.Quality, Rounds: m.Rounds, StartValue: m.StartValue, Models: m.encoding.Models}
	for _, f := range m.Fields {
		x.Fields = append(x.Fields, field{f.Field, f.Levels[:len(f.Levels)-1]})
	}
	var b []byte
	for _, w := range m.Weights {
		for _, v := range w {
			b = binary.LittleEndian.AppendUint16(b, uint16(int16(v*unit)))
		}
	}
	x.Weights = base64.StdEncoding.EncodeToString(b)
	return json.Marshal(x)
}

// decode reads a model for a game with the given number of fields in its positions. It reports
// false for another key and for invalid data. anyKey accepts every key.
func decode(data []byte, key string, fields int) (*Model, bool) {
	var x file
	if json.Unmarshal(data, &x) != nil || x.Key != key && key != anyKey || x.Rounds < 1 || !(x.StartValue[0] > 0 && x.StartValue[1] > 0 && x.Models[0] > 0 && x.Models[1] > 0) {
		return nil, false
	}
	m := &Model{encoding: encoding{Rounds: x.Rounds, StartValue: x.StartValue, Models: x.Models, Inputs: summaries}, Quality: x.Quality}
	for _, f := range x.Fields {
		if f.At < 0 || int(f.At) >= fields {
			return nil, false
		}
		m.Fields = append(m.Fields, fieldCode{f.At, int32(m.Inputs), append(f.Levels, math.MaxFloat32)})
		m.Inputs += len(f.Levels) + 1
	}
	b, err := base64.StdEncoding.DecodeString(x.Weights)
	if err != nil || len(b) != 4*m.Inputs {
		return nil, false
	}
	m.Weights = make([][2]float32, m.Inputs)
	for i := range m.Weights {
		for j := range m.Weights[i] {
			m.Weights[i][j] = float32(int16(binary.LittleEndian.Uint16(b[4*i+2*j:]))) / unit
		}
	}
	return m, true
}

//go:generate go run ../tools/models models

// BundledFile returns the name of the file of a bundled model.
func BundledFile(ruleset, scenario string) string {
	return ruleset + "-" + scenario + ".json"
}

// Bundled reports whether the model of a game comes with the program.
func Bundled(f *game.Instance) bool {
	key, err := Key(f)
	if err != nil {
		return false
	}
	_, ok := bundledModel(f, key)
	return ok
}

// anyKey stands for every key.
const anyKey = ""

// bundledModel reads the bundled model of a scenario, if it is of this key.
func bundledModel(f *game.Instance, key string) (*Model, bool) {
	data, err := fs.ReadFile(bundled(), BundledFile(f.Game.Rules.ID, f.Scenario))
	if err != nil {
		return nil, false
	}
	return decode(data, key, fieldsOf(f))
}

// fieldsOf returns the number of fields of a position.
func fieldsOf(f *game.Instance) int {
	var x game.Features
	f.Runner().Features(&x)
	return len(x.Fields)
}

// A Library finds models: those that come with the program, those in its folder, and those
// that it fits itself. It serves several goroutines.
type Library struct {
	// Folder stores fitted models, at most 2,000 of them; "" keeps them in memory only. A model
	// that cannot be written is fitted again next time.
	Folder string
	// Options configure the fits. The zero Options of a Library are 2 generations of 250 games,
	// which take some seconds.
	Options Options

	mu     sync.Mutex
	models map[string]*entry
}

// An entry is a model that is fitted or being fitted.
type entry struct {
	ready chan struct{}
	model *Model
	err   error
}

// mostModels bounds the memory of a Library: some 10 kB for each.
const mostModels = 500

// Model returns the model of a game. It waits while another goroutine fits it. The error is the
// context's if it is cancelled, or a [rule.MissingFactError] of strict house rules.
func (l *Library) Model(ctx context.Context, f *game.Instance) (*Model, error) {
	key, err := Key(f)
	if err != nil {
		return nil, err
	}
	for {
		l.mu.Lock()
		e, there := l.models[key]
		if !there {
			e = &entry{ready: make(chan struct{})}
			l.add(key, e)
		}
		l.mu.Unlock()
		if !there {
			e.model, e.err = l.find(ctx, f, key)
			if e.err != nil { // The next caller tries again.
				l.mu.Lock()
				if l.models[key] == e {
					delete(l.models, key)
				}
				l.mu.Unlock()
			}
			close(e.ready)
			return e.model, e.err
		}
		select {
		case <-ctx.Done():
			return nil, context.Cause(ctx)
		case <-e.ready:
		}
		if e.err == nil {
			return e.model, nil
		}
		if err := context.Cause(ctx); err != nil {
			return nil, err
		}
	}
}

// add adds an entry. The caller holds the lock.
func (l *Library) add(key string, e *entry) {
	if l.models == nil || len(l.models) >= mostModels {
		l.models = map[string]*entry{}
	}
	l.models[key] = e
}

// Ready returns the model of a game if it is available without a fit.
func (l *Library) Ready(f *game.Instance) (*Model, bool) {
	key, err := Key(f)
	if err != nil {
		return nil, false
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	e := l.models[key]
	if e == nil {
		m, ok := bundledModel(f, key)
		if !ok {
			m, ok = l.kept(f, key)
		}
		if ok {
			e = &entry{ready: make(chan struct{}), model: m}
			close(e.ready)
			l.add(key, e)
		}
		return m, ok
	}
	select {
	case <-e.ready:
		return e.model, e.err == nil
	default:
		return nil, false
	}
}

// Near returns a model for subtracting luck, which need not be exact: the bundled model of the
// scenario, even if the set-up or the house rules are changed. Without a bundled model it is
// [Library.Model], with its errors.
func (l *Library) Near(ctx context.Context, f *game.Instance) (*Model, error) {
	if m, ok := bundledModel(f, anyKey); ok {
		return m, nil
	}
	return l.Model(ctx, f)
}

// IsNear reports whether [Library.Near] has a model at once.
func (l *Library) IsNear(f *game.Instance) bool {
	if _, ok := bundledModel(f, anyKey); ok {
		return true
	}
	_, ok := l.Ready(f)
	return ok
}

// find reads a model, or fits it.
func (l *Library) find(ctx context.Context, f *game.Instance, key string) (*Model, error) {
	if m, ok := bundledModel(f, key); ok {
		return m, nil
	}
	if m, ok := l.kept(f, key); ok {
		return m, nil
	}
	o := l.Options
	if o.Games == 0 && o.Generations == 0 {
		o.Games, o.Generations = 250, 2
	}
	m, err := Fit(ctx, f, o)
	if err != nil {
		return nil, err
	}
	if l.Folder != "" {
		l.keep(m, key)
	}
	return m, nil
}

// file returns the name of the file of a model.
func (l *Library) file(key string) string { return filepath.Join(l.Folder, key+".json") }

// kept reads a model from the folder.
func (l *Library) kept(f *game.Instance, key string) (*Model, bool) {
	if l.Folder == "" {
		return nil, false
	}
	data, err := os.ReadFile(l.file(key))
	if err != nil {
		return nil, false
	}
	return decode(data, key, fieldsOf(f))
}

// mostFiles bounds the folder of a Library.
const mostFiles = 2000

// prune deletes the oldest models, to make room for another.
func (l *Library) prune() {
	list, err := filepath.Glob(filepath.Join(l.Folder, "*.json"))
	if err != nil || len(list) < mostFiles {
		return
	}
	age := map[string]int64{}
	for _, name := range list {
		if info, err := os.Stat(name); err == nil {
			age[name] = info.ModTime().UnixNano()
		}
	}
	slices.SortFunc(list, func(a, b string) int { return cmp.Compare(age[a], age[b]) })
	for _, name := range list[:len(list)-mostFiles+1] {
		os.Remove(name)
	}
}

// keep writes a model to the folder, completely or not at all. It ignores a folder that cannot be
// written: see [Library].
func (l *Library) keep(m *Model, key string) {
	data, err := m.Encode(key)
	if err != nil || os.MkdirAll(l.Folder, 0o755) != nil {
		return
	}
	l.prune()
	file, err := os.CreateTemp(l.Folder, "model")
	if err != nil {
		return
	}
	_, err = bytes.NewReader(data).WriteTo(file)
	if closed := file.Close(); err == nil && closed == nil {
		err = os.Rename(file.Name(), l.file(key))
	}
	if err != nil {
		os.Remove(file.Name())
	}
}
