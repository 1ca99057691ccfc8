package dev.catamaran.extension;

import dev.catamaran.api.ChartContext;
import dev.catamaran.api.ReleaseListener;
import java.util.List;
import java.util.function.UnaryOperator;

/** Report of an outcome to listeners. */
@FunctionalInterface
public interface ReleaseNews {
  ReleaseNews NONE = (listener, context, hiding) -> {};

  ReleaseNews UNINSTALLED = (listener, context, hiding) -> listener.uninstalled(context);

  /**
   * Calls one listener.
   *
   * @param hiding removes secrets from a message
   */
  void tell(ReleaseListener listener, ChartContext context, UnaryOperator<String> hiding);

  static ReleaseNews failed(String reason, String message) {
    return (listener, context, hiding) -> listener.failed(context, reason, hiding.apply(message));
  }

  static ReleaseNews made(MadeRevision made) {
    var summary = made.summary();
    return switch (summary.action()) {
      case INSTALL -> (listener, context, hiding) -> listener.installed(context, summary);
      case UPGRADE -> (listener, context, hiding) -> listener.upgraded(context, summary);
      case ROLLBACK -> (listener, context, hiding) -> listener.rolledBack(context, summary);
    };
  }

  static ReleaseNews driftCorrected(List<String> corrections) {
    return corrections.isEmpty()
        ? NONE
        : (listener, context, hiding) -> listener.driftCorrected(context, corrections);
  }
}
