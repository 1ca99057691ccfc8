package dev.catamaran.logging;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.LoggerContextVO;
import dev.catamaran.telemetry.HiddenTexts;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Marker;
import org.slf4j.event.KeyValuePair;

/** A log line without its primary's hidden texts: in its message, and in those of its exception. */
record HiddenEvent(ILoggingEvent event) implements ILoggingEvent {

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
    return hide(String.valueOf(event.getFormattedMessage()));
  }

  @Override
  public @Nullable IThrowableProxy getThrowableProxy() {
    var thrown = event.getThrowableProxy();
    return thrown == null ? null : new HiddenThrowable(thrown, this::hide);
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
