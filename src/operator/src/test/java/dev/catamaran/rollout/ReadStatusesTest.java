package dev.catamaran.rollout;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;

import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.primary.PrimaryFixture;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReadStatusesTest {
  private static final Instant NOW = Instant.parse("2026-11-27T03:00:00Z");

  private final ReadStatuses statuses = new ReadStatuses();

  @Test
  void readsAPrimaryAgainWhenItChanged() throws Exception {
    var first = statuses.of(primary("1", "one"), NOW);
    assertSame(first, statuses.of(primary("1", "one"), NOW));

    var changed = statuses.of(primary("2", "two"), NOW);

    assertEquals("two", changed.deployed().orElseThrow().release("default").name());
  }

  @Test
  void forgetsWhatIsGone() throws Exception {
    var first = statuses.of(primary("1", "one"), NOW);

    statuses.retain(List.of());

    assertNotSame(first, statuses.of(primary("1", "one"), NOW));
  }

  private static OfKind primary(String version, String release) throws Exception {
    var primary = PrimaryFixture.MEMCACHED.getDeclaredConstructor().newInstance();
    primary.setMetadata(
        new ObjectMetaBuilder().withName("one").withUid("a").withResourceVersion(version).build());
    primary.setAdditionalProperty(
        "status", Map.of("deployedRelease", Map.of("name", release, "revision", 1)));
    return primary;
  }
}
