package cli

import (
	"errors"
	"fmt"
	"math"
	"os"
	"runtime/debug"
	"strconv"
	"strings"
)

// The part of the memory that the program may use, and the part of that for answers that wait to
// be written.
const (
	partOfProgram = 3.0 / 4
	partOfAnswers = 1.0 / 4
)

// limitMemory sets the memory limit of the Go runtime, unless GOMEMLIMIT does, and returns how
// many bytes of answers may wait. given is a size such as 512M, or empty for the memory of the
// machine. It returns 0 if that is unknown.
func limitMemory(given string) (answers int64, err error) {
	most := machineMemory(os.ReadFile)
	if given != "" {
		if most, err = sizeOf("memory", given, 64); err != nil {
			return 0, err
		}
	}
	if most == 0 {
		return 0, nil // The memory is unknown, so the default bounds apply.
	}
	soft := int64(float64(most) * partOfProgram)
	if os.Getenv("GOMEMLIMIT") == "" {
		debug.SetMemoryLimit(soft)
	}
	return min(128<<20, max(16<<20, int64(float64(soft)*partOfAnswers))), nil
}

// machineMemory returns the memory of the machine or the limit of its control group, whichever is
// less, in bytes. It returns 0 if neither can be read.
func machineMemory(read func(string) ([]byte, error)) int64 {
	most := int64(math.MaxInt64)
	for _, name := range []string{"/sys/fs/cgroup/memory.max", "/sys/fs/cgroup/memory/memory.limit_in_bytes"} {
		if text, err := read(name); err == nil {
			if n, err := strconv.ParseInt(strings.TrimSpace(string(text)), 10, 64); err == nil && n > 0 {
				most = min(most, n)
			}
		}
	}
	if text, err := read("/proc/meminfo"); err == nil {
		for line := range strings.Lines(string(text)) {
			words := strings.Fields(line)
			if len(words) >= 2 && words[0] == "MemTotal:" {
				if n, err := strconv.ParseInt(words[1], 10, 64); err == nil {
					most = min(most, n<<10)
				}
			}
		}
	}
	if most == math.MaxInt64 {
		return 0
	}
	return most
}

// sizeOf reads the size that a flag gives, such as 512M or 2G, in bytes. The smallest is least MiB.
func sizeOf(flag, text string, least int64) (int64, error) {
	digits := strings.TrimRight(strings.TrimSuffix(strings.ToUpper(text), "IB"), "KMGB")
	n, err := strconv.ParseInt(digits, 10, 64)
	unit, known := map[string]int64{"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30}[strings.TrimSuffix(strings.TrimSuffix(strings.ToUpper(text[len(digits):]), "IB"), "B")]
	switch {
	case errors.Is(err, strconv.ErrRange) || err == nil && known && n > math.MaxInt64/unit:
		return 0, fmt.Errorf("--%s %s: this is too large; give a size such as 512M or 2G", flag, text)
	case err != nil || !known:
		return 0, fmt.Errorf("--%s %s: give a whole number of bytes, K, M or G, such as 512M or 2G", flag, text)
	case n < 1 || n*unit < least<<20:
		return 0, fmt.Errorf("--%s %s: give a size of %dM or more, such as 512M or 2G", flag, text, least)
	}
	return n * unit, nil
}
