package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.client.utils.Serialization;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PodCauseTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          conditions: [{type: PodScheduled, status: 'False', message: no node}] | not scheduled: no node
          containerStatuses: [{name: a, ready: false, state: {waiting: {reason: ContainerCreating}}}] | ``
          containerStatuses: [{name: a, ready: false, state: {waiting: {reason: ErrImagePull, message: 'x: not found'}}}] | container a: ErrImagePull: x: not found
          containerStatuses: [{name: a, ready: false, lastState: {terminated: {exitCode: 3, reason: Error, message: 'no such file'}}, state: {waiting: {reason: CrashLoopBackOff, message: 'back-off 10s'}}}] | container a: CrashLoopBackOff after exit code 3 (Error): no such file
          containerStatuses: [{name: a, ready: false, state: {terminated: {exitCode: 137, reason: OOMKilled}}}] | container a: exit code 137 (OOMKilled)
          containerStatuses: [{name: a, ready: false, lastState: {terminated: {exitCode: 1}}, state: {running: {}}}] | container a: exit code 1
          containerStatuses: [{name: a, ready: true, lastState: {terminated: {exitCode: 1}}, state: {running: {}}}] | ``
          containerStatuses: [{name: a, ready: false, state: {running: {}}}] | ``
          initContainerStatuses: [{name: i, ready: false, state: {waiting: {reason: ErrImagePull, message: m}}}], containerStatuses: [{name: a, ready: false, state: {waiting: {reason: PodInitializing}}}] | container i: ErrImagePull: m
          """)
  void isInTheStatus(String status, String cause) {
    assertEquals(cause, PodCause.of(pod(status)).orElse(""));
  }

  @Test
  void isShortAndWithoutTheNameOfThePod() {
    assertEquals(
        "back-off restarting failed container a in the pod",
        PodCause.words("back-off restarting failed container a in pod one-x_ns(uid-1)\n", "one-x"));
    assertEquals(301, PodCause.words("long".repeat(1_000), "one").length());
  }

  private static Pod pod(String status) {
    return Serialization.unmarshal(
        "---\n{apiVersion: v1, kind: Pod, metadata: {name: one-x}, status: {" + status + "}}",
        Pod.class);
  }
}
