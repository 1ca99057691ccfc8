//go:build !linux

package parent

import (
	"os/signal"
	"syscall"
)

// EndWith leaves the end to the end of the input: only Linux reports the end of a parent.
func EndWith() { signal.Ignore(syscall.SIGINT, syscall.SIGTERM) }

// limit does nothing: other kernels do not count this memory.
func limit(uint64) {}
