package parent

import (
	"log/slog"
	"os"
	"time"

	"catamaran.dev/engine/fault"
	"catamaran.dev/engine/serve"
)

// The exit codes: the end of the input is 0.
const (
	BadProtocol = 2 // the parent does not keep the protocol
	TooMuch     = 3 // memory
)

// Answer answers the requests of the parent until the input ends. Above most megabytes of memory it ends this process; 0 is no bound.
func Answer(server *serve.Server, most uint64) {
	if most > 0 {
		Bound(most<<20, time.Second/4, func(now uint64) {
			slog.Error("too much memory; the process ends itself", "megabytes", now>>20, "bound", most)
			// A parent that does not read must not keep it.
			time.AfterFunc(time.Second, func() { os.Exit(TooMuch) })
			server.FailAll(fault.New(fault.Engine, fault.Memory, "the engine took %d MB, its bound is %d MB", now>>20, most))
			os.Exit(TooMuch)
		})
	}
	if err := server.Run(os.Stdin); err != nil {
		slog.Error("the parent does not keep the protocol", "error", err)
		os.Exit(BadProtocol)
	}
}
