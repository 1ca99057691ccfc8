package dev.catamaran.manager;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.kit.EventRecorder;
import dev.catamaran.kit.Unreadable;
import dev.catamaran.status.Reasons;
import dev.catamaran.telemetry.KindLabel;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports unreadable objects, once for each object and problem. */
final class UnreadableObjects implements Consumer<Unreadable> {
  private static final Logger log = LoggerFactory.getLogger(UnreadableObjects.class);
  private static final int REMEMBERED = 10_000;

  private final MeterRegistry meters;

  /** The last problems by uid; the oldest give way. */
  private final Map<String, String> reported =
      Collections.synchronizedMap(
          new LinkedHashMap<>() {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean removeEldestEntry(Map.Entry<String, String> eldest) {
              return size() > REMEMBERED;
            }
          });

  private volatile Optional<EventRecorder> events = Optional.empty();
  private volatile BiPredicate<String, String> watched = (group, kind) -> false;

  UnreadableObjects(MeterRegistry meters) {
    this.meters = meters;
  }

  /** Enables Events on objects of watched kinds only. Other objects may belong to other clients. */
  void recordBy(EventRecorder recorder, BiPredicate<String, String> watchedKinds) {
    watched = watchedKinds;
    events = Optional.of(recorder);
  }

  @Override
  public void accept(Unreadable unreadable) {
    var object = unreadable.object();
    var meta = object.getMetadata();
    if (unreadable.problem().equals(reported.put(meta.getUid(), unreadable.problem()))) {
      return;
    }
    log.warn(
        "{} {}{} cannot be read, the others of its kind go on: {}",
        object.getKind(),
        meta.getNamespace() == null ? "" : meta.getNamespace() + "/",
        meta.getName(),
        unreadable.problem());
    var gvk = GroupVersionKind.parse(object.getApiVersion(), object.getKind());
    Counter.builder("catamaran.unreadable.objects")
        .description("Objects that could not be read, by kind")
        .tag("kind", KindLabel.of(gvk))
        .register(meters)
        .increment();
    events
        .filter(recorder -> watched.test(gvk.group(), gvk.kind()))
        .ifPresent(recorder -> record(recorder, object, unreadable.problem()));
  }

  private static void record(EventRecorder recorder, HasMetadata object, String problem) {
    recorder.record(
        object,
        EventRecorder.Type.WARNING,
        Reasons.PRIMARY_UNREADABLE,
        problem + "; correct it: until then nothing is done for it");
  }
}
