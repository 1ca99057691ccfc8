package dev.catamaran.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.PrimaryFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class RestingPrimariesTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);

  private final RestingPrimaries resting = new RestingPrimaries();
  private final OfKind one = memcached("one", "7");
  private final OfKind changed = memcached("one", "8");

  private static OfKind memcached(String name, String version) {
    var memcached = PrimaryFixture.memcached("spec: {}");
    memcached.getMetadata().setName(name);
    memcached.getMetadata().setResourceVersion(version);
    return memcached;
  }

  @Test
  void restsForTenPeriodsAfterAPassWithoutWork() {
    assertEquals(Duration.ofMinutes(10), resting.end(one, true, PERIOD));
    assertEquals(PERIOD, resting.end(one, false, PERIOD));
    assertFalse(resting.endIfChanged(changed), "there is no rest to end");
  }

  @Test
  void endsOnceAfterAChangeOfItsOwn() {
    resting.end(one, true, PERIOD);
    var elsewhere = memcached("one", "8");
    elsewhere.getMetadata().setNamespace("elsewhere");
    for (var other : List.of(one, memcached("other", "8"), elsewhere)) {
      assertFalse(resting.endIfChanged(other));
    }
    assertTrue(resting.endIfChanged(changed));
    assertFalse(resting.endIfChanged(changed));
    resting.end(changed, true, PERIOD);
    assertFalse(resting.endIfChanged(changed));
    assertTrue(resting.endIfChanged(memcached("one", "9")));
  }

  @Test
  void forgetsADeletedPrimary() {
    resting.end(one, true, PERIOD);
    resting.forget(one);
    assertFalse(resting.endIfChanged(changed));
  }
}
