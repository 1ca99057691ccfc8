package dev.catamaran.helm;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class RollbackHooksTest {
  static Stream<Arguments> events() {
    return Stream.of(
        arguments("pre-rollback", "pre-rollback,pre-upgrade"),
        arguments("post-rollback,pre-upgrade", "post-rollback,post-upgrade"),
        arguments("pre-install,pre-upgrade", "pre-install"),
        arguments("pre-rollback,pre-upgrade", "pre-rollback,pre-upgrade"));
  }

  @ParameterizedTest
  @MethodSource("events")
  void runsRollbackHooksAndNoUpgradeHooks(String before, String after) throws IOException {
    assertEquals(after, eventsOf(RollbackHooks.ofUpgrade(hook(before), true)));
  }

  @Test
  void omitsUpgradeOnlyHooks() {
    assertEquals("", RollbackHooks.ofUpgrade(hook("pre-upgrade,post-upgrade"), true));
  }

  @Test
  void keepsOtherHooksUnchanged() {
    var hook = hook("pre-delete,test");
    assertEquals(hook.manifest(), RollbackHooks.ofUpgrade(hook, true));
  }

  @Test
  void keepsRollbackHooksUnchangedIfTheyAreDisabled() {
    var hook = hook("pre-rollback");
    assertEquals(hook.manifest(), RollbackHooks.ofUpgrade(hook, false));
  }

  private static StoredRelease.Hook hook(String events) {
    var manifest =
        """
        apiVersion: v1
        kind: ConfigMap
        metadata:
          name: a # the name
          annotations: {helm.sh/hook: "EVENTS", helm.sh/hook-weight: "-5"}
        data: {switch: "yes", big: "{{ text }}"}
        """
            .replace("EVENTS", events);
    return new StoredRelease.Hook(
        "chart/templates/hook.yaml", manifest, List.of(events.split(",", -1)));
  }

  private static String eventsOf(String hook) throws IOException {
    var object = new JsonMapper().readTree(hook.startsWith("{") ? hook : "{}");
    if (object.isEmpty()) {
      return hook.lines()
          .filter(line -> line.contains("helm.sh/hook:"))
          .findFirst()
          .orElse("")
          .replaceAll(".*helm.sh/hook: \"([^\"]*)\".*", "$1");
    }
    assertEquals("yes", object.path("data").path("switch").textValue());
    assertEquals("{{ text }}", object.path("data").path("big").textValue());
    var annotations = object.path("metadata").path("annotations");
    assertEquals("-5", annotations.path("helm.sh/hook-weight").textValue());
    return annotations.path("helm.sh/hook").asText();
  }
}
