package dev.catamaran.it.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.it.Rest;
import dev.catamaran.testcluster.OfKind;
import dev.catamaran.testcluster.OneOperator;
import dev.catamaran.testcluster.TestPrimary;
import dev.catamaran.testcluster.Watching;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Dependencies between primaries: the annotation {@code catamaran.dev/depends-on}. */
class DependencyIT {
  @RegisterExtension
  static final OneOperator OPERATOR =
      OneOperator.of(
          Watching.chart("Widget", TestChart.breakable()).and("Gadget", TestChart.breakable()));

  @Test
  void deploysNothingBeforeTheDependencyIsReady(
      TestPrimary shop, @OfKind("Gadget") TestPrimary db) {
    shop.deploy("{}");
    dependOn(shop, db);
    Rest.after(OPERATOR.operator(), shop, () -> shop.patch("{spec: {color: red}}"));
    shop.awaitMessage(
        "Ready",
        "this operator looks after no Gadget %s/%s".formatted(db.namespace().name(), db.name()));
    assertEquals(List.of("1 deployed"), shop.revisions());

    db.apply("{}");

    shop.awaitReady();
    assertEquals("2 deployed", shop.revisions().getLast());
  }

  @Test
  void reportsADependencyCycleAndGoesOnWithoutIt(
      TestPrimary widget, @OfKind("Gadget") TestPrimary gadget) {
    widget.deploy("{}");
    gadget.deploy("{}");

    dependOn(widget, gadget);
    // The operator has seen the annotation when it has seen a later change.
    widget.deploy("{color: red}");
    dependOn(gadget, widget);

    gadget.awaitReason("Stalled", "DependencyCycle", widget.name());

    widget.annotate("catamaran.dev/depends-on", null);
    widget.awaitReady();
    gadget.awaitNo("Stalled");
    gadget.awaitReady();
  }

  @Test
  void tellsNoEarlierFailureWhileItWaits(TestPrimary shop, @OfKind("Gadget") TestPrimary db) {
    shop.apply("{broken: true}").awaitStatus("ReleaseFailed", "True");

    dependOn(shop, db);

    shop.awaitReason("Ready", "DependencyNotReady");
    shop.awaitNo("ReleaseFailed");
    shop.awaitNo("Irreconcilable");
  }

  private static void dependOn(TestPrimary one, TestPrimary other) {
    one.annotate("catamaran.dev/depends-on", other.kind() + ".test.catamaran.dev/" + other.name());
  }
}
