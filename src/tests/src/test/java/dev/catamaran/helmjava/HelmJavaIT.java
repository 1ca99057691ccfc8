package dev.catamaran.helmjava;

import static java.util.stream.Collectors.joining;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A program with helm-java, in a process whose class path has no library of Helm: that of these
 * tests has one, for another client.
 */
@Tag("nightly")
class HelmJavaIT {
  private static final String CLASS_PATH =
      Stream.concat(
              Stream.of("src/helm-java/target/classes"),
              Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
                  .filter(entry -> !entry.matches(".*helm-java/(linux|darwin|windows)-.*")))
          .collect(joining(File.pathSeparator));

  @TempDir Path folder;

  @Test
  void carriesOutTheOperationsOfHelmJava(TestNamespace namespace) throws IOException {
    var values = Files.writeString(folder.resolve("values.yaml"), "count: 30000000\n");
    namespace.atClose(
        () -> namespace.client().namespaces().withName(namespace.name() + "-made").delete());
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            CLASS_PATH,
            HelmJavaProgram.class.getName(),
            namespace.cluster().adminKubeconfig().toString(),
            namespace.name(),
            chart().toString(),
            values.toString());

    var program = namespace.launch(command, Map.of());

    assertEquals(0, program.awaitExit(Duration.ofMinutes(5)), program::log);
    assertEquals(
        """
        one 1 deployed tried-0.1.0 1
        IllegalStateException: release name check failed: cannot reuse a name that is still in use
        one 2 deployed tried-0.1.0 1
        count: 30000000, text: a, b={c}
        one 3 deployed tried-0.1.0 1
        count: 30000000, text: second
        one 4 deployed tried-0.1.0 1
        count: 2, text: second
        one 5 pending-upgrade tried-0.1.0 1
        one 5 deployed tried-0.1.0 1
        {}
        count: 30000000, text: a, b={c}
        two 1 deployed tried-0.1.0 1
        one 5 deployed tried-0.1.0 1
        one 5 deployed tried-0.1.0 1
        one 5 deployed tried-0.1.0 1
        two 1 deployed tried-0.1.0 1
        4 superseded Upgrade complete
        5 deployed Upgrade complete
        one 1 superseded tried-0.1.0 1
        DESCRIPTION: by hand
        release "one" uninstalled
        IllegalStateException: uninstall: Release not loaded: one: release: not found
        IllegalStateException: release: not found
        release "one" uninstalled
        release "two" uninstalled
        two 1 uninstalled tried-0.1.0 1
        """,
        said(program.log()));
    assertNull(namespace.get(ConfigMap.class, "one-a"));
  }

  private static String said(String log) {
    return log.lines()
        .filter(line -> line.startsWith(HelmJavaProgram.SAYS))
        .map(line -> line.substring(HelmJavaProgram.SAYS.length()) + "\n")
        .collect(joining());
  }

  private static Path chart() {
    return TestChart.named("tried")
        .values("text: mine\ncount: 1\n")
        .configMap("a", "text", "{{ .Values.text | quote }}, count: \"{{ .Values.count }}\"")
        .template(
            "try.yaml",
            """
            apiVersion: batch/v1
            kind: Job
            metadata: {name: "{{ .Release.Name }}-try", annotations: {helm.sh/hook: test}}
            spec:
              template:
                spec:
                  restartPolicy: Never
                  containers: [{name: try, image: "memcached:1.6-alpine", command: [memcached, -V]}]
            """)
        .path();
  }
}
