package dev.catamaran.helm;

import dev.catamaran.chart.HelmSyntax;
import dev.catamaran.engine.EngineFaultException;

/** Asks the engine what Helm and the Go operators read. */
public record EngineSyntax(ChartEngine engine) implements HelmSyntax {

  @Override
  public String evaluate(String template) throws FailedException {
    try {
      return engine.evaluate(template);
    } catch (EngineFaultException e) {
      throw new FailedException(e.fault().message().strip().replaceAll("\\s*\\R\\s*", " "));
    }
  }

  @Override
  public boolean isVersion(String text) {
    return engine.isVersion(text);
  }
}
