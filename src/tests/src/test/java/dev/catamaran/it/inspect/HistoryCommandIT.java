package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import org.junit.jupiter.api.Test;

class HistoryCommandIT {

  @Test
  void listsTheRevisionsAsHelmDoes(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    namespace.operate(watching);
    namespace.deploy("Widget", "one", "{color: red}");
    namespace.deploy("Widget", "one", "{color: green}");
    namespace.awaitRevisions("one", "1 superseded", "2 deployed");
    var shell = Shell.in(namespace, watching.write());

    assertEquals(
        """
        REVISION   UPDATED                    STATUS       CHART             APP VERSION   DESCRIPTION
        1          TIME   superseded   breakable-0.1.0   1             Install complete
        2          TIME   deployed     breakable-0.1.0   1             Upgrade complete
        """,
        shell.run("history", "widget/one").out());
    assertEquals(
        """
        namespace: NAMESPACE
        release: one
        revisions:
        - revision: 1
          updated: "TIME"
          status: superseded
          chart: breakable-0.1.0
          appVersion: "1"
          description: Install complete
        - revision: 2
          updated: "TIME"
          status: deployed
          chart: breakable-0.1.0
          appVersion: "1"
          description: Upgrade complete
        """,
        shell.run("history", "widget/one", "-o", "yaml").out());
  }

  @Test
  void explainsWhyThereIsNoHistory(TestNamespace namespace) {
    var watching = Watching.chart("Widget", TestChart.breakable());
    namespace.apply("Widget", "one", "{}");

    var run = Shell.in(namespace, watching.write()).run("history", "widget/one");

    assertEquals(1, run.code());
    assertEquals(
        "widget.test.catamaran.dev/one has no stored revision of release NAMESPACE/one;"
            + " catamaran status widget.test.catamaran.dev/one shows why\n",
        run.err());
  }
}
