package dev.catamaran.reports;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.inspect.Condition;
import dev.catamaran.inspect.PrimaryRow;
import dev.catamaran.reports.PrimaryReport.ReleaseRow;
import dev.catamaran.terminal.Ink.Paint;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrimaryReportTest {
  private static final Clock CLOCK =
      Clock.fixed(Instant.parse("2026-01-01T00:05:00Z"), ZoneOffset.UTC);

  @Test
  void showsConditionsDescendantsAndEvents() {
    var report =
        new PrimaryReport(
            row(),
            List.of(
                new Condition("Deployed", "True", "InstallSuccessful", "first\nsecond", ""),
                new Condition("Ready", "False", "Progressing", "wait", "")),
            List.of(
                new ReleaseRow(
                    "shop", "one", 2, "web-0.1.0", "1", "deployed", "2026-01-01T00:01:00Z")),
            "",
            List.of(
                descendant("Service", "", true, "", false, List.of("/spec/ports/0/port")),
                descendant(
                    "Deployment", "2/3", false, "not all replicas are ready", false, List.of()),
                descendant("ConfigMap", "", false, "it does not exist", true, List.of())),
            List.of(new ObjectEvent("Normal", "Upgraded", "done", "2026-01-01T00:04:30Z", 3)),
            List.of("not in the chart's values: replicaCounts; replicaCount?"),
            List.of());
    assertEquals(
        """
        widget.test/one in namespace shop, age 5m
        ├── Conditions
        │   ├── Deployed   True    InstallSuccessful   first …
        │   └── Ready      False   Progressing         wait
        ├── not in the chart's values: replicaCounts; replicaCount?
        ├── Release one, revision 2, chart web-0.1.0, deployed 4m ago
        │   ├── Service/one            ready                        differs at /spec/ports/0/port
        │   ├── Deployment/one   2/3   not all replicas are ready
        │   │   └── 60s   Warning   Unhealthy   no answer
        │   └── ConfigMap/one          missing
        └── Events
            └── 30s   Normal   Upgraded   done (3 times)
        """
            .lines()
            .toList(),
        report.tree(CLOCK, Paint.NONE).lines());
  }

  @Test
  void keepsTheTextsOfAReleaseOnTheirLines() {
    var release =
        new ReleaseRow(
            "shop", "one\u001b[2J", 1, "web\n└── -0.1.0", "", "deployed", "2026-01-01T00:05:00Z");
    var report =
        new PrimaryReport(
            row(), List.of(), List.of(release), "a\nb", List.of(), List.of(), List.of(), List.of());
    assertEquals(
        List.of(
            "widget.test/one in namespace shop, age 5m",
            "└── Release one [2J, revision 1, chart web └── -0.1.0, deployed 0s ago",
            "    └── its manifest cannot be read: a b"),
        report.tree(CLOCK, Paint.NONE).lines());
  }

  private static PrimaryRow row() {
    return new PrimaryRow(
        "shop",
        "one",
        "test/v1",
        "Widget",
        "widget.test/one",
        "False",
        "Progressing",
        "Progressing",
        "wait",
        "one",
        2,
        "web-0.1.0",
        "1",
        "2026-01-01T00:00:00Z");
  }

  private static DescendantRow descendant(
      String kind,
      String replicas,
      boolean isReady,
      String message,
      boolean isMissing,
      List<String> differing) {
    var events =
        replicas.isEmpty()
            ? List.<ObjectEvent>of()
            : List.of(
                new ObjectEvent("Warning", "Unhealthy", "no answer", "2026-01-01T00:04:00Z", 1));
    return new DescendantRow(
        "v1", kind, "shop", "one", isReady, replicas, message, isMissing, differing, events);
  }
}
