// Package parent binds the engine to the life of its parent and to the memory that it may take.
package parent

import (
	"log/slog"
	"os"
	"os/signal"
	"runtime"
	"syscall"

	"golang.org/x/sys/unix"
)

// EndWith ends this process when the parent ends. Call it first in main, from the main goroutine.
//
// The kernel sends the signal whenever the thread ends that started this process, and a JVM starts and ends threads. So the signal only
// asks to look who the parent is. The end of the input says the same; this is for a parent that leaves the pipe open in a child of its own.
func EndWith() {
	// The order is an attribute of the thread, and the main thread stays.
	runtime.LockOSThread()
	parent := os.Getppid()
	asked := make(chan os.Signal, 1)
	signal.Notify(asked, syscall.SIGHUP)
	// Ctrl-C in a terminal and the end of a service reach the whole group; the parent decides when the engine ends.
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM)
	if err := unix.Prctl(unix.PR_SET_PDEATHSIG, uintptr(syscall.SIGHUP), 0, 0, 0); err != nil {
		slog.Warn("the kernel does not report the end of the parent", "error", err)
	}
	go func() {
		for range asked {
			if os.Getppid() != parent {
				os.Exit(0)
			}
		}
	}()
	// It may have ended before the order.
	asked <- syscall.SIGHUP
}

// limit limits the memory of this process beside what it has: private memory to be written, and half as much more of addresses. Go reserves
// addresses, and then makes them memory in their place, which the kernel refuses only with the next mapping beside (mm/vma.c, __mmap_prepare).
func limit(more uint64) {
	for resource, field := range map[int]int{unix.RLIMIT_DATA: data, unix.RLIMIT_AS: addresses} {
		now, err := counted(field)
		if field == addresses {
			now += more / 2
		}
		if err == nil {
			err = unix.Setrlimit(resource, &unix.Rlimit{Cur: now + more, Max: now + more})
		}
		if err != nil {
			slog.Warn("the kernel does not limit the memory", "error", err)
		}
	}
}
