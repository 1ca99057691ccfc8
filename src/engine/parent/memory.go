package parent

import (
	"bytes"
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"time"
)

// Bound calls exceeded, once, when this process takes more than most bytes of memory. Go keeps free memory for a while and GOMEMLIMIT,
// which the parent sets in the environment, makes it give that back first; so what is above the bound is in use.
func Bound(most uint64, every time.Duration, exceeded func(bytes uint64)) {
	for {
		if Resident() > most {
			debug.FreeOSMemory()
			if now := Resident(); now > most {
				exceeded(now)
				return
			}
		}
		time.Sleep(every)
	}
}

// Resident returns the memory that this process occupies, in bytes: what the kernel says on Linux, what Go has taken elsewhere.
func Resident() uint64 {
	if statm, err := os.ReadFile("/proc/self/statm"); err == nil {
		if fields := bytes.Fields(statm); len(fields) > 1 {
			if pages, err := strconv.ParseUint(string(fields[1]), 10, 64); err == nil {
				return pages * uint64(os.Getpagesize())
			}
		}
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Sys - stats.HeapReleased
}
