package dev.catamaran.composite;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.composite.Progress.Desired;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.javaoperatorsdk.operator.processing.event.ResourceID;
import io.javaoperatorsdk.operator.processing.event.source.Cache;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ProgressByPrimaryTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  private final Present present = new Present(new HashMap<>());
  private final ProgressByPrimary<ConfigMap> memory = new ProgressByPrimary<>(1);

  private record Present(Map<ResourceID, ConfigMap> maps) implements Cache<ConfigMap> {
    @Override
    public Optional<ConfigMap> get(ResourceID id) {
      return Optional.ofNullable(maps.get(id));
    }

    @Override
    public Stream<ResourceID> keys() {
      return maps.keySet().stream();
    }

    @Override
    public Stream<ConfigMap> list(Predicate<ConfigMap> predicate) {
      return maps.values().stream().filter(predicate);
    }
  }

  @Test
  void remembersAPrimaryUntilItIsGone() {
    var map = map("first");
    noteFailure(map);
    assertEquals(3, memory.with(map).parts().getFirst().failures());

    memory.onResourceDeleted(map);
    assertEquals(0, memory.size());
  }

  @Test
  void forgetsAPrimaryDeletedDuringItsPass() {
    var map = map("first");
    noteFailure(map);
    present.maps().clear();
    memory.note(map, memory.with(map), present);
    assertEquals(0, memory.size());
  }

  @Test
  void distinguishesPrimariesOfTheSameName() {
    noteFailure(map("first"));
    assertEquals(0, memory.with(map("second")).parts().getFirst().failures());
  }

  private void noteFailure(ConfigMap map) {
    present.maps().put(ResourceID.fromResource(map), map);
    var failed = new PartState(3, NOW, false);
    memory.note(map, Progress.none(Desired.of(map), 1).after(List.of(failed)), present);
  }

  private static ConfigMap map(String uid) {
    return new ConfigMapBuilder()
        .withNewMetadata()
        .withName("map")
        .withNamespace("here")
        .withUid(uid)
        .endMetadata()
        .build();
  }
}
