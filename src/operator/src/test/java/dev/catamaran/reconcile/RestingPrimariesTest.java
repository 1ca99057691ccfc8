package dev.catamaran.reconcile;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.PrimaryFixture;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RestingPrimariesTest {
  private static final Duration PERIOD = Duration.ofMinutes(1);
  private static final Optional<Duration> LEFT_OUT = Optional.of(PERIOD);
  private static final Optional<Duration> PASSES = Optional.empty();

  private final RestingPrimaries resting = new RestingPrimaries();

  private static OfKind memcached(String name, String version) {
    var memcached = PrimaryFixture.memcached("spec: {}");
    memcached.getMetadata().setName(name);
    memcached.getMetadata().setResourceVersion(version);
    return memcached;
  }

  private static ResourceID id(String name) {
    return new ResourceID(name, "shop");
  }

  private final OfKind one = memcached("one", "7");

  private void rest(OfKind primary) {
    resting.leaveOut(primary);
    resting.end(primary, true, PERIOD);
  }

  @Test
  void doesNotLeaveOutTheFirstPass() {
    assertEquals(PASSES, resting.leaveOut(one));
  }

  @Test
  void leavesOutPassesWithoutAChange() {
    rest(one);
    assertEquals(LEFT_OUT, resting.leaveOut(one));
    assertEquals(LEFT_OUT, resting.leaveOut(one));
  }

  @Test
  void doesNotLeaveOutEachTenthPass() {
    for (int round = 0; round < 2; round++) {
      assertEquals(PASSES, resting.leaveOut(one));
      resting.end(one, true, PERIOD);
      IntStream.range(0, RestingPrimaries.LEFT_OUT)
          .forEach(pass -> assertEquals(LEFT_OUT, resting.leaveOut(one)));
    }
  }

  @Test
  void passesOverAChangedPrimary() {
    rest(one);
    assertEquals(PASSES, resting.leaveOut(memcached("one", "8")));
  }

  @Test
  void passesAfterAnEvent() {
    rest(one);
    resting.wake(id("one"));
    assertEquals(PASSES, resting.leaveOut(one));
  }

  @Test
  void passesAgainAfterAnEventDuringAPass() {
    resting.leaveOut(one);
    resting.wake(id("one"));
    resting.end(one, true, PERIOD);
    assertEquals(PASSES, resting.leaveOut(one));
  }

  @Test
  void passesOverAllAfterAnEventForAll() {
    rest(one);
    resting.wakeAll();
    assertEquals(PASSES, resting.leaveOut(one));
  }

  @Test
  void leavesOutPassesOverOthersThanTheWokenOne() {
    var other = memcached("other", "7");
    rest(one);
    rest(other);
    resting.wake(id("other"));
    assertEquals(LEFT_OUT, resting.leaveOut(one));
    assertEquals(PASSES, resting.leaveOut(other));
  }

  @Test
  void passesAgainAfterAPassWithWork() {
    rest(one);
    resting.wake(id("one"));
    resting.leaveOut(one);
    resting.end(one, false, PERIOD);
    assertEquals(PASSES, resting.leaveOut(one));
  }

  @Test
  void forgetsADeletedPrimary() {
    rest(one);
    resting.forget(one);
    assertEquals(PASSES, resting.leaveOut(one));
  }
}
