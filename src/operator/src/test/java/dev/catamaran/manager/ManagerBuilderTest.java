package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fixture.BackupAdmission;
import dev.catamaran.fixture.BackupReconciler;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerBuilderTest {
  private static final Path CHART = Path.of("helm-charts/memcached");
  private static final GroupVersionKind MEMCACHED =
      GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached");
  private static final GroupVersionKind BACKUP =
      GroupVersionKind.parse("cache.my.domain/v1", "MemcachedBackup");

  @Test
  void reportsAllProblemsAtOnce(@TempDir Path folder) {
    var text =
        String.join(
            "\n",
            problems(
                Manager.builder()
                    .metricsAddress("nowhere")
                    .maxConcurrentReconciles(0)
                    .reconcilePeriod(Duration.ZERO)
                    .namespaces("team-a team-b")
                    .leaderElection(" ")
                    .extension(BACKUP, new ChartExtension() {})
                    .chart(
                        MEMCACHED,
                        folder.resolve("none"),
                        """
                        overrideValues: {"a[": x}
                        maxHistory: 0
                        denyAnnotations: [stop]
                        """)));
    for (var problem :
        List.of(
            "the program:5 watches[0] " + MEMCACHED,
            "the program:6 watches[0] " + MEMCACHED,
            "the program:7 watches[0] " + MEMCACHED,
            "\"nowhere\" is not an address",
            "maxConcurrentReconciles must be 1 or more",
            "reconcilePeriod must be positive",
            "namespace \"team-a team-b\" must be lower case letters",
            "the leader election id must not be empty",
            "none: does not exist",
            BACKUP + ": the program has an extension for it, but it is backed by no chart")) {
      assertTrue(text.contains(problem), text);
    }
  }

  @Test
  void refusesAKindThatIsDeclaredTwice(@TempDir Path folder) throws Exception {
    var file = folder.resolve("watches.yaml");
    Files.writeString(
        file,
        "- {group: cache.my.domain, version: v1alpha1, kind: Memcached, chart: %s}\n"
            .formatted(CHART.toAbsolutePath()));

    assertEquals(
        List.of(
            file + " has 2 problems:",
            "  " + file + ":1 " + MEMCACHED + ": the program declares it too; keep one of them",
            "  " + file + " " + BACKUP + ": declared twice; keep one of them"),
        problems(
            Manager.builder()
                .watches(file)
                .chart(MEMCACHED, CHART)
                .chart(BACKUP, CHART)
                .reconciler(BACKUP, new BackupReconciler())));
  }

  @Test
  void needsACertificateForWebhooksThatItServesAndAWatchOfTheirKind() {
    assertEquals(
        "webhooks are declared for MemcachedBackup, but there is no certificate to serve them with:"
            + " name a directory with tls.crt and tls.key by --webhook-cert-path, or serve none"
            + " with --webhook-bind-address=0",
        problems(backup().webhook(BACKUP, new BackupAdmission())).getFirst());
    assertDoesNotThrow(backup().webhook(BACKUP, new BackupAdmission()).webhookAddress("0")::build);
    assertEquals(
        "  the program %s: the program has a webhook for it, but it is not watched; correct the kind, or add it with chart or reconciler"
            .formatted(MEMCACHED),
        problems(backup().webhook(MEMCACHED, new BackupAdmission())).getLast());
  }

  private static ManagerBuilder backup() {
    return Manager.builder().reconciler(BACKUP, new BackupReconciler());
  }

  private static List<String> problems(ManagerBuilder builder) {
    var problem = assertThrows(ManagerException.class, builder::build);
    return String.valueOf(problem.getMessage()).lines().toList();
  }
}
