// catamaran-engine runs Helm for one parent. It reads requests from its standard input and writes answers to its standard output, as
// frames (package frame), and its log to its standard error, as lines of JSON. It ends with its parent.
package main

import (
	"flag"
	"log/slog"
	"os"
	"time"

	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/parent"
	"catamaran.dev/engine/release"
	"catamaran.dev/engine/serve"
)

// badSetting is an exit code, beside those of parent.Answer.
const badSetting = 1

// mostRendering is the variable of the environment that limits rendering: see release.MostRendering.
const mostRendering = "CATAMARAN_MOST_RENDERING"

func main() {
	parent.EndWith()
	kubeconfig := flag.String("kubeconfig", "", "a file; without it, the account of the pod")
	most := flag.Uint64("memory-mb", 0, "end above this much memory; 0 for no bound. Set GOMEMLIMIT a fifth below it")
	grace := flag.Duration("grace", 10*time.Second, "give up a request this long after its deadline")
	flag.Parse()

	// A library that prints must not write between the frames.
	answers := os.Stdout
	os.Stdout = os.Stderr
	secrets := &logs.Secrets{}
	logs.Begin(os.Stderr, secrets)
	if given := os.Getenv(mostRendering); given != "" {
		most, err := time.ParseDuration(given)
		if err != nil || most <= 0 {
			slog.Error("a setting is no time, such as 90s", "variable", mostRendering, "value", given)
			os.Exit(badSetting)
		}
		release.MostRendering = most
	}
	engine := newEngine(*kubeconfig, secrets)
	server := serve.New(engine.methods(), answers, *grace, "lease")
	engine.counts = server.Counts
	parent.Answer(server, *most)
}
