package cluster_test

import (
	"bytes"
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"errors"
	"math/big"
	"net"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/nats-io/jwt/v2"
	"github.com/nats-io/nats-server/v2/server"
	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"github.com/nats-io/nkeys"

	"loophole/internal/cli"
	"loophole/internal/cluster"
	"loophole/scenario"
	"loophole/sweep"
)

const small = `
format: 1
name: small
seed: 5
games: 60
shard: 5
policies: [[random, random]]
scenarios: [{scenario: own.yaml, vary: ["setup.rounds=2..4"]}]
questions: [{ruleset: d20skirmish, procedure: morale, vary: ["lost=0..1"]}]
`

// A said collects what a command prints.
type said struct {
	sync.Mutex
	bytes.Buffer
}

func (s *said) Write(b []byte) (int, error) {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.Write(b)
}

func (s *said) String() string {
	s.Lock()
	defer s.Unlock()
	return s.Buffer.String()
}

// A command is a command line that runs in a goroutine.
type command struct {
	t      *testing.T
	args   []string
	errors said
	status chan int
}

func start(t *testing.T, args ...string) *command {
	ctx, cancel := context.WithCancel(t.Context())
	c := &command{t: t, args: args, status: make(chan int, 1)}
	over := make(chan bool)
	go func() {
		defer close(over)
		c.status <- cli.MainWith(ctx, cluster.Engine{}, args, strings.NewReader(""), &said{}, &c.errors)
	}()
	t.Cleanup(func() { cancel(); <-over })
	return c
}

// ends checks the exit status of a command and a text that it says.
func (c *command) ends(status int, text string) {
	c.t.Helper()
	select {
	case got := <-c.status:
		if got != status || !strings.Contains(c.errors.String(), text) {
			c.t.Errorf("%v: status %d, not %d with %q:\n%s", c.args, got, status, text, c.errors.String())
		}
	case <-time.After(time.Minute):
		c.t.Fatalf("%v does not end:\n%s", c.args, c.errors.String())
	}
}

func (c *command) until(text string) {
	c.t.Helper()
	deadline := time.Now().Add(30 * time.Second)
	for ; !strings.Contains(c.errors.String(), text); time.Sleep(5 * time.Millisecond) {
		if time.Now().After(deadline) {
			c.t.Fatalf("%v has not said %q:\n%s", c.args, text, c.errors.String())
		}
	}
}

// url returns the address of a coordinator's own server.
func (c *command) url() string {
	c.until("--nats-token")
	_, rest, _ := strings.Cut(c.errors.String(), "--nats ")
	url, _, _ := strings.Cut(rest, " ")
	return url
}

// folder returns a folder with a sweep, one of whose scenarios is a file, and its result by one process.
func folder(t *testing.T) (file, want string) {
	dir := t.TempDir()
	s, err := scenario.Find("tideofiron", "stairs")
	if err != nil {
		t.Fatal(err)
	}
	file, want = filepath.Join(dir, "small.yaml"), filepath.Join(dir, "one.json")
	write(t, file, small)
	write(t, filepath.Join(dir, "own.yaml"), s.FileText())
	start(t, "sweep", file, "--out", want).ends(0, "")
	return file, want
}

func write(t *testing.T, file, text string) {
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func same(t *testing.T, one, two string) {
	t.Helper()
	a, err := os.ReadFile(one)
	b, err2 := os.ReadFile(two)
	if err := errors.Join(err, err2); err != nil || !bytes.Equal(a, b) {
		t.Errorf("%v: %s and %s differ:\n%s\n%s", err, one, two, a, b)
	}
}

// certificates writes a pair of files for this machine, which sign themselves.
func certificates(t *testing.T, dir string) (cert, key string) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	c := &x509.Certificate{
		SerialNumber: big.NewInt(1), Subject: pkix.Name{CommonName: "test"}, NotAfter: time.Now().Add(time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)}, IsCA: true, BasicConstraintsValid: true,
		KeyUsage:    x509.KeyUsageDigitalSignature | x509.KeyUsageCertSign,
		ExtKeyUsage: []x509.ExtKeyUsage{x509.ExtKeyUsageServerAuth, x509.ExtKeyUsageClientAuth},
	}
	der, err := x509.CreateCertificate(rand.Reader, c, c, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	cert, key = filepath.Join(dir, "cert.pem"), filepath.Join(dir, "key.pem")
	write(t, cert, string(pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der})))
	write(t, key, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret})))
	return cert, key
}

// TestTLS runs a sweep over TLS with certificates of both sides. A worker without one gets no
// connection.
func TestTLS(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	file, want := folder(t)
	dir := filepath.Dir(file)
	cert, key := certificates(t, dir)
	out := filepath.Join(dir, "many.json")
	c := start(t, "sweep", file, "--coordinate", "--listen", "127.0.0.1:0", "--out", out,
		"--nats-cert", cert, "--nats-key", key, "--nats-ca", cert)
	url, token := c.url(), filepath.Join(dir, "small.store", "token")
	if !strings.HasPrefix(url, "tls://127.0.0.1:") {
		t.Error(url)
	}
	start(t, "work", "--nats", url, "--nats-token", token, "--nats-ca", cert, "--patience", "1s").
		ends(2, "--nats tls://") // The server says that it needs a certificate, or has closed the connection before.
	start(t, "work", "--nats", url, "--nats-token", token, "--patience", "1s").
		ends(2, "certificate signed by unknown authority")
	w := start(t, "work", "--nats", url, "--nats-token", token, "--nats-ca", cert, "--nats-cert", cert, "--nats-key", key)
	w.ends(0, "shards computed")
	c.ends(0, "")
	same(t, out, want)
}

// natsServer runs a NATS server for a test.
func natsServer(t *testing.T, o *server.Options) string {
	o.Host, o.Port, o.JetStream, o.StoreDir, o.NoSigs = "127.0.0.1", server.RANDOM_PORT, true, t.TempDir(), true
	s, err := server.NewServer(o)
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(30 * time.Second) {
		t.Fatal("the server does not start")
	}
	return s.ClientURL()
}

// credentials returns options of a server that accepts user credentials only, and a file of some.
func credentials(t *testing.T) (*server.Options, string) {
	key := func(make func() (nkeys.KeyPair, error)) (nkeys.KeyPair, string) {
		pair, err := make()
		if err != nil {
			t.Fatal(err)
		}
		public, err := pair.PublicKey()
		if err != nil {
			t.Fatal(err)
		}
		return pair, public
	}
	check := func(text string, err error) string {
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	operator, operatorName := key(nkeys.CreateOperator)
	account, accountName := key(nkeys.CreateAccount)
	system, systemName := key(nkeys.CreateAccount)
	user, userName := key(nkeys.CreateUser)
	claims := jwt.NewAccountClaims(accountName)
	claims.Limits.JetStreamLimits = jwt.JetStreamLimits{DiskStorage: -1, MemoryStorage: -1, Streams: -1, Consumer: -1}
	resolver := &server.MemAccResolver{}
	resolver.Store(accountName, check(claims.Encode(operator)))
	resolver.Store(systemName, check(jwt.NewAccountClaims(systemName).Encode(operator)))
	trusted := jwt.NewOperatorClaims(operatorName)
	trusted.SystemAccount = systemName
	if _, err := system.Seed(); err != nil {
		t.Fatal(err)
	}
	token := check(jwt.NewUserClaims(userName).Encode(account))
	seed, err := user.Seed()
	if err != nil {
		t.Fatal(err)
	}
	text, err := jwt.FormatUserConfig(token, seed)
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "user.creds")
	write(t, file, string(text))
	return &server.Options{
		TrustedOperators: []*jwt.OperatorClaims{trusted}, AccountResolver: resolver, SystemAccount: systemName,
	}, file
}

// TestServer runs two sweeps at a NATS server that is there, in two groups, with user credentials.
// Nothing of them stays at the server.
func TestServer(t *testing.T) {
	t.Parallel()
	file, want := folder(t)
	dir := filepath.Dir(file)
	o, creds := credentials(t)
	url := natsServer(t, o)
	start(t, "work", "--nats", url, "--patience", "1s").ends(2, "Authorization Violation")
	var coordinators []*command
	for _, group := range []string{"one", "two"} {
		out := filepath.Join(dir, group+".json.out")
		c := start(t, "sweep", file, "--coordinate", "--nats", url, "--nats-creds", creds, "--group", group, "--out", out)
		c.until("waiting for workers")
		coordinators = append(coordinators, c)
	}
	start(t, "sweep", file, "--coordinate", "--nats", url, "--nats-creds", creds, "--group", "two").
		ends(2, "another coordinator uses it")
	for i, group := range []string{"one", "two"} {
		start(t, "work", "--nats", url, "--nats-creds", creds, "--group", group, "--workers", "2").ends(0, "shards computed")
		coordinators[i].ends(0, "")
		same(t, filepath.Join(dir, group+".json.out"), want)
	}
	nc, err := nats.Connect(url, nats.UserCredentials(creds))
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	for name := range js.StreamNames(t.Context()).Name() {
		t.Errorf("%s is left", name)
	}
}

// TestHopeless gives a shard out again and again without a result, as if each worker crashed on it.
// The sweep ends with an error that names the shard.
func TestHopeless(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	file, _ := folder(t)
	url := natsServer(t, &server.Options{})
	c := start(t, "sweep", file, "--coordinate", "--nats", url)
	c.until("waiting for workers")
	nc, err := nats.Connect(url)
	if err != nil {
		t.Fatal(err)
	}
	defer nc.Close()
	js, err := jetstream.New(nc)
	if err != nil {
		t.Fatal(err)
	}
	name := ""
	for x := range js.StreamNames(t.Context(), jetstream.WithStreamListSubject("loophole.*.work.>")).Name() {
		name = x
	}
	k, err := js.Consumer(t.Context(), name, "workers")
	if err != nil {
		t.Fatal(err)
	}
	for {
		m, err := k.Next(jetstream.FetchMaxWait(10 * time.Second))
		if err != nil {
			t.Fatal(err)
		}
		meta, err := m.Metadata()
		if err != nil {
			t.Fatal(err)
		}
		m.Nak()
		if meta.NumDelivered == 30 {
			break
		}
	}
	start(t, "work", "--nats", url).ends(2, "was given out 30 times, and no worker finished it")
	c.ends(2, "was given out 30 times, and no worker finished it")
}

// TestOtherRules checks that a worker leaves that reads the sweep differently, and that one stays
// for the next sweep if it is asked to.
func TestOtherRules(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	file, want := folder(t)
	dir := filepath.Dir(file)
	url := natsServer(t, &server.Options{})
	out := filepath.Join(dir, "many.json")
	c := start(t, "sweep", file, "--coordinate", "--nats", url, "--out", out)
	c.until("waiting for workers")
	err := cluster.Work(t.Context(), cli.WorkOptions{
		Connection: cli.Connection{URL: url, Group: "loophole"}, Program: "loophole 0.1.0", Workers: 1, Patience: time.Second,
		Say: t.Logf,
		Plan: func(b *cli.SweepBundle) (*sweep.Plan, error) {
			if len(b.Scenarios) != 1 || b.Scenarios[0].Name != "own.yaml" {
				t.Errorf("%+v", b.Scenarios)
			}
			text := strings.Replace(b.Text, "own.yaml", "row, ruleset: tideofiron", 1)
			return sweep.Read(b.Name, strings.NewReader(text), scenario.Find, "loophole 0.1.0")
		},
	})
	if err == nil || !strings.Contains(err.Error(), "other rules or scenarios") {
		t.Error(err)
	}
	stays := start(t, "work", "--nats", url, "--stay")
	c.ends(0, "")
	same(t, out, want)
	write(t, file, strings.Replace(small, "seed: 5", "seed: 6", 1))
	start(t, "sweep", file, "--coordinate", "--nats", url, "--out", filepath.Join(dir, "next.json")).ends(0, "")
	start(t, "sweep", file, "--out", filepath.Join(dir, "alone.json")).ends(0, "")
	same(t, filepath.Join(dir, "next.json"), filepath.Join(dir, "alone.json"))
	if n := strings.Count(stays.errors.String(), "shards computed"); n != 2 {
		t.Errorf("the worker worked on %d sweeps:\n%s", n, stays.errors.String())
	}
}

// TestFlags checks the errors of flags that do not fit.
func TestFlags(t *testing.T) {
	if testing.Short() {
		t.Skip("a long test: run without -short")
	}
	t.Parallel()
	file, _ := folder(t)
	for _, x := range []struct{ args, want string }{
		{"sweep FILE --status :1", "--status: give it with --coordinate"},
		{"sweep FILE --coordinate --workers 2", "--workers: leave it out with --coordinate"},
		{"sweep FILE --coordinate --nats nats://x --store y", "leave out --store"},
		{"sweep FILE --coordinate --ack-wait 1ms", "give a time from 1s to 1h"},
		{"sweep FILE --coordinate --nats-cert x", "give both"},
		{"sweep FILE --coordinate --listen here", "--listen here: give an address with a port"},
		{"sweep FILE --coordinate --group A.b", "give up to 40 lower-case letters"},
		{"sweep FILE --coordinate --store-limit 1K", "--store-limit 1K: give a size of 1M or more"},
		{"sweep FILE --coordinate --nats-creds /nowhere --nats nats://127.0.0.1:1", "--nats-creds: "},
		{"work", "name the server of the coordinator with --nats"},
		{"work --nats nats://user:secret@127.0.0.1:1 --patience 1s", "--nats nats://127.0.0.1:1: "},
	} {
		start(t, strings.Fields(strings.Replace(x.args, "FILE", file, 1))...).ends(2, x.want)
	}
}
