package parent

import (
	"os"
	"runtime"
	"runtime/debug"
	"strconv"
	"strings"
	"time"
)

// Bound calls exceeded, once, when this process takes more than most bytes of memory. Go keeps free memory for a while and GOMEMLIMIT,
// which the parent sets in the environment, makes it give that back first; so what is above the bound is in use.
//
// A template may ask for gigabytes at once, and Go's collector waits until they are written. So the kernel refuses to add more than twice the
// bound to what the process has at its start, and Go ends the process. Once would be too little: Go maps more than it uses, and copies a
// stack that grows, as that of templates that call each other 100,000 times.
//
// The kernel's bound holds when this returns; the other one is looked at from then on.
func Bound(most uint64, every time.Duration, exceeded func(bytes uint64)) {
	limit(2 * most)
	go watch(most, every, exceeded)
}

func watch(most uint64, every time.Duration, exceeded func(bytes uint64)) {
	for {
		if now := Resident(); now > most {
			if now < most+most/2 {
				debug.FreeOSMemory()
				now = Resident()
			}
			if now > most {
				exceeded(now)
				return
			}
		}
		time.Sleep(every)
	}
}

// Resident returns the memory that this process occupies, in bytes: what the kernel says on Linux, what Go has taken elsewhere.
func Resident() uint64 {
	if bytes, err := counted(resident); err == nil {
		return bytes
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	return stats.Sys - stats.HeapReleased
}

// The fields of /proc/self/statm (proc_pid_statm(5)).
const (
	addresses = 0
	resident  = 1
	data      = 5
)

func counted(field int) (uint64, error) {
	statm, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		return 0, err
	}
	pages, err := strconv.ParseUint(strings.Fields(string(statm))[field], 10, 64)
	return pages * uint64(os.Getpagesize()), err
}
