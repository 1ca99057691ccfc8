package dev.catamaran.logging;

import static java.util.regex.Pattern.DOTALL;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.core.ConsoleAppender;
import dev.catamaran.telemetry.HiddenTexts;
import io.fabric8.kubernetes.client.KubernetesClientException;
import java.lang.reflect.Proxy;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.event.KeyValuePair;

/**
 * Writes log lines of every origin without secrets: libraries and exceptions quote values too. The
 * primary of a line tells which texts are hidden in its message and in those of its exception.
 */
public final class HidingAppender extends ConsoleAppender<ILoggingEvent> {
  private static final Set<String> FAILED_REQUESTS =
      Set.of(KubernetesClientException.class.getName(), TimeoutException.class.getName());

  private static final Set<String> CARRIERS =
      Set.of(CompletionException.class.getName(), ExecutionException.class.getName());

  /** The client repeats its message, in its own notation. */
  private static final Pattern REPETITION = Pattern.compile("\\.? Received status: .*", DOTALL);

  private final boolean isBrief;

  /** Makes an appender that writes all stack traces. */
  public HidingAppender() {
    this(false);
  }

  /**
   * Makes an appender.
   *
   * @param isBrief whether a failed request has a sentence in place of its stack trace, which says
   *     nothing about the cluster
   */
  HidingAppender(boolean isBrief) {
    this.isBrief = isBrief;
  }

  @Override
  protected void append(ILoggingEvent event) {
    super.append(hidden(event));
  }

  /** Returns the line without its primary's hidden texts. */
  ILoggingEvent hidden(ILoggingEvent event) {
    UnaryOperator<String> hiding = text -> HiddenTexts.hide(event.getMDCPropertyMap(), text);
    var failure =
        failure(event.getThrowableProxy())
            .filter(thrown -> isBrief && FAILED_REQUESTS.contains(thrown.getClassName()));
    var message =
        hiding.apply(
            event.getFormattedMessage() + failure.map(thrown -> ": " + reason(thrown)).orElse(""));
    var hidden = new HashMap<String, @Nullable Object>();
    hidden.put("getMessage", message);
    hidden.put("getFormattedMessage", message);
    hidden.put("getArgumentArray", null);
    hidden.put("getKeyValuePairs", pairs(event, hiding));
    hidden.put(
        "getThrowableProxy",
        failure.isPresent() ? null : hidden(event.getThrowableProxy(), hiding));
    return answering(ILoggingEvent.class, event, hidden);
  }

  private static @Nullable List<KeyValuePair> pairs(
      ILoggingEvent event, UnaryOperator<String> hiding) {
    return event.getKeyValuePairs() == null
        ? null
        : event.getKeyValuePairs().stream()
            .map(pair -> new KeyValuePair(pair.key, hiding.apply(String.valueOf(pair.value))))
            .toList();
  }

  private static @Nullable IThrowableProxy hidden(
      @Nullable IThrowableProxy thrown, UnaryOperator<String> hiding) {
    if (thrown == null) {
      return null;
    }
    var hidden = new HashMap<String, @Nullable Object>();
    hidden.put("getMessage", hidden(thrown.getMessage(), hiding));
    hidden.put("getOverridingMessage", hidden(thrown.getOverridingMessage(), hiding));
    hidden.put("getCause", hidden(thrown.getCause(), hiding));
    if (thrown.getSuppressed() != null) {
      hidden.put(
          "getSuppressed",
          Arrays.stream(thrown.getSuppressed())
              .map(each -> hidden(each, hiding))
              .toArray(IThrowableProxy[]::new));
    }
    return answering(IThrowableProxy.class, thrown, hidden);
  }

  private static @Nullable String hidden(@Nullable String text, UnaryOperator<String> hiding) {
    return text == null ? null : hiding.apply(text);
  }

  /** Returns the object with other answers of these methods. */
  private static <T> T answering(Class<T> type, T object, Map<String, @Nullable Object> answers) {
    return type.cast(
        Proxy.newProxyInstance(
            HidingAppender.class.getClassLoader(),
            new Class<?>[] {type},
            (proxy, method, arguments) ->
                answers.containsKey(method.getName())
                    ? answers.get(method.getName())
                    : method.invoke(object, arguments)));
  }

  /** Returns the exception that others carry from one thread to another. */
  private static Optional<IThrowableProxy> failure(@Nullable IThrowableProxy thrown) {
    var failure = thrown;
    while (failure != null
        && failure.getCause() != null
        && CARRIERS.contains(failure.getClassName())) {
      failure = failure.getCause();
    }
    return Optional.ofNullable(failure);
  }

  private static String reason(IThrowableProxy failure) {
    var message = failure.getMessage();
    return message == null ? "no answer in time" : REPETITION.matcher(message).replaceFirst("");
  }
}
