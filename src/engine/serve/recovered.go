package serve

import (
	"fmt"
	"log/slog"
	"runtime"

	"catamaran.dev/engine/fault"
)

// Recovered turns what recover returned into an error, and logs where it came from. Neither has the value or an argument: they may be
// somebody's secrets. It must be called by the deferred function itself.
func Recovered(value any) error {
	if value == nil {
		return nil
	}
	kind := fmt.Sprintf("%T", value)
	slog.Error("panic", "type", kind, "stack", stack())
	return fault.New(fault.Engine, fault.Panic, "a panic with a value of type %s; the log of the engine has the stack", kind)
}

func stack() []string {
	pcs := make([]uintptr, 64)
	frames := runtime.CallersFrames(pcs[:runtime.Callers(3, pcs)])
	var lines []string
	for {
		frame, more := frames.Next()
		lines = append(lines, fmt.Sprintf("%s %s:%d", frame.Function, frame.File, frame.Line))
		if !more {
			return lines
		}
	}
}
