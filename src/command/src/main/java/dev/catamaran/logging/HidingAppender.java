package dev.catamaran.logging;

import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.Appender;
import ch.qos.logback.core.UnsynchronizedAppenderBase;
import ch.qos.logback.core.spi.AppenderAttachable;
import ch.qos.logback.core.spi.AppenderAttachableImpl;
import java.util.Iterator;

/**
 * Forwards log lines of every origin without secrets: libraries and exceptions quote values too.
 */
public final class HidingAppender extends UnsynchronizedAppenderBase<ILoggingEvent>
    implements AppenderAttachable<ILoggingEvent> {
  private final AppenderAttachableImpl<ILoggingEvent> next = new AppenderAttachableImpl<>();
  private final boolean isBrief;

  /** Makes an appender that forwards all stack traces. */
  public HidingAppender() {
    this(false);
  }

  /** Makes an appender; a brief one forwards no stack traces of failed requests. */
  HidingAppender(boolean isBrief) {
    this.isBrief = isBrief;
  }

  @Override
  protected void append(ILoggingEvent event) {
    next.appendLoopOnAppenders(new HiddenEvent(event, isBrief));
  }

  @Override
  public void stop() {
    super.stop();
    next.detachAndStopAllAppenders();
  }

  @Override
  public void addAppender(Appender<ILoggingEvent> appender) {
    next.addAppender(appender);
  }

  @Override
  public Iterator<Appender<ILoggingEvent>> iteratorForAppenders() {
    return next.iteratorForAppenders();
  }

  @Override
  public Appender<ILoggingEvent> getAppender(String name) {
    return next.getAppender(name);
  }

  @Override
  public boolean isAttached(Appender<ILoggingEvent> appender) {
    return next.isAttached(appender);
  }

  @Override
  public void detachAndStopAllAppenders() {
    next.detachAndStopAllAppenders();
  }

  @Override
  public boolean detachAppender(Appender<ILoggingEvent> appender) {
    return next.detachAppender(appender);
  }

  @Override
  public boolean detachAppender(String name) {
    return next.detachAppender(name);
  }
}
