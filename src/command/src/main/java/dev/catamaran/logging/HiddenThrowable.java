package dev.catamaran.logging;

import ch.qos.logback.classic.spi.IThrowableProxy;
import ch.qos.logback.classic.spi.StackTraceElementProxy;
import java.util.Arrays;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** An exception with {@code hiding} applied to its messages. */
record HiddenThrowable(IThrowableProxy thrown, UnaryOperator<String> hiding)
    implements IThrowableProxy {

  @Override
  public @Nullable String getOverridingMessage() {
    return hidden(thrown.getOverridingMessage());
  }

  @Override
  public @Nullable String getMessage() {
    return hidden(thrown.getMessage());
  }

  @Override
  public String getClassName() {
    return thrown.getClassName();
  }

  @Override
  public StackTraceElementProxy[] getStackTraceElementProxyArray() {
    return thrown.getStackTraceElementProxyArray();
  }

  @Override
  public int getCommonFrames() {
    return thrown.getCommonFrames();
  }

  @Override
  public @Nullable IThrowableProxy getCause() {
    var cause = thrown.getCause();
    return cause == null ? null : new HiddenThrowable(cause, hiding);
  }

  @Override
  public IThrowableProxy @Nullable [] getSuppressed() {
    var suppressed = thrown.getSuppressed();
    return suppressed == null
        ? null
        : Arrays.stream(suppressed)
            .map(each -> new HiddenThrowable(each, hiding))
            .toArray(IThrowableProxy[]::new);
  }

  @Override
  public boolean isCyclic() {
    return thrown.isCyclic();
  }

  private @Nullable String hidden(@Nullable String text) {
    return text == null ? null : hiding.apply(text);
  }
}
