package main

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime"
	"time"

	"github.com/spf13/cobra"
	corev1 "k8s.io/api/core/v1"
	"k8s.io/apimachinery/pkg/api/errors"
	"k8s.io/apimachinery/pkg/api/resource"
	metav1 "k8s.io/apimachinery/pkg/apis/meta/v1"
	"k8s.io/apimachinery/pkg/fields"
	"k8s.io/apimachinery/pkg/types"
	coordinationv1 "k8s.io/client-go/applyconfigurations/coordination/v1"
	"k8s.io/client-go/kubernetes"
	"k8s.io/client-go/tools/cache"
	"k8s.io/client-go/tools/clientcmd"
	"k8s.io/component-base/version"
	"k8s.io/klog/v2"
)

// simulatedNodes plays two nodes and their kubelets: pods are ready as soon as they are scheduled, those of Jobs succeed, and deleted
// ones end at once. No container runs. A pod without a Job never ends by itself.
func simulatedNodes() *cobra.Command {
	return &cobra.Command{Use: "simulated-nodes KUBECONFIG", Args: cobra.ExactArgs(1), SilenceUsage: true,
		RunE: func(command *cobra.Command, arguments []string) error {
			config, err := clientcmd.BuildConfigFromFlags("", arguments[0])
			if err != nil {
				return err
			}
			config.QPS = -1 // no limit
			config.ContentType = "application/vnd.kubernetes.protobuf"
			client := kubernetes.NewForConfigOrDie(config)
			for name, address := range map[string]string{"simulated-1": "192.0.2.1", "simulated-2": "192.0.2.2"} {
				if _, err := client.CoreV1().Nodes().Create(command.Context(), ready(name, address), metav1.CreateOptions{}); err != nil {
					return err
				}
				go stayReady(command.Context(), client, name)
			}
			play(command.Context(), client)
			return nil
		},
	}
}

// ready is a node with more processors and memory than any test asks for.
func ready(name, address string) *corev1.Node {
	has := corev1.ResourceList{"cpu": resource.MustParse("1k"), "memory": resource.MustParse("1Ti"),
		"ephemeral-storage": resource.MustParse("1Ti"), "pods": resource.MustParse("1M")}
	return &corev1.Node{
		ObjectMeta: metav1.ObjectMeta{Name: name, Labels: map[string]string{
			corev1.LabelHostname: name, corev1.LabelOSStable: "linux", corev1.LabelArchStable: runtime.GOARCH}},
		Status: corev1.NodeStatus{Capacity: has, Allocatable: has,
			Conditions: []corev1.NodeCondition{{Type: corev1.NodeReady, Status: corev1.ConditionTrue, Reason: "Simulated",
				LastHeartbeatTime: metav1.Now(), LastTransitionTime: metav1.Now()}},
			Addresses: []corev1.NodeAddress{{Type: corev1.NodeInternalIP, Address: address}, {Type: corev1.NodeHostName, Address: name}},
			NodeInfo:  corev1.NodeSystemInfo{KubeletVersion: version.Get().GitVersion, OperatingSystem: "linux", Architecture: runtime.GOARCH}},
	}
}

// stayReady renews the lease of a node; a node without one is unreachable after 50 seconds.
func stayReady(ctx context.Context, client kubernetes.Interface, node string) {
	for ; ; time.Sleep(10 * time.Second) {
		lease := coordinationv1.Lease(node, corev1.NamespaceNodeLease).WithSpec(coordinationv1.LeaseSpec().
			WithHolderIdentity(node).WithLeaseDurationSeconds(40).WithRenewTime(metav1.NowMicro()))
		_, err := client.CoordinationV1().Leases(corev1.NamespaceNodeLease).Apply(ctx, lease,
			metav1.ApplyOptions{FieldManager: "simulated-nodes", Force: true})
		if err != nil {
			klog.ErrorS(err, "cannot renew a lease", "node", node)
		}
	}
}

// play watches the pods of all nodes, and makes the next step of each that has one.
func play(ctx context.Context, client kubernetes.Interface) {
	atOnce := make(chan struct{}, 50)
	started := 0
	look := func(object any) {
		pod := object.(*corev1.Pod)
		pods := client.CoreV1().Pods(pod.Namespace)
		var step func() error
		switch grace := pod.DeletionGracePeriodSeconds; {
		case pod.DeletionTimestamp != nil && grace != nil && *grace > 0:
			now := metav1.NewDeleteOptions(0)
			now.Preconditions = metav1.NewUIDPreconditions(string(pod.UID))
			step = func() error { return pods.Delete(ctx, pod.Name, *now) }
		case pod.DeletionTimestamp == nil && pod.Status.Phase == corev1.PodPending:
			started++
			// No network has these addresses. Another change meanwhile is a conflict, and has an event of its own.
			patch, _ := json.Marshal(map[string]any{"metadata": map[string]any{"resourceVersion": pod.ResourceVersion},
				"status": status(pod, fmt.Sprintf("198.%d.%d.%d", 18+started>>16&1, started>>8&255, started&255))})
			step = func() error {
				_, err := pods.Patch(ctx, pod.Name, types.StrategicMergePatchType, patch, metav1.PatchOptions{}, "status")
				return err
			}
		default:
			return // for a deleted one, its finalizers are what it waits for
		}
		atOnce <- struct{}{}
		go func() {
			defer func() { <-atOnce }()
			for err := step(); err != nil && !errors.IsConflict(err) && !errors.IsNotFound(err); err = step() {
				klog.ErrorS(err, "cannot change a pod", "pod", klog.KObj(pod))
				time.Sleep(time.Second)
			}
		}()
	}
	_, informer := cache.NewInformerWithOptions(cache.InformerOptions{ObjectType: &corev1.Pod{},
		ListerWatcher: cache.NewListWatchFromClient(client.CoreV1().RESTClient(), "pods", metav1.NamespaceAll,
			fields.OneTermNotEqualSelector("spec.nodeName", "")),
		Handler: cache.ResourceEventHandlerFuncs{AddFunc: look, UpdateFunc: func(_, pod any) { look(pod) }},
	})
	informer.RunWithContext(ctx)
}

// status is that of a pod whose containers run, or have run, if it is one of a Job.
func status(pod *corev1.Pod, address string) corev1.PodStatus {
	now := metav1.Now()
	phase, runs, reason := corev1.PodRunning, corev1.ConditionTrue, ""
	state := corev1.ContainerState{Running: &corev1.ContainerStateRunning{StartedAt: now}}
	if owner := metav1.GetControllerOf(pod); owner != nil && owner.Kind == "Job" {
		phase, runs, reason = corev1.PodSucceeded, corev1.ConditionFalse, "PodCompleted"
		state = corev1.ContainerState{Terminated: &corev1.ContainerStateTerminated{Reason: "Completed", StartedAt: now, FinishedAt: now}}
	}
	status := corev1.PodStatus{Phase: phase, StartTime: &now, PodIP: address, PodIPs: []corev1.PodIP{{IP: address}}}
	is := func(kind corev1.PodConditionType, value corev1.ConditionStatus, reason string) {
		status.Conditions = append(status.Conditions,
			corev1.PodCondition{Type: kind, Status: value, Reason: reason, LastTransitionTime: now})
	}
	is(corev1.PodInitialized, corev1.ConditionTrue, reason)
	is(corev1.ContainersReady, runs, reason)
	is(corev1.PodReady, runs, reason)
	for _, gate := range pod.Spec.ReadinessGates {
		is(gate.ConditionType, corev1.ConditionTrue, "")
	}
	for _, container := range pod.Spec.Containers {
		status.ContainerStatuses = append(status.ContainerStatuses,
			corev1.ContainerStatus{Name: container.Name, Image: container.Image, Ready: state.Running != nil, State: state})
	}
	return status
}
