package dev.catamaran.bench;

import dev.catamaran.testcluster.OperatorIdentity;
import dev.catamaran.testcluster.OperatorProcess;
import dev.catamaran.testcluster.TestNamespace;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A program that does what it is told on its standard input, and nothing by itself. */
enum Caller implements Contender {
  /** What a Helm call costs. */
  HELM_JAVA("helm-java", HelmCalls.class, false) {
    @Override
    Path input(Site site) {
      return site.chart();
    }
  },

  /** What the cluster allows: the writes that an operator cannot avoid. */
  PLAIN("plain", PlainWrites.class, true) {
    @Override
    Path input(Site site) {
      return RenderedChart.of(site.chart());
    }
  };

  private final String title;
  private final Class<?> program;
  private final boolean tells;

  Caller(String title, Class<?> program, boolean tells) {
    this.title = title;
    this.program = program;
    this.tells = tells;
  }

  @Override
  public String title() {
    return title;
  }

  @Override
  public boolean tells() {
    return tells;
  }

  @Override
  public OperatorIdentity account(TestNamespace namespace) {
    return namespace.identity(title);
  }

  @Override
  public OperatorProcess start(Site site) {
    var launch = Launch.given();
    var command = new ArrayList<>(launch.javaOfThePod());
    command.addAll(
        List.of(
            "-cp",
            System.getProperty("java.class.path"),
            program.getName(),
            account(site.namespace()).kubeconfig().toString(),
            site.namespace().name(),
            input(site).toString()));
    return site.namespace().launch(command, launch.environment());
  }

  /** What its program takes releases from. */
  abstract Path input(Site site);
}
