package dev.catamaran.logging;

import static java.util.regex.Pattern.DOTALL;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import dev.catamaran.telemetry.HiddenTexts;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/**
 * A log line without its primary's hidden texts: in its message, and in those of its exception.
 *
 * @param isBrief whether a failed request has a sentence in place of its stack trace, which says
 *     nothing about the cluster
 */
record HiddenEvent(ILoggingEvent event, boolean isBrief) implements ILoggingEvent {
  private static final Set<String> FAILED_REQUESTS =
      Set.of(KubernetesClientException.class.getName(), TimeoutException.class.getName());

  private static final Set<String> CARRIERS =
      Set.of(CompletionException.class.getName(), ExecutionException.class.getName());

  /** The client repeats its message, in its own notation. */
  private static final Pattern REPETITION = Pattern.compile("\\.? Received status: .*", DOTALL);

  private String hide(String text) {
    return HiddenTexts.hide(event.getMDCPropertyMap(), text);
  }

  @Override
  public String getMessage() {
    return getFormattedMessage();
  }

  /** Returns null: the message contains the arguments. */
  @Override
  public Object @Nullable [] getArgumentArray() {
    return null;
  }

  @Override
  public String getFormattedMessage() {
    var message = String.valueOf(event.getFormattedMessage());
    return hide(isFailedRequest() ? message + ": " + reason() : message);
  }

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    var thrown = event.getThrowableProxy();
    return thrown == null || isFailedRequest() ? null : new HiddenThrowable(thrown, this::hide);
  }

  private boolean isFailedRequest() {
    return isBrief && failure().filter(e -> FAILED_REQUESTS.contains(e.getClassName())).isPresent();
  }

  /** Returns the exception that others carry from one thread to another. */
  private Optional<IThrowableProxy> failure() {
    var thrown = event.getThrowableProxy();
    while (thrown != null
        && thrown.getCause() != null
        && CARRIERS.contains(thrown.getClassName())) {
      thrown = thrown.getCause();
    }
    return Optional.ofNullable(thrown);
  }

  private String reason() {
    var message = failure().map(IThrowableProxy::getMessage).orElse(null);
    return message == null ? "no answer in time" : REPETITION.matcher(message).replaceFirst("");
  }

  @Override
  public List<KeyValuePair> getKeyValuePairs() {
    var pairs = event.getKeyValuePairs();
    return pairs == null
        ? List.of()
        : pairs.stream()
            .map(pair -> new KeyValuePair(pair.key, hide(String.valueOf(pair.value))))
            .toList();
  }

  @Override
  public String getThreadName() {
    return event.getThreadName();
  }

  @Override
  public Level getLevel() {
    return event.getLevel();
  }

  @Override
  public String getLoggerName() {
    return event.getLoggerName();
  }

  @Override
  public LoggerContextVO getLoggerContextVO() {
    return event.getLoggerContextVO();
  }

  @Override
  public StackTraceElement[] getCallerData() {
    return event.getCallerData();
  }

  @Override
  public boolean hasCallerData() {
    return event.hasCallerData();
  }

  @Override
  public List<Marker> getMarkerList() {
    return event.getMarkerList();
  }

  @Override
  public Map<String, String> getMDCPropertyMap() {
    return event.getMDCPropertyMap();
  }

  @Override
  @SuppressWarnings("deprecation") // The interface requires it.
  public Map<String, String> getMdc() {
    return event.getMDCPropertyMap();
  }

  @Override
  public long getTimeStamp() {
    return event.getTimeStamp();
  }

  @Override
  public int getNanoseconds() {
    return event.getNanoseconds();
  }

  @Override
  public long getSequenceNumber() {
    return event.getSequenceNumber();
  }

  @Override
  public void prepareForDeferredProcessing() {
    event.prepareForDeferredProcessing();
  }
}
