package dev.catamaran.telemetry;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.javaoperatorsdk.operator.api.reconciler.BaseControl;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

/**
 * The log of one pass. While it is open, this thread's log lines carry the primary's identity in
 * their diagnostic context. The keys are the SDK's where it has one. The SDK sets its keys during a
 * pass, but removes them before the end of some passes.
 */
public final class PassLog implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(PassLog.class);
  private static final String PREFIX = "resource.";
  private static final List<String> KEYS =
      List.of("group", "version", "apiVersion", "kind", "namespace", "name", "uid", "generation")
          .stream()
          .map(PREFIX::concat)
          .toList();

  private final long begun = System.nanoTime();
  private final String what;

  private PassLog(String what) {
    this.what = what;
  }

  /**
   * Begins the log of a pass.
   *
   * @param what name of the work, such as {@code reconcile}
   */
  public static PassLog begin(HasMetadata primary, String what) {
    identity(primary).forEach((key, value) -> MDC.put(PREFIX + key, value));
    log.debug("{} begins", what);
    return new PassLog(what);
  }

  /** Logs the time of the next pass, and returns {@code control}. */
  public <C extends BaseControl<C>> C ending(C control) {
    log.debug(
        "{}", control.getScheduleDelay().map(PassLog::again).orElse("no next look by the clock"));
    return control;
  }

  /**
   * Triggers a pass over a primary, maybe during a pass over another or the same one, and restores
   * the diagnostic context. The SDK puts the triggered primary into that context, and then removes
   * its keys.
   */
  public static void keptDuring(Runnable wakeUp) {
    var before = MDC.getCopyOfContextMap();
    try {
      wakeUp.run();
    } finally {
      if (before != null) {
        MDC.setContextMap(before);
      }
    }
  }

  private static String again(long millis) {
    return "next look in " + Duration.ofMillis(millis);
  }

  /** Ends the log, and removes its keys from the diagnostic context. */
  @Override
  public void close() {
    log.debug("{} ended after {} ms", what, Duration.ofNanos(System.nanoTime() - begun).toMillis());
    KEYS.forEach(MDC::remove);
  }

  private static Map<String, String> identity(HasMetadata primary) {
    var meta = primary.getMetadata();
    var found = new LinkedHashMap<String, String>();
    var api = primary.getApiVersion().split("/", 2);
    found.put("group", api.length == 2 ? api[0] : "");
    found.put("version", api[api.length - 1]);
    found.put("apiVersion", primary.getApiVersion());
    found.put("kind", primary.getKind());
    found.put("name", meta.getName());
    Optional.ofNullable(meta.getNamespace()).ifPresent(name -> found.put("namespace", name));
    Optional.ofNullable(meta.getUid()).ifPresent(uid -> found.put("uid", uid));
    Optional.ofNullable(meta.getGeneration())
        .ifPresent(generation -> found.put("generation", generation.toString()));
    return found;
  }
}
