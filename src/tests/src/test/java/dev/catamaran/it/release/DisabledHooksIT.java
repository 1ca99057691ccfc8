package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.EngineOptions.Step;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.UninstallOptions;
import dev.catamaran.testcluster.TestEngine;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

class DisabledHooksIT {
  private static final EngineOptions WITHOUT =
      new EngineOptions(
          new Step(false, "made quietly"), new Step(false, "changed quietly"), CrdPolicy.CREATE);

  @Test
  void runsNoHooksWhenDisabled(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.engine().run(new HelmCall.Install(helm.desired(chart(), "{}", WITHOUT)));

    assertNull(namespace.get(ConfigMap.class, "one-installed"));
    assertNull(namespace.get(ConfigMap.class, "one-sub-installed"));
    assertEquals(Map.of("found", namespace.name()), namespace.data("one-plain"));
    assertEquals("made quietly", helm.revision(1).description());

    helm.engine().run(new HelmCall.Upgrade(helm.desired(chart(), "{}", WITHOUT)));

    assertNull(namespace.get(ConfigMap.class, "one-upgraded"));
    assertEquals("changed quietly", helm.revision(2).description());
  }

  @Test
  void keepsAllHooksInTheRevision(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.engine().run(new HelmCall.Install(helm.desired(chart(), "{}", WITHOUT)));

    var hooks = new TreeSet<String>();
    helm.payload(1)
        .path("hooks")
        .forEach(hook -> hooks.add(hook.path("name").asText() + " " + hook.path("events")));
    assertEquals(
        "[one-deleted [\"post-delete\"], one-installed [\"pre-install\",\"pre-delete\"],"
            + " one-sub-installed [\"post-install\"], one-upgraded [\"post-upgrade\"]]",
        hooks.toString());

    helm.engine()
        .run(
            new HelmCall.Uninstall(
                helm.release(), new UninstallOptions(Duration.ofMinutes(1), true)));
    assertNotNull(namespace.get(ConfigMap.class, "one-deleted"));
  }

  @Test
  void uninstallsWithoutHooks(TestNamespace namespace) {
    var helm = TestEngine.of(namespace, "one");
    helm.install(chart(), "{}");
    assertNotNull(namespace.get(ConfigMap.class, "one-sub-installed"));

    helm.engine()
        .run(
            new HelmCall.Uninstall(
                helm.release(), new UninstallOptions(Duration.ofMinutes(1), false)));

    assertNull(namespace.get(ConfigMap.class, "one-plain"));
    assertNull(namespace.get(ConfigMap.class, "one-deleted"));
  }

  private static Path chart() {
    return TestChart.named("hooks")
        .template(
            "all.yaml",
            "{{ define \"hooks.ns\" }}{{ (lookup \"v1\" \"Namespace\" \"\" .Release.Namespace).metadata.name }}{{ end }}\n"
                + hook("installed", "pre-install, pre-delete")
                + "---\n"
                + """
                apiVersion: v1
                kind: ConfigMap
                metadata: {name: "{{ .Release.Name }}-plain"}
                data: {found: "{{ include "hooks.ns" . }}"}
                """
                + "---\n"
                + hook("upgraded", "post-upgrade"))
        .template("NOTES.txt", "helm.sh/hook: {{ .Release.Name }}")
        .template("deleted.tpl", hook("deleted", "post-delete"))
        .file("charts/sub/Chart.yaml", "apiVersion: v2\nname: sub\nversion: 1.0.0\n")
        .file("charts/sub/templates/all.yaml", hook("sub-installed", "post-install"))
        .path();
  }

  private static String hook(String name, String events) {
    return """
    apiVersion: v1
    kind: ConfigMap
    metadata: {name: "{{ .Release.Name }}-%s", annotations: {helm.sh/hook: "%s"}}
    data: {n: "1"}
    """
        .formatted(name, events);
  }
}
