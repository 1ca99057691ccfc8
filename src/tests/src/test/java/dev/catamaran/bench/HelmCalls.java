package dev.catamaran.bench;

import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicBoolean;

/** helm-java alone: the calls of an operator, and nothing else. */
final class HelmCalls implements Orders.Work {
  private final Path kubeconfig;
  private final String namespace;
  private final Path chart;

  /** As in the operator: the schemas of the API server check the objects of a chart once. */
  private final AtomicBoolean validated = new AtomicBoolean();

  private HelmCalls(Path kubeconfig, String namespace, Path chart) {
    this.kubeconfig = kubeconfig;
    this.namespace = namespace;
    this.chart = chart;
  }

  /**
   * Follows the orders on the standard input.
   *
   * @param arguments kubeconfig, namespace, folder of the chart
   */
  public static void main(String[] arguments) throws IOException {
    Orders.follow(new HelmCalls(Path.of(arguments[0]), arguments[1], Path.of(arguments[2])));
  }

  @Override
  public void install(String release) {
    var command =
        new Helm(chart)
            .install()
            .withName(release)
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .skipCrds();
    (validated.get() ? command.disableOpenApiValidation() : command).call();
    validated.set(true);
  }

  @Override
  public void change(String release) {
    var command =
        new Helm(chart)
            .upgrade()
            .withName(release)
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .resetValues()
            .set("service.port", Orders.CHANGED_PORT);
    (validated.get() ? command.disableOpenApiValidation() : command).call();
  }

  @Override
  public void uninstall(String release) {
    Helm.uninstall(release).withNamespace(namespace).withKubeConfig(kubeconfig).call();
  }
}
