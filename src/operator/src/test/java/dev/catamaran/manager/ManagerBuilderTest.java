package dev.catamaran.manager;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.api.ChartExtension;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.api.ManagerException;
import dev.catamaran.fixture.BackupReconciler;
import dev.catamaran.informer.WatchedNamespaces;
import dev.catamaran.options.BindAddress;
import dev.catamaran.options.ManagerOptions;
import dev.catamaran.options.MetricsEndpoint;
import dev.catamaran.options.WebhookOptions;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ManagerBuilderTest {
  private static final Path CHART = Path.of("helm-charts/memcached");
  private static final GroupVersionKind MEMCACHED =
      GroupVersionKind.parse("cache.my.domain/v1alpha1", "Memcached");
  private static final GroupVersionKind BACKUP =
      GroupVersionKind.parse("cache.my.domain/v1", "MemcachedBackup");

  @Test
  void hasTheDefaultsOfTheCommand() {
    assertEquals(
        new ManagerOptions(
            Optional.empty(),
            new WatchedNamespaces(Set.of()),
            Duration.ofMinutes(1),
            Runtime.getRuntime().availableProcessors(),
            Optional.of(new MetricsEndpoint(new BindAddress("", 8080), Optional.empty())),
            Optional.of(new BindAddress("", 8081)),
            new WebhookOptions(Optional.of(new BindAddress("", 9443)), Optional.empty()),
            Optional.empty(),
            Duration.ofSeconds(8),
            Optional.empty(),
            Optional.empty()),
        new OptionsBuilder().build());
  }

  @Test
  void reportsAllProblemsAtOnce(@TempDir Path folder) {
    var chart = folder.resolve("nowhere");
    assertEquals(
        List.of(
            MEMCACHED + ": overrideValue: key a[: column 3: ] is missing",
            MEMCACHED + ": maxHistory must be 1 or more, not 0",
            MEMCACHED
                + ": denyAnnotation: stop cannot be denied; name one of pause, rollback-to, depends-on,"
                + " install-disable-hooks, upgrade-disable-hooks, uninstall-disable-hooks,"
                + " upgrade-force, rollback-force, values-from, reconcile-period",
            "\"nowhere\" is not an address: write host:port, :port, or 0 for none",
            "maxConcurrentReconciles must be 1 or more, not 0",
            "reconcilePeriod must be positive, not PT0S",
            "namespace \"team-a team-b\" must be lower case letters, digits and dashes, begin and end with a"
                + " letter or digit, and have at most 63 characters; WATCH_NAMESPACE separates names by commas",
            "the leader election id must not be empty: it is the name of the lease",
            MEMCACHED + ": chart " + chart + ": does not exist; check the path",
            "the program has 1 problem:",
            "  the program "
                + BACKUP
                + ": the program has an extension for it, but it is backed by"
                + " no chart; correct the kind, or add it with chart"),
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
                    chart,
                    c -> c.overrideValue("a[", "x").maxHistory(0).denyAnnotation("stop"))));
  }

  @Test
  void refusesToWatchNothing() {
    assertEquals(
        List.of(
            "the program has 1 problem:",
            "  the program: nothing is watched; call watches, chart or reconciler"),
        problems(Manager.builder()));
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
  void refusesAKindThatIsDeclaredInTwoVersions(@TempDir Path folder) throws Exception {
    var file = folder.resolve("watches.yaml");
    Files.writeString(
        file,
        "- {group: cache.my.domain, version: v1, kind: Memcached, chart: %s}\n"
            .formatted(CHART.toAbsolutePath()));

    assertEquals(
        List.of(
            file + " has 1 problem:",
            "  "
                + file
                + ":1 cache.my.domain/v1, Kind=Memcached: the same objects are watched in version"
                + " v1alpha1; keep one of them"),
        problems(Manager.builder().watches(file).chart(MEMCACHED, CHART)));
  }

  @Test
  void returnsOneWhereItCannotRun() {
    assertEquals(1, Manager.builder().run());
  }

  private static List<String> problems(ManagerBuilder builder) {
    var problem = assertThrows(ManagerException.class, builder::build);
    return String.valueOf(problem.getMessage()).lines().toList();
  }
}
