//go:build linux

package cluster

import (
	"bytes"
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"
	"unsafe"
)

// The addresses of the two ends of a lossy network.
const (
	nearAddress = "10.98.76.1"
	farAddress  = "10.98.76.2"
)

// A lossyNetwork joins two network namespaces. It delays each packet, and loses one in a hundred. What
// is lost is sent again by TCP of the kernel.
type lossyNetwork struct {
	near, far    string // names of the namespaces
	delay        time.Duration
	passed, lost atomic.Int64
}

// newLossyNetwork creates the namespaces, with a device each. It skips the test where it may not.
func newLossyNetwork(t *testing.T, delay time.Duration) *lossyNetwork {
	n := &lossyNetwork{near: fmt.Sprintf("loophole-near-%d", os.Getpid()), far: fmt.Sprintf("loophole-far-%d", os.Getpid()), delay: delay}
	var ends [2]*os.File
	for i, x := range []struct{ space, address string }{{n.near, nearAddress}, {n.far, farAddress}} {
		if out, err := exec.Command("ip", "netns", "add", x.space).CombinedOutput(); err != nil {
			t.Skipf("no network namespace can be made: %v %s", err, out)
		}
		t.Cleanup(func() { exec.Command("ip", "netns", "del", x.space).Run() })
		device := fmt.Sprintf("lh%d-%d", i, os.Getpid())
		f, err := tunnel(device)
		if err != nil {
			t.Skipf("no network device can be made: %v", err)
		}
		t.Cleanup(func() { f.Close() })
		ends[i] = f
		for _, words := range []string{
			"link set " + device + " netns " + x.space,
			"-n " + x.space + " link set lo up",
			"-n " + x.space + " link set " + device + " up",
			"-n " + x.space + " addr add " + x.address + "/30 dev " + device,
		} {
			if out, err := exec.Command("ip", strings.Fields(words)...).CombinedOutput(); err != nil {
				t.Fatalf("ip %s: %v %s", words, err, out)
			}
		}
	}
	go n.pass(ends[0], ends[1])
	go n.pass(ends[1], ends[0])
	return n
}

// tunnel creates a network device whose packets are read from and written to the file.
func tunnel(name string) (*os.File, error) {
	fd, err := syscall.Open("/dev/net/tun", syscall.O_RDWR|syscall.O_NONBLOCK|syscall.O_CLOEXEC, 0)
	if err != nil {
		return nil, err
	}
	request := struct {
		name  [16]byte
		flags uint16
		_     [22]byte
	}{flags: syscall.IFF_TUN | syscall.IFF_NO_PI}
	copy(request.name[:15], name)
	if _, _, no := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.TUNSETIFF, uintptr(unsafe.Pointer(&request))); no != 0 {
		syscall.Close(fd)
		return nil, no
	}
	return os.NewFile(uintptr(fd), name), nil
}

// pass passes packets on until a device is closed.
func (n *lossyNetwork) pass(from, to *os.File) {
	type packet struct {
		text []byte
		at   time.Time
	}
	packets := make(chan packet, 10_000)
	defer close(packets)
	go func() {
		for p := range packets {
			time.Sleep(time.Until(p.at))
			to.Write(p.text)
		}
	}()
	b := make([]byte, 64<<10)
	for {
		size, err := from.Read(b)
		if err != nil {
			return
		}
		n.passed.Add(1)
		if rand.IntN(100) == 0 {
			n.lost.Add(1)
			continue
		}
		packets <- packet{bytes.Clone(b[:size]), time.Now().Add(n.delay)}
	}
}

// within runs the test again in a process within a namespace.
func within(t *testing.T, space, role string, more ...string) {
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	c := exec.Command("ip", "netns", "exec", space, program, "-test.run", "^TestFiftyNamespaces$", "-test.v")
	c.Env = append(append(os.Environ(), "LOOPHOLE_ROLE="+role), more...)
	out, err := c.CombinedOutput()
	if t.Logf("%s:\n%s", role, out); err != nil {
		t.Error(err)
	}
}

// TestFiftyNamespaces is TestFifty with the coordinator and the workers in a network namespace each, and
// LOOPHOLE_DELAY milliseconds each way in between, 10 if left out. Each worker has LOOPHOLE_EACH shards, 20
// if left out. It needs root, and runs with LOOPHOLE_LONG only.
func TestFiftyNamespaces(t *testing.T) {
	if os.Getenv("LOOPHOLE_LONG") == "" {
		t.Skip("it takes a minute, and root: set LOOPHOLE_LONG=1")
	}
	number := func(name, usual string) int {
		n, err := strconv.Atoi(cmp.Or(os.Getenv(name), usual))
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		return n
	}
	f, at := fifty{workers: 50, each: number("LOOPHOLE_EACH", "20"), second: time.Second}, nearAddress+":4222"
	switch os.Getenv("LOOPHOLE_ROLE") {
	case "coordinator":
		share := f.coordinate(t, at, func(token string, began time.Time) {
			within(t, os.Getenv("LOOPHOLE_FAR"), "workers", "LOOPHOLE_TOKEN="+token, fmt.Sprintf("LOOPHOLE_BEGAN=%d", began.UnixNano()))
		})
		if share < 0.8 {
			t.Error("the efficiency is too small")
		}
	case "workers":
		f.spans = newSpans(f.workers, time.Unix(0, int64(number("LOOPHOLE_BEGAN", "0"))))
		f.work(t, "nats://"+at, os.Getenv("LOOPHOLE_TOKEN"))
	default:
		n := newLossyNetwork(t, time.Duration(number("LOOPHOLE_DELAY", "10"))*time.Millisecond)
		within(t, n.near, "coordinator", "LOOPHOLE_FAR="+n.far)
		t.Logf("%d packets, of which %d were lost", n.passed.Load(), n.lost.Load())
		if n.lost.Load() == 0 {
			t.Error("no packet was lost")
		}
	}
}
