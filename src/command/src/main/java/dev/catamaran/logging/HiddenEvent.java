package dev.catamaran.logging;

import static java.util.regex.Pattern.DOTALL;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggingEvent;
import dev.catamaran.telemetry.HiddenTexts;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/** A log line without its primary's hidden texts: in its message, and in those of its exception. */
final class HiddenEvent extends LoggingEvent {
  private static final Set<String> FAILED_REQUESTS =
      Set.of(KubernetesClientException.class.getName(), TimeoutException.class.getName());

  private static final Set<String> CARRIERS =
      Set.of(CompletionException.class.getName(), ExecutionException.class.getName());

  /** The client repeats its message, in its own notation. */
  private static final Pattern REPETITION = Pattern.compile("\\.? Received status: .*", DOTALL);

  private final @Nullable IThrowableProxy thrown;

  /**
   * Copies a line.
   *
   * @param isBrief whether a failed request has a sentence in place of its stack trace, which says
   *     nothing about the cluster
   */
  HiddenEvent(ILoggingEvent event, boolean isBrief) {
    UnaryOperator<String> hiding = text -> HiddenTexts.hide(event.getMDCPropertyMap(), text);
    var failure = failure(event).filter(e -> isBrief && FAILED_REQUESTS.contains(e.getClassName()));
    thrown =
        failure.isPresent() || event.getThrowableProxy() == null
            ? null
            : new HiddenThrowable(event.getThrowableProxy(), hiding);
    setMessage(
        hiding.apply(event.getFormattedMessage() + failure.map(e -> ": " + reason(e)).orElse("")));
    setLoggerName(event.getLoggerName());
    setLoggerContextRemoteView(event.getLoggerContextVO());
    setThreadName(event.getThreadName());
    setLevel(event.getLevel());
    setInstant(event.getInstant());
    setSequenceNumber(event.getSequenceNumber());
    setMDCPropertyMap(event.getMDCPropertyMap());
    Optional.ofNullable(event.getMarkerList()).ifPresent(all -> all.forEach(this::addMarker));
    Optional.ofNullable(event.getKeyValuePairs())
        .ifPresent(
            all ->
                all.forEach(
                    pair ->
                        addKeyValuePair(
                            new KeyValuePair(pair.key, hiding.apply(String.valueOf(pair.value))))));
  }

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    return thrown;
  }

  /** Returns the exception that others carry from one thread to another. */
  private static Optional<IThrowableProxy> failure(ILoggingEvent event) {
    var thrown = event.getThrowableProxy();
    while (thrown != null
        && thrown.getCause() != null
        && CARRIERS.contains(thrown.getClassName())) {
      thrown = thrown.getCause();
    }
    return Optional.ofNullable(thrown);
  }

  private static String reason(IThrowableProxy failure) {
    var message = failure.getMessage();
    return message == null ? "no answer in time" : REPETITION.matcher(message).replaceFirst("");
  }
}
