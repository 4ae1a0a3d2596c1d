package cli

import (
	"net/netip"
	"os"
	"testing"
)

func TestMachineMemory(t *testing.T) {
	files := func(m map[string]string) func(string) ([]byte, error) {
		return func(name string) ([]byte, error) {
			if text, ok := m[name]; ok {
				return []byte(text), nil
			}
			return nil, os.ErrNotExist
		}
	}
	const group, machine = "/sys/fs/cgroup/memory.max", "/proc/meminfo"
	for _, x := range []struct {
		files map[string]string
		want  int64
	}{
		{map[string]string{group: "536870912\n", machine: "MemTotal:  4194304 kB\n"}, 512 << 20},
		{map[string]string{group: "max\n", machine: "MemFree: 1 kB\nMemTotal:  4194304 kB\n"}, 4 << 30},
		{map[string]string{group: "max\n"}, 0},
		{nil, 0},
	} {
		if got := machineMemory(files(x.files)); got != x.want {
			t.Errorf("%v: %d; want %d", x.files, got, x.want)
		}
	}
}

func TestSizeOf(t *testing.T) {
	for text, want := range map[string]int64{"512M": 512 << 20, "2g": 2 << 30, "1GiB": 1 << 30, "67108864": 64 << 20, "100MB": 100 << 20} {
		if got, err := sizeOf("memory", text, 64); err != nil || got != want {
			t.Errorf("%s: %d, %v", text, got, err)
		}
	}
	for _, text := range []string{"", "M", "1K", "-1G", "9999999999G", "1T", "x", "1GG"} {
		if got, err := sizeOf("memory", text, 64); err == nil {
			t.Errorf("%s: %d", text, got)
		}
	}
}

func TestProxies(t *testing.T) {
	list, err := proxiesOf([]string{"127.0.0.1", "10.0.0.0/8", "2001:db8::1"})
	if err != nil || len(list) != 3 || list[0] != netip.MustParsePrefix("127.0.0.1/32") || list[2].Bits() != 128 {
		t.Error(list, err)
	}
	if _, err := proxiesOf([]string{"caddy"}); err == nil {
		t.Error("a name is taken for an address")
	}
}
