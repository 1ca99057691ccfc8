package dev.catamaran.it.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.catamaran.fixture.TestChart;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.testcluster.Watching;
import io.fabric8.kubernetes.api.model.Secret;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ValuesCommandIT {
  private static final String[] OPTIONS = {
    "overrideValues: {image.tag: '7', home: '${HOME}'}",
    "valuesFrom: [{kind: ConfigMap, name: settings}, {kind: Secret, name: passwords}]"
  };

  @Test
  void namesTheSourceOfEachValueAndHidesSecrets(TestNamespace namespace) {
    deploy(namespace);
    var shell = Shell.in(namespace, Watching.chart("Widget", chart(), OPTIONS).write());

    var run = shell.run("values", "widget/one");

    assertEquals(
        """
        color: green # values-from ConfigMap settings
        image:
          name: web # chart
          tag: 7 # override (watches.yaml)
        home: '******' # override (watches.yaml)
        login:
          password: '******' # values-from Secret passwords
        replicas: 3 # spec
        """,
        run.out());
    var json = shell.run("values", "widget/one", "--output=json").out();
    assertFalse(json.contains("s3cret-of-one"), json);
    assertEquals(
        """
        {
          "namespace" : "NAMESPACE",
          "release" : "one",
          "revision" : 1,
          "values" : [ {
            "path" : "color",
            "value" : "green",
            "source" : "values-from ConfigMap settings"\
        """,
        json.lines().limit(8).reduce((a, b) -> a + "\n" + b).orElse(""));
  }

  /** The stored revision has the places of the secrets; the Secret itself is not needed. */
  @Test
  void hidesSecretsAfterTheirSourceIsGone(TestNamespace namespace) {
    deploy(namespace);
    namespace.delete(Secret.class, "passwords");
    var shell = Shell.in(namespace, Watching.chart("Widget", chart()).write());

    assertEquals(
        """
        color: green # release
        image:
          name: web # chart
          tag: 7 # release
        home: '******' # values-from Secret
        login:
          password: '******' # values-from Secret
        replicas: 3 # spec
        """,
        shell.run("values", "widget/one", "--revision=1").out());
  }

  @Test
  void listsTheStoredRevisionsIfThereIsNoSuchOne(TestNamespace namespace) {
    deploy(namespace);
    var shell = Shell.in(namespace, Watching.chart("Widget", chart()).write());

    var run = shell.run("values", "widget/one", "--revision=7");

    assertEquals(1, run.code());
    assertEquals("--revision: release NAMESPACE/one has no revision 7; stored are 1\n", run.err());
  }

  private static void deploy(TestNamespace namespace) {
    namespace.configMap("settings", Map.of("values.yaml", "{color: green, replicas: 2}"));
    namespace.secret("passwords", Map.of("values.yaml", "{login: {password: s3cret-of-one}}"));
    namespace.operate(Watching.chart("Widget", chart(), OPTIONS));
    namespace.deploy("Widget", "one", "{replicas: 3}");
  }

  private static Path chart() {
    return TestChart.named("sources")
        .values("{image: {name: web, tag: 1}, color: red}")
        .configMap("values", "color", "{{ .Values.color }}")
        .path();
  }
}
