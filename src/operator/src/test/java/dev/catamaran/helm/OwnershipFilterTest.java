package dev.catamaran.helm;

import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.params.provider.Arguments.arguments;

import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import dev.catamaran.fixture.TestChart;
import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ManifestObject;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** A document gets all marks and no other change, or stays the same to the byte. */
class OwnershipFilterTest {
  private static final OwnershipMarks MARKS = new OwnershipMarks("ours", PRIMARY);
  private static final String HEAD = "apiVersion: v1\nkind: ConfigMap\n";

  static Stream<Arguments> marked() {
    return Stream.of(
        arguments("without labels", HEAD + "metadata:\n  name: a\ndata:\n  a: b\n"),
        arguments("with labels", HEAD + "metadata:\n  labels:\n    app: web\n  name: a\n"),
        arguments("labels at the end", HEAD + "metadata:\n  name: a\n  labels:\n    app: web"),
        arguments("deep indent", HEAD + "metadata:\n     name: a\n     labels:\n       app: web\n"),
        arguments("metadata first", "metadata:\n  name: a\n  labels:\n    a: b\n" + HEAD),
        arguments("blank and comment lines", HEAD + "metadata: # x\n\n  # y\n  name: a\n"),
        arguments(
            "comment in labels", HEAD + "metadata:\n  name: a\n  labels: # x\n    # y\n    a: b\n"),
        arguments(
            "blank line in metadata", HEAD + "metadata:\n  name: a\n\n#c\n  labels:\n    a: b\n"),
        arguments(
            "blanks after the colon", HEAD + "metadata: \t\n  name: a\n  labels:  \n    a: b\n"),
        arguments("windows lines", HEAD + "metadata:\r\n  name: a\r\n  labels:\r\n    a: b\r\n"),
        arguments(
            "quoted keys", "\"apiVersion\": 'v1'\nkind: ConfigMap # x\nmetadata:\n  \"name\": a\n"),
        arguments("list in metadata", HEAD + "metadata:\n  finalizers:\n  - a/b\n  name: a\n"),
        arguments("its own namespace", HEAD + "metadata:\n  name: a\n  namespace: shop\n"),
        arguments(
            "our label already",
            HEAD + "metadata:\n  name: a\n  labels:\n    catamaran.dev/operator: ours\n"),
        arguments("empty annotations", HEAD + "metadata:\n  name: a\n  annotations:\n"),
        arguments(
            "other annotations",
            HEAD + "metadata:\n  name: a\n  annotations:\n    helm.sh/chart: x\n"),
        arguments(
            "big and odd numbers",
            HEAD + "metadata:\n  name: a\nx: 12345678901234567890\ny: 1e3\nz: 0644\nn: null\n"),
        arguments(
            "the words in a block",
            HEAD
                + "data:\n  a: |\n    metadata:\n      labels:\n        x: y\nmetadata:\n  name: a\n  labels:\n    a: b\n"),
        arguments(
            "anchor among the labels",
            HEAD + "metadata:\n  name: a\n  labels:\n    a: &x b\ndata:\n  a: *x\n"),
        arguments(
            "merged labels", HEAD + "x: &x\n  a: b\nmetadata:\n  name: a\n  labels:\n    <<: *x\n"),
        arguments(
            "a workload",
            """
            apiVersion: apps/v1
            kind: Deployment
            metadata:
              name: a
              labels:
                app: web
            spec:
              selector:
                matchLabels:
                  app: web
              template:
                metadata:
                  labels:
                    app: web
            """),
        arguments(
            "a role",
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: Role\nmetadata:\n  name: a:b\nrules: []\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("marked")
  void insertsTheMarks(String what, String document) throws IOException {
    var plain = rendered(document, false);
    var marked = rendered(document, true);

    var object = single(marked);
    assertEquals(true, MARKS.areOn(object), () -> what + ":\n" + marked);
    assertEquals(unmarked(single(plain)), unmarked(object), what);
    assertEquals(plain, withoutInserted(marked, plain), what);
  }

  static Stream<Arguments> unmarked() {
    return Stream.of(
        arguments("flow style", HEAD + "metadata: {name: a}\n"),
        arguments("flow style of labels", HEAD + "metadata:\n  name: a\n  labels: {a: b}\n"),
        arguments("empty labels", HEAD + "metadata:\n  name: a\n  labels:\n"),
        arguments("empty labels before a name", HEAD + "metadata:\n  labels:\n  name: a\n"),
        arguments(
            "labels of an anchor",
            HEAD + "metadata:\n  name: a\n  labels: &x\n    a: b\ndata: *x\n"),
        arguments("metadata of an anchor", HEAD + "metadata: &x\n  name: a\nspec: *x\n"),
        arguments(
            "labels of an alias", HEAD + "x: &x\n  a: b\nmetadata:\n  name: a\n  labels: *x\n"),
        arguments(
            "key of labels in quotes", HEAD + "metadata:\n  name: a\n  \"labels\":\n    a: b\n"),
        arguments("key of metadata in quotes", HEAD + "\"metadata\":\n  name: a\n"),
        arguments(
            "labels elsewhere first",
            HEAD + "metadata:\n  x:\n    labels:\n      x: y\n  labels:\n    a: b\n  name: a\n"),
        arguments("two metadata", HEAD + "metadata:\n  name: a\nmetadata:\n  name: b\n"),
        arguments(
            "json",
            "{\"apiVersion\":\"v1\",\"kind\":\"ConfigMap\",\n\"metadata\":{\"name\":\"a\"}}\n"),
        arguments("a list", "apiVersion: v1\nkind: List\nmetadata:\n  name: a\nitems: []\n"),
        arguments(
            "a custom kind", "apiVersion: my.domain/v1\nkind: ConfigMap\nmetadata:\n  name: a\n"),
        arguments("cluster scope", "apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n"),
        arguments(
            "a volume claim",
            "apiVersion: v1\nkind: PersistentVolumeClaim\nmetadata:\n  name: a\n"),
        arguments("another namespace", HEAD + "metadata:\n  name: a\n  namespace: other\n"),
        arguments(
            "to be kept",
            HEAD + "metadata:\n  name: a\n  annotations:\n    helm.sh/resource-policy: keep\n"),
        arguments("own references", HEAD + "metadata:\n  name: a\n  ownerReferences: []\n"),
        arguments(
            "another operator",
            HEAD + "metadata:\n  name: a\n  labels:\n    catamaran.dev/operator: theirs\n"),
        arguments("no object", "metadata:\n  name: a\n"),
        arguments("only a comment", "# metadata:\n"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unmarked")
  void leavesOtherDocumentsUnchanged(String what, String document) throws IOException {
    assertEquals(rendered(document, false), rendered(document, true), what);
  }

  @Test
  void leavesHooksUnmarked() throws IOException {
    var hook = HEAD + "metadata:\n  name: a\n  annotations:\n    helm.sh/hook: pre-install\n";
    assertEquals(rendered(hook, false), rendered(hook, true));
  }

  @Test
  void marksEachDocumentOfAFile() throws IOException {
    var one = HEAD + "metadata:\n  name: one\n";
    var two = HEAD + "metadata: {name: two}\n";
    var three = HEAD + "metadata:\n  name: three\n";
    var file = "# c\n" + one + "--- # x\n" + two + "---\n\n---   \n" + three;
    var objects = Manifest.of(rendered(file, true)).objects();
    assertEquals(List.of(true, false, true), objects.stream().map(MARKS::areOn).toList());
    assertEquals(
        Manifest.of(rendered(file, false)).objects().stream().map(ManifestObject::key).toList(),
        objects.stream().map(ManifestObject::key).toList());
  }

  @Test
  void marksObjectsOfAClusterScopedPrimaryWithATextThatLooksLikeANumber() throws IOException {
    var primary = new PrimaryIdentity("my.domain/v1", "Site", "", "123", "1e3");
    var marks = new OwnershipMarks("007", primary);
    var chart = TestChart.named("one").template("a.yaml", HEAD + "metadata:\n  name: a\n").path();
    OwnershipFilter.of(marks, "shop").applyTo(chart);
    assertEquals(true, marks.areOn(single(rendered(chart))), () -> rendered(chart));
  }

  @Test
  void marksWhatAnotherFilterWrote() throws IOException {
    var hook = HEAD + "metadata: {name: hook, annotations: {helm.sh/hook: pre-install}}\n";
    var chart =
        TestChart.named("one")
            .template("a.yaml", hook + "---\n" + HEAD + "metadata:\n  name: a\n")
            .path();
    HookFilter.of(List.of("pre-install")).applyTo(chart);
    OwnershipFilter.of(MARKS, "shop").applyTo(chart);
    assertEquals(true, MARKS.areOn(single(rendered(chart))), () -> rendered(chart));
  }

  private static ManifestObject single(String manifest) {
    var objects = Manifest.of(manifest).objects();
    assertEquals(1, objects.size(), manifest);
    return objects.getFirst();
  }

  private static ObjectNode unmarked(ManifestObject object) {
    ObjectNode content = object.content().deepCopy();
    OwnershipMarks.removeFrom(content);
    return content;
  }

  /** Removes the lines of {@code marked} that {@code plain} lacks; the others keep their order. */
  private static String withoutInserted(String marked, String plain) {
    var lines = Arrays.asList(plain.split("\n", -1)).iterator();
    var left = new StringBuilder();
    var next = lines.next();
    for (var line : marked.split("\n", -1)) {
      if (line.equals(next)) {
        left.append(line).append(lines.hasNext() ? "\n" : "");
        next = lines.hasNext() ? lines.next() : "\0";
      }
    }
    return left.toString();
  }

  private static String rendered(String document, boolean isFiltered) throws IOException {
    // In braces, so that Helm evaluates nothing in the document.
    var chart =
        TestChart.named("one")
            .file("document.txt", document)
            .template("a.yaml", "{{ .Files.Get \"document.txt\" }}")
            .path();
    if (isFiltered) {
      OwnershipFilter.of(MARKS, "shop").applyTo(chart);
    }
    return rendered(chart);
  }

  private static String rendered(Path chart) {
    return String.valueOf(
        new Helm(chart).template().withName("cache").withNamespace("shop").call());
  }
}
