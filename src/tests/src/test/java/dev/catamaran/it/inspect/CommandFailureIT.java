package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandFailureIT {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "widgt/one | the cluster has no kind \"widgt\"; did you mean widget.test.catamaran.dev?",
        "widget/one | there is no widget.test.catamaran.dev/one in namespace NAMESPACE; write"
            + " another --namespace, or find it with catamaran status --all-namespaces",
        "xylophone/one | the cluster has no kind \"xylophone\"; kubectl api-resources lists all"
            + " kinds",
        "widget/ | \"widget/\" is not KIND/NAME; write for example memcached/memcached-sample",
      })
  void namesTheMistakeAndTheRemedy(String primary, String message, TestNamespace namespace) {
    var shell = shell(namespace);
    for (var command : List.of("status", "history", "values", "pause", "wait")) {
      var run = shell.run(command, primary);
      assertEquals(1, run.code());
      assertEquals(message + "\n", run.err(), command);
    }
  }

  @Test
  void namesTheServerThatRefuses(TestNamespace namespace) {
    var powerless = shell(namespace).with(namespace.identity("powerless", List.of()).kubeconfig());
    assertEquals(
        "the API server SERVER refuses: widgets.test.catamaran.dev is forbidden: User"
            + " \"system:serviceaccount:default:ACCOUNT\" cannot list resource \"widgets\" in API"
            + " group \"test.catamaran.dev\" in the namespace \"NAMESPACE\"; ask an administrator"
            + " for this permission\n",
        plain(powerless.run("status").err()));
  }

  @Test
  void namesTheServerThatDoesNotKnowThePerson(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var stranger = shell(namespace).with(changed(namespace, folder, "token: .*", "token: wrong"));
    assertEquals(
        "the API server SERVER does not accept the credentials of the kubeconfig; log in again,"
            + " or choose another --context\n",
        plain(stranger.run("status").err()));
  }

  @Test
  void namesTheServerThatDoesNotAnswer(TestNamespace namespace, @TempDir Path folder)
      throws IOException {
    var lost =
        shell(namespace)
            .with(changed(namespace, folder, "https://127.0.0.1:\\d+", "https://127.0.0.1:1"));
    assertEquals(
        "the API server SERVER does not answer: connection refused; check the kubeconfig and the"
            + " network\n",
        plain(lost.run("status").err()));
  }

  private static Path changed(TestNamespace namespace, Path folder, String part, String by)
      throws IOException {
    var text = Files.readString(namespace.identity().kubeconfig());
    return Files.writeString(folder.resolve("kubeconfig"), text.replaceAll(part, by));
  }

  private static String plain(String text) {
    return text.replaceAll("https://[^ ]+", "SERVER")
        .replaceAll("serviceaccount:default:[^\"]+", "serviceaccount:default:ACCOUNT");
  }

  private static Shell shell(TestNamespace namespace) {
    return Shell.in(namespace, Watching.chart("Widget", TestChart.breakable()).write());
  }
}
