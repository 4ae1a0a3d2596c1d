package cli

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"loophole/game"
	"loophole/internal/usertext"
	"loophole/scenario"
	"loophole/solve"
	"loophole/sweep"
)

// A Cluster spreads sweeps and solutions over machines. Its library would double the size of the program,
// so loophole has none, and loophole-cluster has that of package internal/cluster.
type Cluster interface {
	// Coordinate gives the shards of a sweep to workers and returns the result. With an error it
	// returns the finished part.
	Coordinate(ctx context.Context, o CoordinateOptions) (*sweep.Result, error)
	// Solve lets workers expand the positions of a game until the game is solved.
	Solve(ctx context.Context, o CoordinateOptions) error
	// Work computes shards for a coordinator.
	Work(ctx context.Context, o WorkOptions) error
}

// A Connection has what is needed to reach a NATS server.
type Connection struct {
	URL       string // empty: a server within the coordinator
	Group     string // prefix of all names, so that several sweeps can share a server
	Creds     string // file of user credentials
	Token     string // file of a token
	CA        string // file of certificates that sign those of the other side
	Cert, Key string // files of a certificate and its key
}

// CoordinateOptions are the options of a coordinator.
type CoordinateOptions struct {
	Connection
	Folder  string        // of the store of the server within the coordinator
	Listen  string        // address of that server
	Limit   int64         // bytes of the store; 0: as much as the disk has
	Status  string        // address of a page that shows what runs where; empty: none
	AckWait time.Duration // after which a silent worker is taken for lost
	Check   int           // the coordinator computes one result in so many again, by chance; 0: none
	Program string        // version of the program
	Bundle  *SweepBundle  // what workers get
	Plan    *sweep.Plan
	Start   *sweep.Result // what is known of the result
	Solve   SolveOptions  // instead of Plan and Start
	// Say prints a line for the user. Done is called when the result has grown, and every second; see
	// [sweep.Options]. Finish is called once with the complete result. If it fails, the shards are kept.
	Say    func(format string, values ...any)
	Done   func(r *sweep.Result, done, all int) error
	Finish func(r *sweep.Result) error
}

// SolveOptions are what a coordinator solves.
type SolveOptions struct {
	Name     string
	Instance *game.Instance
	From     game.Position
	Options  solve.Options
	// Finish is called once with the solution. If it fails, the work of the workers is kept.
	Finish func(*solve.Solution) error
}

// WorkOptions are the options of a worker.
type WorkOptions struct {
	Connection
	Name     string        // for the page of the coordinator
	Program  string        // version of the program
	Workers  int           // goroutines; 0 is one for each core
	Stay     bool          // whether to wait for another sweep after the end of one
	Patience time.Duration // how long to wait for a coordinator that does not answer
	Say      func(format string, values ...any)
	// Plan sets up the sweep of a coordinator.
	Plan func(*SweepBundle) (*sweep.Plan, error)
	// Fight sets up the game that a coordinator wants to solve.
	Fight func(*SolveBundle) (*game.Instance, error)
}

// A SweepBundle is a sweep file with the scenario files that it names, or a game to be solved.
type SweepBundle struct {
	Name      string         `json:"name"`
	Text      string         `json:"text"`
	Scenarios []ScenarioFile `json:"scenarios,omitempty"`
	Solve     *SolveBundle   `json:"solve,omitempty"`
}

// A SolveBundle is a game that is solved from a position.
type SolveBundle struct {
	Match     string `json:"match"` // the header of a match, which has the scenario and the house rules
	From      []byte `json:"from"`  // the position
	Positions int    `json:"positions"`
	Bytes     int    `json:"bytes"`
}

// A ScenarioFile is a file by the words that name it in a sweep file.
type ScenarioFile struct {
	Ruleset string `json:"ruleset,omitempty"`
	Name    string `json:"name"`
	Shown   string `json:"shown"`
	Text    string `json:"text"`
}

// errNoCluster is the error of the program without a cluster.
var errNoCluster = errors.New(`this program has no NATS library: loophole-cluster has it, with all commands of loophole
build it with: go build ./cmd/loophole-cluster`)

// addTo adds the flags of a connection.
func (x *Connection) addTo(fl *pflag.FlagSet) {
	fl.StringVar(&x.URL, "nats", "", "use the NATS server at this `URL`, such as nats://host:4222 or tls://host:4222")
	fl.StringVar(&x.Group, "group", "loophole", "begin all names at the server with this `NAME`, one for each coordinator")
	fl.StringVar(&x.Creds, "nats-creds", "", "identify with the user credentials in this `FILE`")
	fl.StringVar(&x.Token, "nats-token", "", "identify with the token in this `FILE`")
	fl.StringVar(&x.CA, "nats-ca", "", "accept certificates signed by those in this `FILE`")
	fl.StringVar(&x.Cert, "nats-cert", "", "present the certificate in this `FILE`")
	fl.StringVar(&x.Key, "nats-key", "", "the `FILE` of the key of --nats-cert")
}

// mostGroup bounds the name of a group.
const mostGroup = 40

func (x *Connection) check() error {
	if (x.Cert == "") != (x.Key == "") {
		return errors.New("--nats-cert and --nats-key: give both")
	}
	if x.Group == "" || len(x.Group) > mostGroup || strings.Trim(x.Group, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" {
		return fmt.Errorf("--group %s: give up to %d lower-case letters, digits and hyphens", x.Group, mostGroup)
	}
	return nil
}

// coordinateFlags are the flags of sweep --coordinate.
type coordinateFlags struct {
	CoordinateOptions
	wanted bool
	limit  string
}

func (f *coordinateFlags) addTo(fl *pflag.FlagSet) {
	fl.BoolVar(&f.wanted, "coordinate", false, "give the work to processes of loophole-cluster work on any machine")
	f.Connection.addTo(fl)
	fl.StringVar(&f.Folder, "store", "", "keep results in this `FOLDER` (default the name of the file with .store)")
	fl.StringVar(&f.limit, "store-limit", "", "the largest `SIZE` of the store, such as 512M (default as the disk allows)")
	fl.StringVar(&f.Listen, "listen", "127.0.0.1:4222", "accept workers at this `ADDRESS`; port 0 takes a free port")
	fl.StringVar(&f.Status, "status", "", "serve a page that shows the work of each machine, and /state.json, at this `ADDRESS`")
	fl.IntVar(&f.Check, "check", 0, "compute about one result in this `NUMBER` again, and end with an error if it differs")
	fl.DurationVar(&f.AckWait, "ack-wait", 30*time.Second, "give a shard to another worker if its worker is silent for `TIME`")
}

// clusterOnly hides flags in a program without a cluster.
func (c *console) clusterOnly(fl *pflag.FlagSet, names ...string) {
	if c.cluster == nil {
		for _, name := range names {
			fl.MarkHidden(name)
		}
	}
}

// addCoordinate adds the flags of --coordinate to a command. Without --coordinate the others
// are an error.
func (c *console) addCoordinate(cmd *cobra.Command, f *coordinateFlags) {
	own := pflag.NewFlagSet("", pflag.ContinueOnError)
	f.addTo(own)
	var names []string
	own.VisitAll(func(x *pflag.Flag) {
		cmd.Flags().AddFlag(x)
		names = append(names, x.Name)
	})
	c.clusterOnly(cmd.Flags(), names...)
	before := cmd.PreRunE
	cmd.PreRunE = func(cmd *cobra.Command, args []string) error {
		for _, name := range names {
			if !f.wanted && cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s: give it with --coordinate", name)
			}
		}
		for _, name := range []string{"shard", "workers"} {
			if f.wanted && cmd.Flags().Lookup(name) != nil && cmd.Flags().Changed(name) {
				return fmt.Errorf("--%s: leave it out with --coordinate", name)
			}
		}
		if before == nil {
			return nil
		}
		return before(cmd, args)
	}
}

// valid checks the flags and completes them. A file names the store.
func (f *coordinateFlags) check(file string) (err error) {
	if err := f.Connection.check(); err != nil {
		return err
	}
	if f.AckWait < leastAckWait || f.AckWait > time.Hour {
		return fmt.Errorf("--ack-wait %s: give a time from %s to 1h", f.AckWait, leastAckWait)
	}
	if f.Check < 0 {
		return fmt.Errorf("--check %d: give a number of 1 or more, or 0 for no check", f.Check)
	}
	if f.URL != "" && (f.Folder != "" || f.limit != "") {
		return errors.New("--nats: leave out --store and --store-limit, since that server has a store of its own")
	}
	if f.Folder == "" {
		if f.URL == "" && (file == "-" || file == "") {
			return errors.New("--coordinate: name the folder of the shards with --store")
		}
		f.Folder = strings.TrimSuffix(file, filepath.Ext(file)) + ".store"
	}
	if f.limit != "" {
		if f.Limit, err = sizeOf("store-limit", f.limit, 1); err != nil {
			return err
		}
	}
	return nil
}

// leastAckWait is the least value of --ack-wait.
const leastAckWait = time.Second

// coordinate runs a sweep by a cluster.
func (c *console) coordinate(ctx context.Context, f *sweepFlags, plan *sweep.Plan, start *sweep.Result, k *keeper) error {
	o := f.coordinate.CoordinateOptions
	o.Program, o.Plan, o.Start = version(), plan, start
	o.Say = c.say
	progress := c.sweepProgress(start.Name)
	defer progress.clear()
	o.Done = func(r *sweep.Result, done, all int) error {
		progress.show(done, all)
		return k.saveIfDue(r)
	}
	o.Finish = func(r *sweep.Result) error {
		progress.clear()
		if err := k.save(r); err != nil {
			return err
		}
		return c.showSweep(r, f, 1)
	}
	r, err := c.cluster.Coordinate(ctx, o)
	if r != nil && err != nil {
		err = errors.Join(err, k.save(r))
	}
	return err
}

// say prints a line. It escapes control characters, because a line may quote another machine.
func (c *console) say(format string, values ...any) {
	fmt.Fprintln(c.err, usertext.Shown(fmt.Sprintf(format, values...)))
}

func (c *console) workCommand() *cobra.Command {
	var o WorkOptions
	cmd := &cobra.Command{
		Use:   "work",
		Short: "Compute shards of a sweep or a solution that another machine coordinates",
		Long: `Compute shards of the sweep of a coordinator, which sweep --coordinate starts, until it is
complete; or expand positions for a solution, which solve --coordinate starts. Workers may
join and leave at any time, on any machine. They need no files.

The coordinator rejects a worker with another version of the program, or with other rules.
On Ctrl-C and SIGTERM a worker gives its unfinished shards back. If a worker is killed, others
compute its unfinished shards.`,
		Example: `  loophole-cluster sweep rounds.yaml --coordinate --listen 0.0.0.0:4222
  loophole-cluster work --nats nats://coordinator:4222 --nats-token token`,
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		Hidden:            c.cluster == nil,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.work(cmd.Context(), &o) },
	}
	fl := cmd.Flags()
	o.addTo(fl)
	fl.IntVar(&o.Workers, "workers", 0, "compute in this `NUMBER` of goroutines (default one for each core)")
	fl.BoolVar(&o.Stay, "stay", false, "wait for another sweep after the end of one")
	fl.DurationVar(&o.Patience, "patience", time.Minute, "end after this `TIME` without work and without a coordinator")
	fl.StringVar(&o.Name, "name", "", "the `NAME` of this worker for the coordinator (default that of the machine)")
	return cmd
}

// work joins a coordinator.
func (c *console) work(ctx context.Context, o *WorkOptions) error {
	if c.cluster == nil {
		return fmt.Errorf("work: %w", errNoCluster)
	}
	if err := checkWorkers(o.Workers); err != nil {
		return err
	}
	if err := o.check(); err != nil {
		return err
	}
	if o.URL == "" {
		return errors.New("work: name the server of the coordinator with --nats, such as nats://host:4222")
	}
	if o.Patience < time.Second {
		return fmt.Errorf("--patience %s: give a second or more", o.Patience)
	}
	if o.Name == "" {
		host, _ := os.Hostname()
		o.Name = fmt.Sprintf("%s/%d", host, os.Getpid())
	}
	o.Program, o.Say, o.Plan, o.Fight = version(), c.say, c.bundledPlan, bundledFight
	keepModels()
	ctx, stop := terminated(ctx)
	defer stop()
	return c.cluster.Work(ctx, *o)
}

// bundledPlan sets up the sweep of a bundle.
func (c *console) bundledPlan(b *SweepBundle) (*sweep.Plan, error) {
	return sweep.Read(b.Name, strings.NewReader(b.Text), func(ruleset, name string) (*scenario.Scenario, error) {
		for _, f := range b.Scenarios {
			if f.Ruleset == ruleset && f.Name == name {
				return scenario.Read(f.Shown, strings.NewReader(f.Text))
			}
		}
		if ruleset == "" {
			return bundled([]string{name})
		}
		return bundled([]string{ruleset, name})
	}, version())
}
