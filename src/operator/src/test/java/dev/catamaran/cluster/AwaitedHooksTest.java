package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import dev.catamaran.cluster.ReleaseObjects.HookWait;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AwaitedHooksTest {
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      value = {
        "new | {kind: Job} | IDLE",
        "no node takes its pod | {kind: Job, status: {active: 1, ready: 0}} | IDLE",
        "its pods fail | {kind: Job, status: {active: 1, failed: 2}} | IDLE",
        "runs | {kind: Job, status: {active: 1, ready: 1}} | RUNNING",
        "between two pods | {kind: Job, status: {active: 1, succeeded: 1}} | RUNNING",
        "pending | {kind: Pod, status: {phase: Pending}} | IDLE",
        "not seen yet | {kind: Pod} | IDLE",
        "running | {kind: Pod, status: {phase: Running}} | RUNNING",
        "not known | {kind: Pod, status: {phase: Unknown}} | RUNNING"
      })
  void saysWhetherAHookRuns(String what, String hook, HookWait expected)
      throws JsonProcessingException {
    assertEquals(expected, AwaitedHooks.of(new YAMLMapper().readTree(hook)), what);
  }
}
