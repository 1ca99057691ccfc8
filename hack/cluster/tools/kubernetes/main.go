// Command kubernetes is what its name on the disk says: kube-apiserver, kube-controller-manager, kube-scheduler or simulated-nodes. They
// have most of their code in common, which is linked once.
package main

import (
	"fmt"
	"os"
	"path/filepath"
	_ "time/tzdata" // the time zones of CronJobs

	"github.com/spf13/cobra"
	"k8s.io/component-base/cli"
	_ "k8s.io/component-base/logs/json/register"
	_ "k8s.io/component-base/metrics/prometheus/clientgo"
	_ "k8s.io/component-base/metrics/prometheus/version"
	apiserver "k8s.io/kubernetes/cmd/kube-apiserver/app"
	controllers "k8s.io/kubernetes/cmd/kube-controller-manager/app"
	scheduler "k8s.io/kubernetes/cmd/kube-scheduler/app"
)

func main() {
	var command *cobra.Command
	switch name := filepath.Base(os.Args[0]); name {
	case "kube-apiserver":
		command = apiserver.NewAPIServerCommand()
	case "kube-controller-manager":
		command = controllers.NewControllerManagerCommand()
	case "kube-scheduler":
		command = scheduler.NewSchedulerCommand()
	case "simulated-nodes":
		command = simulatedNodes()
	default:
		fmt.Fprintf(os.Stderr, "error: no program is named %s\n", name)
		os.Exit(2)
	}
	os.Exit(cli.Run(command))
}
