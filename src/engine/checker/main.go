// catamaran-checker says what kustomize and the API server refuse of a project's files, which schema the values of a chart have, and what a pass of the
// operator would write, for the command. It speaks
// to its parent as the engine does, and is a program of its own since it links the code of the API server, which an operator does not need.
package main

import (
	"flag"
	"os"
	"time"

	"catamaran.dev/engine/gateway"
	"catamaran.dev/engine/logs"
	"catamaran.dev/engine/parent"
	"catamaran.dev/engine/serve"
	"catamaran.dev/engine/structural"
)

func main() {
	parent.EndWith()
	most := flag.Uint64("memory-mb", 0, "end above this much memory; 0 for no bound")
	flag.Parse()
	// A library that prints must not write between the frames.
	answers := os.Stdout
	os.Stdout = os.Stderr
	logs.Begin(os.Stderr, &logs.Secrets{})
	methods := map[string]serve.Method{"config": config, "crd": structural.Derive, "rehearse": gateway.Rehearse}
	parent.Answer(serve.New(methods, answers, 10*time.Second), *most)
}
