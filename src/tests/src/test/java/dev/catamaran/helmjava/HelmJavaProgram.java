package dev.catamaran.helmjava;

import com.marcnuri.helm.DryRun;
import com.marcnuri.helm.Helm;
import com.marcnuri.helm.InstallCommand;
import com.marcnuri.helm.Release;
import com.marcnuri.helm.UpgradeCommand;
import java.nio.file.Path;
import java.util.concurrent.Callable;

/** Somebody's program with helm-java, which says what its calls answer. */
final class HelmJavaProgram {
  /** Begins what it says: other lines are of the log. */
  static final String SAYS = "> ";

  private final Path kubeconfig;
  private final String namespace;
  private final Helm chart;

  private HelmJavaProgram(Path kubeconfig, String namespace, Helm chart) {
    this.kubeconfig = kubeconfig;
    this.namespace = namespace;
    this.chart = chart;
  }

  /** Takes a kubeconfig, a namespace, the folder of a chart, and a file of values. */
  public static void main(String[] arguments) {
    var program =
        new HelmJavaProgram(Path.of(arguments[0]), arguments[1], new Helm(Path.of(arguments[2])));
    program.makesRevisions(Path.of(arguments[3]));
    program.makesANamespace();
    program.tells();
    program.removes();
  }

  private void makesRevisions(Path values) {
    say(install().withValuesFile(values).set("text", "a, b={c}").withDescription("by hand").call());
    fails(install());
    say(upgrade().call());
    sayValues();
    say(upgrade().reuseValues().set("text", "second").call());
    sayValues();
    say(upgrade().resetThenReuseValues().set("count", 2).force().call());
    sayValues();
    say(upgrade().withDryRunOption(DryRun.SERVER).call());
    say(upgrade().resetValues().withTimeout(120).waitReady().call());
    sayValues();
    say(
        Helm.get("one")
            .values()
            .withRevision(1)
            .allValues()
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .call());
  }

  private void makesANamespace() {
    say(
        chart
            .upgrade()
            .install()
            .withName("two")
            .withNamespace(other())
            .createNamespace()
            .withKubeConfig(kubeconfig)
            .call());
  }

  private void tells() {
    say(
        Helm.test("one")
            .withTimeout(120)
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .call());
    Helm.list()
        .withNamespace(namespace)
        .withKubeConfig(kubeconfig)
        .call()
        .forEach(HelmJavaProgram::say);
    Helm.list().allNamespaces().deployed().withKubeConfig(kubeconfig).call().stream()
        .filter(each -> each.getNamespace().startsWith(namespace))
        .forEach(HelmJavaProgram::say);
    Helm.history("one")
        .withMax(2)
        .withNamespace(namespace)
        .withKubeConfig(kubeconfig)
        .call()
        .forEach(
            one ->
                say(
                    "%d %s %s"
                        .formatted(one.getRevision(), one.getStatus(), one.getDescription())));
    var first =
        Helm.status("one")
            .withRevision(1)
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .call();
    say(first);
    say(first.getOutput().lines().filter(line -> line.startsWith("DESC")).findFirst().orElse(""));
  }

  private void removes() {
    say(Helm.uninstall("one").withNamespace(namespace).withKubeConfig(kubeconfig).call());
    fails(Helm.uninstall("one").withNamespace(namespace).withKubeConfig(kubeconfig));
    fails(Helm.status("one").withNamespace(namespace).withKubeConfig(kubeconfig));
    say(
        Helm.uninstall("one")
            .ignoreNotFound()
            .withNamespace(namespace)
            .withKubeConfig(kubeconfig)
            .call());
    say(
        Helm.uninstall("two")
            .keepHistory()
            .noHooks()
            .withNamespace(other())
            .withKubeConfig(kubeconfig)
            .call());
    Helm.list()
        .uninstalled()
        .withNamespace(other())
        .withKubeConfig(kubeconfig)
        .call()
        .forEach(HelmJavaProgram::say);
  }

  private String other() {
    return namespace + "-made";
  }

  private InstallCommand install() {
    return chart.install().withName("one").withNamespace(namespace).withKubeConfig(kubeconfig);
  }

  private UpgradeCommand upgrade() {
    return chart.upgrade().withName("one").withNamespace(namespace).withKubeConfig(kubeconfig);
  }

  private void sayValues() {
    say(Helm.get("one").values().withNamespace(namespace).withKubeConfig(kubeconfig).call());
  }

  private static void say(Release made) {
    say(
        "%s %s %s %s %s"
            .formatted(
                made.getName(),
                made.getRevision(),
                made.getStatus(),
                made.getChart(),
                made.getAppVersion()));
  }

  private static void say(String text) {
    System.out.println(SAYS + text.strip().replace("\n", ", "));
  }

  private static void fails(Callable<?> call) {
    try {
      say("no failure: " + call.call());
    } catch (Exception e) {
      say(e.getClass().getSimpleName() + ": " + e.getMessage());
    }
  }
}
