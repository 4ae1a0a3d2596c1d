package policy

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"loophole/game"
	"loophole/internal/luck"
	"loophole/rule"
	"loophole/sim"
	"loophole/winprob"
)

// Options configure a series. The zero Options play 1,000 games of seed 0 on all cores.
type Options struct {
	Games   int    // 0 is 1,000
	First   uint64 // the number of the first game; game g draws from block g of the seed
	Seed    uint64 // of the dice and of the decisions
	Workers int    // goroutines; 0 is one for each core; the number does not change the result
	// Progress, if not nil, is called after each game with the number of games played so far.
	// Several goroutines call it.
	Progress func(done int)
	// Luck, if not nil, is a model that values positions, so that luck can be subtracted from the
	// results. It changes no game. Any model leaves the mean unbiased; a better one makes it more
	// precise.
	Luck *winprob.Model
	// Ended, if not nil, is called with the end of each game and its last position. Several goroutines
	// call it, in any order.
	Ended func(end game.Status, last game.Position)
	// Watch, if not nil, is called with each game that is over. Several goroutines call it, in
	// any order. It needs Luck.
	Watch func(*PlayedGame)
}

// maxActions bounds the actions of a game. A longer game is an error.
const maxActions = 100_000

// A Series holds the results of many games.
type Series struct {
	Instance *game.Instance
	Seed     uint64
	Games    int
	Won      [3]int // games won by side 0, won by side 1, and drawn
	Partial  bool   // the series was cancelled; Games counts the games that were played

	Actions Average
	Rounds  Average
	Lost    [2]Average // models that each side lost
	Metrics []Average  // the metrics of Instance.Game.Metrics at the end of a game
	Luck    Control    // with Options.Luck only
	Endings map[Ending]int
}

// An Ending is how a game ended.
type Ending struct {
	Winner int    // 0 or 1, or [game.Draw]
	Why    string // as in [game.Status]
}

// CommonestEnding returns the ending of most games, and their number. Of equally common endings it
// returns the one that sorts first, and without games the zero Ending.
func (b *Series) CommonestEnding() (e Ending, games int) {
	for x, n := range b.Endings {
		if n > games || n == games && cmp.Or(cmp.Compare(x.Winner, e.Winner), cmp.Compare(x.Why, e.Why)) < 0 {
			e, games = x, n
		}
	}
	return e, games
}

// An Average sums a whole number over N games.
type Average struct{ N, Sum, Squares int }

func (t *Average) add(v int) { t.N++; t.Sum += v; t.Squares += v * v }

func (t *Average) join(o Average) { t.N += o.N; t.Sum += o.Sum; t.Squares += o.Squares }

// Mean returns the mean over the games.
func (t Average) Mean() float64 { return float64(t.Sum) / float64(t.N) }

// StdErr returns the standard error of the mean. It is infinite for fewer than two games.
func (t Average) StdErr() float64 {
	if t.N < 2 {
		return math.Inf(1)
	}
	n, mean := float64(t.N), t.Mean()
	variance := max(0, float64(t.Squares)/n-mean*mean) * n / (n - 1)
	return math.Sqrt(variance / n)
}

// WinRate returns the share of games that a side won, and its standard error. Side 2 stands for
// draws.
func (b *Series) WinRate(side int) (share, stdErr float64) {
	n := float64(b.Games)
	share = float64(b.Won[side]) / n
	return share, math.Sqrt(share * (1 - share) / n)
}

// PlaySeries plays games between two policies from the start of an instance. Each goroutine makes
// its own pair of policies; they may share a [TranspositionTable]. The result depends only on the
// instance, the policies, the seed, the first game and the number of games: game g uses the dice of
// [sim.Sampler] at block g of the seed. When the context is cancelled, PlaySeries returns the
// finished games, or the cause if no game is finished.
func PlaySeries(ctx context.Context, f *game.Instance, sides [2]func() Policy, o Options) (*Series, error) {
	if o.Games == 0 {
		o.Games = 1000
	}
	if o.Games < 0 || o.Workers < 0 {
		return nil, errors.New("policy: the numbers of games and of workers must not be negative")
	}
	if o.Watch != nil && o.Luck == nil {
		return nil, errors.New("policy: Watch needs a model: set Luck")
	}
	if o.Workers == 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	b := &Series{Instance: f, Seed: o.Seed}
	var (
		next    atomic.Int64
		done    atomic.Int64
		lock    sync.Mutex
		failed  error
		workers sync.WaitGroup
	)
	fail := func(err error) {
		next.Store(int64(o.Games)) // No other game begins.
		lock.Lock()
		defer lock.Unlock()
		if failed == nil {
			failed = err
		}
	}
	for range min(o.Workers, o.Games) {
		workers.Go(func() {
			w := newWorker(f, sides, o)
			for _, x := range w.sides {
				if err := Prepare(ctx, x, f); err != nil {
					fail(err)
					return
				}
			}
			for ctx.Err() == nil {
				g := int(next.Add(1)) - 1
				if g >= o.Games {
					break
				}
				if err := w.play(o.First + uint64(g)); err != nil {
					fail(fmt.Errorf("policy: game %d of seed %d: %w", o.First+uint64(g), o.Seed, err))
					break
				}
				if n := done.Add(1); o.Progress != nil {
					o.Progress(int(n))
				}
			}
			lock.Lock()
			b.Add(&w.sums)
			lock.Unlock()
		})
	}
	workers.Wait()
	b.Partial = b.Games < o.Games
	if failed == nil && b.Games == 0 {
		failed = context.Cause(ctx)
	}
	return b, failed
}

// Add adds the results of other games of the same instance and policies, such as those of later games
// of the same seed. The sum is what one series of all games has.
func (b *Series) Add(o *Series) {
	b.Games += o.Games
	for i := range b.Won {
		b.Won[i] += o.Won[i]
	}
	b.Actions.join(o.Actions)
	b.Rounds.join(o.Rounds)
	for i := range b.Lost {
		b.Lost[i].join(o.Lost[i])
	}
	if b.Metrics == nil {
		b.Metrics = make([]Average, len(o.Metrics))
	}
	for i := range o.Metrics {
		b.Metrics[i].join(o.Metrics[i])
	}
	if b.Endings == nil {
		b.Endings = map[Ending]int{}
	}
	for e, n := range o.Endings {
		b.Endings[e] += n
	}
	b.Luck.join(&o.Luck)
}

// A worker plays games in one goroutine.
type worker struct {
	seed   uint64
	sides  [2]Policy
	chance [2]*Rand
	runner *game.Runner
	view   *game.Runner // nil if the game has no hidden information
	dice   *sim.Sampler
	umpire *rule.Umpire
	log    *answerLog // nil if nobody needs the answers so far
	luck   *luckWatch // nil if luck is not measured
	ended  func(game.Status, game.Position)
	action game.Action
	before game.Position // with a log only
	sums   Series
	loop   func()
	err    error
}

func newWorker(f *game.Instance, sides [2]func() Policy, o Options) *worker {
	w := &worker{seed: o.Seed, sides: [2]Policy{sides[0](), sides[1]()}, runner: f.Runner(), ended: o.Ended}
	if f.HasHiddenInfo() {
		w.view = f.Runner()
	}
	w.sums.Metrics, w.sums.Endings = make([]Average, len(f.Game.Metrics)), map[Ending]int{}
	w.dice = sim.NewSampler(o.Seed, 0, w.choose)
	if o.Luck != nil {
		w.luck = newLuckWatch(f, o)
	}
	var src rule.Source = w.dice
	if w.luck != nil || decides(w.sides[0]) || decides(w.sides[1]) {
		w.log = &answerLog{Source: w.dice}
		src = w.log
	}
	w.umpire = rule.NewUmpire(src, w.luck.record()).WithHouseRules(f.House)
	w.loop = w.game
	return w
}

// decides reports whether a policy looks at what may follow when it decides within actions.
func decides(x Policy) bool {
	_, ok := x.(Decider)
	return ok
}

func (w *worker) play(g uint64) error {
	w.runner.SetPosition(w.runner.Instance.Start)
	w.dice.Start(w.seed, g)
	for side := range w.chance {
		w.chance[side] = NewRand(w.seed, g, side)
	}
	if w.luck != nil {
		w.luck.start(w.seed, g)
	}
	w.err = nil
	if err := rule.Catch(w.loop); err != nil {
		return err
	}
	return w.err
}

// game plays one game to its end.
func (w *worker) game() {
	for n := 0; ; n++ {
		s := w.runner.Status()
		if s.Over {
			w.count(s, n)
			return
		}
		if n == maxActions {
			w.err = fmt.Errorf("it does not end within %d actions", n)
			return
		}
		a, err := w.sides[s.Side].ChooseAction(w.viewFor(s.Side), w.chance[s.Side])
		if err != nil {
			w.err = err
			return
		}
		if w.log != nil {
			w.action, w.before, w.log.answers = a, w.runner.Position(), w.log.answers[:0]
		}
		w.runner.Apply(w.umpire, a)
		if w.luck != nil && w.err == nil {
			w.err = w.luck.acted(w, s)
		}
		if w.err != nil {
			return
		}
	}
}

// viewFor returns the runner that a side's policy may see.
func (w *worker) viewFor(side int) *game.Runner {
	if w.view == nil {
		return w.runner
	}
	return w.view.View(w.runner, side)
}

// choose asks the side's policy for a decision within an action.
func (w *worker) choose(c rule.Choice) int {
	side := 0
	if c.By == w.runner.Instance.Sides[1] {
		side = 1
	}
	if w.log == nil || !decides(w.sides[side]) {
		return w.sides[side].ChooseOption(c, w.chance[side])
	}
	d := Decision{Choice: c, Position: w.before, Action: w.action, Answers: w.log.values()}
	i, err := Decide(w.sides[side], w.runner.Instance, d, w.chance[side])
	w.err = errors.Join(w.err, err)
	return i
}

// An answerLog is a source that keeps the answers of another one to the questions of an action.
type answerLog struct {
	rule.Source
	answers []luck.Answer
	plain   []int
}

// Roll answers as the other source, and keeps the answer.
func (l *answerLog) Roll(r rule.Roll) (int, []uint8, error) {
	v, faces, err := l.Source.Roll(r)
	l.answers = append(l.answers, luck.Answer{Value: v})
	return v, faces, err
}

// Choose answers as the other source, and keeps the answer.
func (l *answerLog) Choose(c rule.Choice) (int, error) {
	i, err := l.Source.Choose(c)
	l.answers = append(l.answers, luck.Answer{Value: i, Chosen: true})
	return i, err
}

// values lists the answers so far.
func (l *answerLog) values() []int {
	l.plain = l.plain[:0]
	for _, a := range l.answers {
		l.plain = append(l.plain, a.Value)
	}
	return l.plain
}

func (w *worker) count(s game.Status, actions int) {
	b := &w.sums
	b.Games++
	if s.Winner == game.Draw {
		b.Won[2]++
	} else {
		b.Won[s.Winner]++
	}
	b.Endings[Ending{s.Winner, s.Why}]++
	b.Actions.add(actions)
	b.Rounds.add(s.Round)
	_, lost := w.runner.CountModels()
	for side, n := range lost {
		b.Lost[side].add(n)
	}
	for i := range b.Metrics {
		b.Metrics[i].add(w.runner.Metric(i))
	}
	if w.ended != nil {
		w.ended(s, w.runner.Position())
	}
	if w.luck != nil {
		b.Luck.add(&s, w.luck.played.Luck, w.luck.played.Number)
		w.luck.over(w, s)
	}
}
