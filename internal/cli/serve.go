package cli

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/tls"
	"errors"
	"fmt"
	"io/fs"
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
	"loophole/internal/server"
	"loophole/internal/site"
	"loophole/odds"
	"loophole/policy"
)

// serveFlags are the flags of serve.
type serveFlags struct {
	storeFlags
	listen    string
	noBrowser bool
	lan       bool
	most      int
	loaded    int
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
	program   string
	cert, key string
	acme      acmeFlags
	advertise string
	traces    string
	push      string
	share     float64
}

const serveHelp = `Serve the tabletop: pages to play matches in a browser, and the API that the pages use.
Two people can play at one screen or far apart, or against a policy.

By default only this machine can reach the server. --listen opens another address: then
anyone who reaches it can create matches, and a proxy before it, or --tls-cert or --acme,
should encrypt the connections. Matches are stored in the folder --data and continue
after a restart; so are the models that are fitted to scenarios of your own. With
--store, the matches are in a PostgreSQL database. Several servers can share it: each
match is at one of them, and the others forward its requests to the --advertise address
of that one. If a server ends, another takes its matches over.

To play with people in the same room, press the switch beside the links of a match. It
opens the server to the network of this machine (Wi-Fi, cable) and closes it again. Only
a browser with the host key can press it: open the address with #host= that the server
prints. --lan opens the network from the start. Anyone in that network can then create
matches and play those whose links they have. Connections are not encrypted.`

func (c *console) serveCommand() *cobra.Command {
	var f serveFlags
	cmd := &cobra.Command{
		Use:               "serve",
		Short:             "Serve the tabletop and its API to browsers",
		Long:              serveHelp,
		Example:           "  loophole serve\n  loophole serve --lan\n  loophole serve --listen 0.0.0.0:8047 --data /var/lib/loophole --no-browser",
		Args:              exactly(),
		ValidArgsFunction: cobra.NoFileCompletions,
		RunE:              func(cmd *cobra.Command, _ []string) error { return c.serve(cmd.Context(), &f) },
	}
	fl := cmd.Flags()
	fl.StringVar(&f.listen, "listen", "", "listen on this `ADDRESS`; port 0 takes a free port (default "+defaultAddress+", or a free port)")
	f.storeFlags.addTo(cmd, false, "store matches in this `FOLDER` (default in the user's data folder)", "store matches in the PostgreSQL database at this `URL`, such as postgres://user@host/database")
	fl.StringVar(&f.program, "program", "", "the `FOLDER` of the program for browsers: pages of matches with dice of two hands can check every roll with it")
	cmd.MarkFlagDirname("program")
	fl.BoolVar(&f.noBrowser, "no-browser", false, "do not open a browser")
	fl.BoolVar(&f.lan, "lan", false, "let others in the same private network connect from the start; the page has a switch for it")
	fl.IntVar(&f.most, "max-matches", 10_000, "store at most `N` matches")
	fl.IntVar(&f.loaded, "max-loaded", 512, "keep unused matches in memory for only a second while there are more than `N`, instead of ten minutes")
	fl.IntVar(&f.keep, "keep-days", 0, "delete a match `N` days after it began; 0 never does")
	fl.IntVar(&f.idle, "idle-days", 0, "delete a match after `N` days without an action; 0 never does")
	fl.Int64Var(&f.budget, "odds-budget", odds.DefaultBudget, "stop an exact answer that takes more `RUNS` of a procedure")
	fl.Float64Var(&f.rate, "rate", 200, "allow `N` requests a second from one address; 0 is no limit")
	fl.IntVar(&f.streams, "max-streams", 4_000, "allow `N` event streams at a time, half of them from one address")
	fl.Float64Var(&f.begins, "begin-rate", 2400, "allow `N` new matches an hour from one address, half as many at once; 0 is no limit")
	fl.StringVar(&f.memory, "memory", "", "use at most three quarters of this `SIZE`, such as 512M (default the memory of the machine or its control group)")
	fl.StringArrayVar(&f.hosts, "public-host", nil, "answer requests for this `NAME`, such as those of a proxy; may be repeated")
	fl.StringArrayVar(&f.proxies, "trusted-proxy", nil, "trust X-Forwarded-For from this `ADDRESS` or network, such as 127.0.0.1 or 10.0.0.0/8; may be repeated")
	fl.StringVar(&f.metrics, "metrics", "", "serve /metrics at this `ADDRESS` only, such as 127.0.0.1:9047")
	fl.StringVar(&f.cert, "tls-cert", "", "use TLS with the certificate in this `FILE`, which is read again when it changes")
	fl.StringVar(&f.key, "tls-key", "", "the `FILE` of the key of --tls-cert")
	fl.BoolVar(&f.acme.wanted, "acme", false, "use TLS with certificates of Let's Encrypt for the --public-host names; with this flag you accept its terms. Let's Encrypt must reach this server at port 443")
	fl.StringVar(&f.acme.email, "acme-email", "", "the e-mail `ADDRESS` for problems with the certificates")
	fl.StringVar(&f.acme.authority, "acme-directory", "", "get the certificates from the authority at this `URL` instead")
	fl.StringVar(&f.advertise, "advertise", "", "tell the other servers of --store to reach this one at this `URL`, such as http://10.0.0.7:8047 (default from --listen)")
	fl.StringVar(&f.traces, "traces", "", "send OpenTelemetry traces of requests to the collector at this `URL`, such as http://127.0.0.1:4318")
	fl.StringVar(&f.push, "push-metrics", "", "send the metrics every 15 seconds as OpenTelemetry to the collector at this `URL`, such as http://127.0.0.1:4318")
	fl.Float64Var(&f.share, "trace-share", 1, "record this `SHARE` of the traces that begin here, from 0 to 1")
	fl.BoolVar(&f.check, "check", false, "check the database and every match in it, print the errors, and exit")
	return cmd
}

const (
	day      = 24 * time.Hour
	mostDays = 36500 // a hundred years
	mostRate = 1_000_000_000
)

// serve serves the tabletop until it is interrupted.
func (c *console) serve(ctx context.Context, f *serveFlags) error {
	o, err := f.options()
	if err != nil {
		return err
	}
	if f.check && f.url == "" { // A mistyped folder is an error, and is not created.
		if _, err := existingData(f.folder); err != nil {
			return err
		}
	}
	dir, free, err := lockFolder(f.folder)
	if err != nil {
		return err
	}
	defer free()
	if f.check {
		return c.check(ctx, f.storeFlags, dir)
	}
	l, err := c.listen(ctx, f)
	if err != nil {
		return err
	}
	address := l.Addr().(*net.TCPAddr)
	l, page, err := f.withTLS(l, dir)
	if err != nil {
		return err
	}
	st, name, key, err := f.openStore(dir, address)
	if err != nil {
		l.Close()
		return err
	}
	log, logged := c.log()
	defer logged.Close()
	o.Loopback, o.Log, o.HostKey, o.Port = address.IP.IsLoopback(), log, key, uint16(address.Port)
	policy.Models.Folder = filepath.Join(dir, "models")
	endTraces, err := f.startTraces(&o)
	if err != nil {
		l.Close()
		return errors.Join(err, st.Close())
	}
	defer endTraces()
	s := server.New(st, o)
	endMetrics, err := f.startMetrics(ctx, s, log)
	if err != nil {
		l.Close()
		s.Close()
		return errors.Join(err, st.Close())
	}
	defer endMetrics()
	// Service managers send SIGTERM, perhaps as soon as the address is printed.
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGTERM)
	defer stop()
	page = c.welcome(page, name, o)
	if f.lan {
		c.openNetwork(s)
	}
	if !f.noBrowser && terminal(c.out) {
		openBrowser(page)
	}
	ctx, cancel := untilLost(ctx, st)
	defer cancel(nil)
	err = s.Serve(ctx, l)
	s.Close()
	return errors.Join(err, lostCause(ctx), c.closeStore(st, name))
}

// options checks the flags and returns the options of the server. It opens nothing.
func (f *serveFlags) options() (o server.Options, err error) {
	if f.keep < 0 || f.idle < 0 || f.keep > mostDays || f.idle > mostDays {
		return o, fmt.Errorf("--keep-days and --idle-days: give numbers from 0 to %d", mostDays)
	}
	if f.most < 1 || f.budget < 1 || f.streams < 1 || f.loaded < 1 {
		return o, errors.New("--max-matches, --max-loaded, --max-streams and --odds-budget: give numbers of 1 or more")
	}
	// The comparisons are false for NaN too.
	if !(f.rate >= 0 && f.rate <= mostRate) || !(f.begins >= 0 && f.begins <= mostRate) {
		return o, fmt.Errorf("--rate and --begin-rate: give numbers from 0 to %s", format.Count(mostRate))
	}
	if (f.cert == "") != (f.key == "") {
		return o, errors.New("--tls-cert and --tls-key: give both")
	}
	if err := f.storeFlags.check(); err != nil {
		return o, err
	}
	if f.lan && f.listen != "" && !onLoopback(f.listen) {
		return o, errors.New("--lan needs a server that only this machine can reach: leave out --lan or --listen")
	}
	if err := f.acme.check(f.hosts, f.cert); err != nil {
		return o, err
	}
	if err := f.checkAdvertise(); err != nil {
		return o, err
	}
	if !(f.share >= 0 && f.share <= 1) {
		return o, errors.New("--trace-share: give a number from 0 to 1")
	}
	o = server.Options{
		Program: version(), MaxMatches: f.most, MaxLoaded: f.loaded, OddsBudget: f.budget, Rate: f.rate,
		Keep: time.Duration(f.keep) * day, Idle: time.Duration(f.idle) * day,
		MaxStreams: f.streams, MatchesPerHour: f.begins, Hosts: f.hosts, HideMetrics: f.metrics != "",
	}
	if f.program != "" {
		if o.Browser, err = site.Program(os.DirFS(f.program)); err != nil {
			return o, fmt.Errorf("--program %q: %w", f.program, err)
		}
	}
	if o.Proxies, err = proxiesOf(f.proxies); err != nil {
		return o, err
	}
	o.MaxBytes, err = limitMemory(f.memory)
	return o, err
}

// withTLS returns a listener with TLS if the flags ask for it, and the address of the pages. If it
// fails, it closes the listener.
func (f *serveFlags) withTLS(l net.Listener, dir string) (_ net.Listener, page string, err error) {
	at := browserAddress(l.Addr().(*net.TCPAddr))
	switch {
	case f.acme.wanted:
		return tls.NewListener(l, f.acme.config(f.hosts, dir)), "https://" + f.hosts[0] + "/", nil
	case f.cert != "":
		l, err = tlsListener(l, f.cert, f.key)
		return l, "https://" + at + "/", err
	}
	return l, "http://" + at + "/", nil
}

// openStore opens the matches and reads the host key in the folder. The name is for messages.
func (f *serveFlags) openStore(dir string, at *net.TCPAddr) (st matchStore, name, key string, err error) {
	if f.url != "" {
		st, name, err = f.join(cmp.Or(f.advertise, f.advertisedURL(at)))
	} else {
		st, name, err = f.openIn(dir)
	}
	if err != nil {
		return nil, "", "", err
	}
	if key, err = hostKey(dir); err != nil {
		return nil, "", "", errors.Join(folderError(dir, "the key of the host cannot be written", err), st.Close())
	}
	return st, name, key, nil
}

// tlsListener returns a TLS listener on another one, which it closes if it fails.
func tlsListener(l net.Listener, cert, key string) (net.Listener, error) {
	pair := &certificate{cert: cert, key: key}
	if _, err := pair.current(nil); err != nil {
		l.Close()
		return nil, fmt.Errorf("--tls-cert: %w", err)
	}
	return tls.NewListener(l, &tls.Config{GetCertificate: pair.current, MinVersion: tls.VersionTLS12, NextProtos: []string{"h2", "http/1.1"}}), nil
}

// welcome prints the address of the tabletop. It returns the address for the operator, which has
// the host key if the server listens on this machine alone.
func (c *console) welcome(page, where string, o server.Options) string {
	fmt.Fprintf(c.out, "The tabletop is at %s\nMatches are stored in %s\nand continue after a restart. Press Ctrl-C to end the server.\n", page, where)
	if o.Loopback {
		page += "#host=" + o.HostKey
		fmt.Fprintf(c.out, "To let others in the room connect, open this address, which is for you alone:\n  %s\n", page)
	}
	return page
}

// proxiesOf reads the addresses and networks of --trusted-proxy.
func proxiesOf(words []string) (list []netip.Prefix, err error) {
	for _, w := range words {
		p, err := netip.ParsePrefix(w)
		if err != nil {
			a, err := netip.ParseAddr(w)
			if err != nil {
				return nil, fmt.Errorf("--trusted-proxy %s: give an address or a network, such as 127.0.0.1 or 10.0.0.0/8", w)
			}
			p = netip.PrefixFrom(a, a.BitLen())
		}
		list = append(list, p.Masked())
	}
	return list, nil
}

// openNetwork opens the server to the private network, or prints why it cannot.
func (c *console) openNetwork(s *server.Server) {
	if err := s.OpenNetwork(); err != nil {
		fmt.Fprintf(c.err, "--lan: %v\n", err)
		return
	}
	fmt.Fprintf(c.out, "Others in the network can connect to %s\n", strings.Join(s.Addresses(), " and "))
}

// onLoopback reports whether only this machine can reach an address to listen on.
func onLoopback(address string) bool {
	host, _, err := net.SplitHostPort(address)
	ip := net.ParseIP(host)
	return err == nil && (host == "localhost" || ip != nil && ip.IsLoopback())
}

// hostKey returns the key that lets a browser open the server to the network. It is stored beside
// the matches, so browsers can use it after a restart. If there is none, hostKey creates it.
func hostKey(dir string) (string, error) {
	name := filepath.Join(dir, "host.key")
	if b, err := os.ReadFile(name); err == nil && len(b) >= 22 {
		return string(b), nil
	}
	key := rand.Text()
	return key, os.WriteFile(name, []byte(key), 0o600)
}

// closeStore closes the store and prints how many matches it has.
func (c *console) closeStore(st matchStore, where string) error {
	n, err := st.Count(context.Background())
	if err = errors.Join(err, st.Close()); err != nil {
		return err
	}
	fmt.Fprintf(c.out, "\nThe server has ended. %s in %s\n", format.Counted(n, "matches"), where)
	return nil
}

// defaultAddress is the default of --listen.
const defaultAddress = "127.0.0.1:8047"

// listen listens on the address of --listen. If it was not given and the default port is in use,
// listen takes a free port and says so.
func (c *console) listen(ctx context.Context, f *serveFlags) (net.Listener, error) {
	var at net.ListenConfig
	address := cmp.Or(f.listen, defaultAddress)
	l, err := at.Listen(ctx, "tcp", address)
	if f.listen == "" && errors.Is(err, syscall.EADDRINUSE) {
		fmt.Fprintf(c.err, "%s is in use, perhaps by another tabletop; taking a free port\n", defaultAddress)
		l, err = at.Listen(ctx, "tcp", "127.0.0.1:0")
	}
	if err != nil {
		return nil, fmt.Errorf("--listen %s: %w", address, err)
	}
	return l, nil
}

// dataFolder returns the folder of matches: the given one, or the default in the user's data.
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

// databaseName is the file of the matches in their folder.
const databaseName = "loophole.db"

// existingData returns the folder of matches, or an error if it has no database.
func existingData(given string) (string, error) {
	dir, err := dataFolder(given)
	if err != nil {
		return "", err
	}
	if err := notFile(dir); err != nil {
		return "", err
	}
	switch _, err := os.Lstat(filepath.Join(dir, databaseName)); {
	case errors.Is(err, fs.ErrNotExist):
		return "", fmt.Errorf("no matches are stored in %s: name the folder of a server with --data", dir)
	case err != nil:
		return "", folderError(dir, "the folder cannot be read", err)
	}
	return dir, nil
}

// notFile returns an error if the folder is a file.
func notFile(dir string) error {
	if info, err := os.Stat(dir); err == nil && !info.IsDir() {
		return fmt.Errorf("--data %s: this is a file: name a folder with --data FOLDER", dir)
	}
	return nil
}

// folderError returns the error of a folder that this user may not use.
func folderError(dir, what string, err error) error {
	return fmt.Errorf("--data %s: %s (%w): name a folder that you may read and write with --data FOLDER", dir, what, err)
}

// userData returns the folder for the data of a user's programs, as the system has it.
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

// browserAddress returns an address that a browser on this machine can open.
func browserAddress(a *net.TCPAddr) string {
	if a.IP.IsUnspecified() {
		return fmt.Sprintf("localhost:%d", a.Port)
	}
	return a.String()
}

// openBrowser opens a page in a browser. It ignores errors, because the address is on the screen
// too.
func openBrowser(page string) {
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
