package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"net"
	"net/netip"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"runtime"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"loophole/internal/format"
	"loophole/internal/store"
	"loophole/odds"
	"loophole/tabletop"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	listen    string
	data      string
	noBrowser bool
	lan       bool
	most      int
	keep      int
	idle      int
	budget    int64
	rate      float64
	streams   int
	begins    float64
	memory    string
	hosts     []string
	proxies   []string
	check     bool
	metrics   string
	cert, key string
	fetched   fetched
}

const serveHelp = `Serve the tabletop: pages on which matches are played in a browser, by two people at
one screen or far apart and by policies, and the API that the pages use.

It listens on this machine alone unless --listen says otherwise; with another
address everybody who reaches it can begin matches, and a server before it should
speak TLS. Matches are kept in the folder --data and go on after a restart.

To play with somebody in the same room nothing need be restarted: a switch in the
page, with the links of a match, opens the server to the network of this machine
(Wi-Fi, cable) and closes it again. Only whoever has the key can press it; the address
that is shown with #host= hands the key to the browser. --lan opens it from the
beginning. Whoever is in that network can then begin matches, and play those of
which he has a link; what is said is not encrypted.`

func (c *console) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:               "serve",
		Short:             "Serve the tabletop and its API to browsers",
		Long:              serveHelp,
		Example:           "  loophole serve\n  loophole serve --lan\n  loophole serve --listen 0.0.0.0:8047 --data /var/lib/loophole --no-browser",
		Args:              cobra.NoArgs,
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.serve(cmd.Context(), &f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "", "listen on this `ADDRESS`; port 0 takes any that is free (default "+usual+", or a free port)")
	fl.StringVar(&f.data, "data", "", "keep matches in this `FOLDER`; by default in the user's folder of data")
	fl.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	fl.BoolVar(&f.lan, "lan", false, "let others in the same private network come in from the beginning; the page has a switch for it")
	fl.IntVar(&f.most, "max-matches", 10_000, "keep at most `N` matches")
	fl.IntVar(&f.keep, "keep-days", 0, "delete a match `N` days after it began; 0 keeps it for ever")
	fl.IntVar(&f.idle, "idle-days", 0, "delete a match in which nobody acts for `N` days; 0 keeps it for ever")
	fl.Int64Var(&f.budget, "odds-budget", odds.DefaultBudget, "how many `RUNS` of a procedure an exact answer may take")
	fl.Float64Var(&f.rate, "rate", 200, "let one address ask `N` times a second; 0 bounds nothing")
	fl.IntVar(&f.streams, "max-streams", 4_000, "let at most `N` browsers listen at a time, half of them from one address")
	fl.Float64Var(&f.begins, "begin-rate", 2400, "let one address begin `N` matches an hour, half as many at once; 0 bounds nothing")
	fl.StringVar(&f.memory, "memory", "", "take no more than three quarters of this `SIZE`, as 512M; by default of what the machine, or the group of the process, has")
	fl.StringArrayVar(&f.hosts, "public-host", nil, "answer to this `NAME`, by which a proxy passes requests on; may be given again")
	fl.StringArrayVar(&f.proxies, "trusted-proxy", nil, "believe the X-Forwarded-For of this `ADDRESS` or network, as 127.0.0.1 or 10.0.0.0/8; may be given again")
	fl.StringVar(&f.metrics, "metrics", "", "serve /metrics at this `ADDRESS`, as 127.0.0.1:9047, and not beside the pages")
	fl.StringVar(&f.cert, "tls-cert", "", "speak TLS with the certificate in this `FILE`, which is read again when it is renewed")
	fl.StringVar(&f.key, "tls-key", "", "the `FILE` of its key")
	cmd.MarkFlagsRequiredTogether("tls-cert", "tls-key")
	fl.BoolVar(&f.fetched.wanted, "acme", false, "speak TLS with certificates for the --public-host names, got and renewed from Let's Encrypt, to whose terms you agree by this; it must reach this server at port 443")
	fl.StringVar(&f.fetched.email, "acme-email", "", "the `ADDRESS` that is told of trouble with the certificates")
	fl.StringVar(&f.fetched.authority, "acme-directory", "", "get the certificates from the authority with this `URL`, and not from Let's Encrypt")
	fl.BoolVar(&f.check, "check", false, "look the database and every match in it through, say what does not hold, and end")
	cmd.MarkFlagDirname("data")
	return cmd
}

const (
	day      = 24 * time.Hour
	mostDays = 36500 // a hundred years
)

// serve serves until it is interrupted.
func (c *console) serve(ctx context.Context, f *serveFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	dir, free, err := keeps(f.data)
	if err != nil {
		return err
	}
	defer free()
	if f.check {
		return c.check(ctx, dir)
	}
	l, err := c.listen(ctx, f)
	if err != nil {
		return err
	}
	address := l.Addr().(*net.TCPAddr)
	l, page, err := f.spoken(l, dir)
	if err != nil {
		return err
	}
	st, key, err := opened(dir)
	if err != nil {
		l.Close()
		return err
	}
	log, logged := c.log()
	defer logged.Close()
	o.Loopback, o.Log, o.HostKey, o.Port = address.IP.IsLoopback(), log, key, uint16(address.Port)
	s := tabletop.New(st, o)
	if f.metrics != "" {
		end, err := measured(ctx, f.metrics, s.Metrics())
		if err != nil {
			l.Close()
			s.Close()
			return errors.Join(fmt.Errorf("--metrics: %w", err), st.Close())
		}
		defer end()
	}
	page = c.welcome(page, dir, o)
	if f.lan {
		c.letIn(s)
	}
	if !f.noBrowser && terminal(c.out) {
		browse(page)
	}
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM) // as service managers end it
	defer stop()
	err = s.Serve(ctx, l)
	s.Close()
	return errors.Join(err, c.ended(st, dir))
}

// options holds the flags against what they may be, before anything is opened.
func (f *serveFlags) options() (o tabletop.Options, err error) {
	if f.keep < 0 || f.idle < 0 || f.keep > mostDays || f.idle > mostDays {
		return o, fmt.Errorf("--keep-days and --idle-days take numbers from 0 to %d", mostDays)
	}
	if f.most < 1 || f.budget < 1 || f.streams < 1 || f.rate < 0 || f.begins < 0 {
		return o, errors.New("--max-matches, --max-streams and --odds-budget take numbers of 1 or more, --rate and --begin-rate of 0 or more")
	}
	if f.lan && f.listen != "" && !onLoopback(f.listen) {
		return o, errors.New("--lan opens a server that listens on this machine alone; with --listen it is open already")
	}
	if err := f.fetched.valid(f.hosts, f.cert); err != nil {
		return o, err
	}
	o = tabletop.Options{
		Program: version(), MaxMatches: f.most, OddsBudget: f.budget, Rate: f.rate,
		Keep: time.Duration(f.keep) * day, Idle: time.Duration(f.idle) * day,
		MaxStreams: f.streams, Begins: f.begins, Hosts: f.hosts, HideMetrics: f.metrics != "",
	}
	if o.Proxies, err = proxiesOf(f.proxies); err != nil {
		return o, err
	}
	o.MaxBytes, err = limitMemory(f.memory)
	return o, err
}

// spoken speaks on a listener what the flags say, HTTP or TLS, and returns the address of
// the pages. It closes the listener if it cannot.
func (f *serveFlags) spoken(l net.Listener, dir string) (_ net.Listener, page string, err error) {
	at := visible(l.Addr().(*net.TCPAddr))
	switch {
	case f.fetched.wanted:
		return tls.NewListener(l, f.fetched.config(f.hosts, dir)), "https://" + f.hosts[0] + "/", nil
	case f.cert != "":
		l, err = encrypted(l, f.cert, f.key)
		return l, "https://" + at + "/", err
	}
	return l, "http://" + at + "/", nil
}

// opened opens the matches in a folder, and reads the key of whoever runs the server.
func opened(dir string) (*store.Store, string, error) {
	st, err := store.Open(dir)
	if err != nil {
		return nil, "", fmt.Errorf("%w\nname another folder with --data, or move the file away", err)
	}
	key, err := hostKey(dir)
	if err != nil {
		return nil, "", errors.Join(fmt.Errorf("--data: %w", err), st.Close())
	}
	return st, key, nil
}

// encrypted speaks TLS on a listener, which it closes if it cannot.
func encrypted(l net.Listener, cert, key string) (net.Listener, error) {
	pair := &certificate{cert: cert, key: key}
	if _, err := pair.now(nil); err != nil {
		l.Close()
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	return tls.NewListener(l, &tls.Config{GetCertificate: pair.now, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}), nil
}

// welcome says where the tabletop is, and returns the address for whoever runs it.
func (c *console) welcome(page, dir string, o tabletop.Options) string {
	fmt.Fprintf(c.out, "The tabletop is at %s\nMatches are kept in %s. Ctrl-C ends the server; they go on when it is back.\n", page, dir)
	if o.Loopback {
		page += "#host=" + o.HostKey
		fmt.Fprintf(c.out, "Friends in the room are let in from its pages, by you alone: %s\n", page)
	}
	return page
}

// proxiesOf reads the addresses of proxies, and networks of them.
func proxiesOf(words []string) (list []netip.Prefix, err error) {
	for _, w := range words {
		p, err := netip.ParsePrefix(w)
		if err != nil {
			a, err := netip.ParseAddr(w)
			if err != nil {
				return nil, fmt.Errorf("--trusted-proxy %s: want an address or a network, as 127.0.0.1 or 10.0.0.0/8", w)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// letIn opens the server to the network, or says why that cannot be.
func (c *console) letIn(s *tabletop.Server) {
	if err := s.OpenNetwork(); err != nil {
		fmt.Fprintf(c.err, "--lan: %v\n", err)
		return
	}
	fmt.Fprintf(c.out, "Others in the network reach it at %s\n", strings.Join(s.Addresses(), " and "))
}

// onLoopback reports whether an address to listen on is of this machine alone.
func onLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// hostKey is the key of whoever runs the server. It is kept beside the matches, so
// that a browser has it still when the server is back.
func hostKey(dir string) (string, error) {
	name := filepath.Join(dir, "host.key")
	if b, err := os.ReadFile(name); err == nil && len(b) >= 22 {
		return string(b), nil
	}
	key := rand.Text()
	return key, os.WriteFile(name, []byte(key), 0o600)
}

// ended closes the store and says what it keeps.
func (c *console) ended(st *store.Store, dir string) error {
	n, err := st.Count(context.Background())
	if err = errors.Join(err, st.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nThe server has ended and keeps %s in %s.\n", format.Counted(n, "matches"), dir)
	return nil
}

// usual is where the tabletop is served if nothing else was said.
const usual = "127.0.0.1:8047"

// listen opens the address. Where the usual one is taken, as by another
// tabletop, it takes any that is free and says so.
func (c *console) listen(ctx context.Context, f *serveFlags) (net.Listener, error) {
	var at net.ListenConfig
	address := cmp.Or(f.listen, usual)
	l, err := at.Listen(ctx, "tcp", address)
	if f.listen == "" && errors.Is(err, syscall.EADDRINUSE) {
		fmt.Fprintf(c.err, "%s is taken, perhaps by a tabletop that is served already\n", usual)
		l, err = at.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", address, err)
	}
	return l, nil
}

// dataFolder is where matches are kept.
func dataFolder(given string) (string, error) {
	if given != "" {
		return given, nil
	}
	dir, err := userData(runtime.GOOS, os.Getenv)
	if err != nil {
		return "", fmt.Errorf("--data: name a folder: %w", err)
	}
	return filepath.Join(dir, "loophole"), nil
}

// userData is the folder for the data of a user's programs, by the custom of
// the system.
func userData(system string, env func(string) string) (string, error) {
	name, below := "HOME", ".local/share"
	switch system {
	case "windows":
		name, below = "LocalAppData", ""
	case "darwin", "ios":
		below = "Library/Application Support"
	default:
		if dir := env("XDG_DATA_HOME"); filepath.IsAbs(dir) {
			return dir, nil
		}
	}
	dir := env(name)
	if dir == "" {
		return "", fmt.Errorf("%s is not set, so this user has no folder for data", name)
	}
	return filepath.Join(dir, filepath.FromSlash(below)), nil
}

// visible is an address as a browser on this machine reaches it.
func visible(a *net.TCPAddr) string {
	if a.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", a.Port)
	}
	return a.String()
}

// browse opens a browser if there is one. It is a convenience: the address
// stands on the screen as well.
func browse(page string) {
	name, args := "xdg-open", []string{page}
	switch runtime.GOOS {
	case "darwin":
		name = "open"
	case "windows":
		name, args = "rundll32", []string{"url.dll,FileProtocolHandler", page}
	}
	cmd := exec.Command(name, args...)
	if cmd.Start() == nil {
		go cmd.Wait()
	}
}
