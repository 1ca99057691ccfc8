package dev.catamaran.rights;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import dev.catamaran.recorder.ApiResource;
import dev.catamaran.recorder.RecordedLookup;
import dev.catamaran.recorder.RecordedObject;
import dev.catamaran.recorder.Recording;
import dev.catamaran.release.CrdPolicy;
import dev.catamaran.rights.Rule.Field;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ReleaseRulesTest {
  private static final ApiResource JOBS = new ApiResource("batch", "v1", "jobs", "Job", true);
  private static final ApiResource NODES = new ApiResource("", "v1", "nodes", "Node", false);
  private static final ApiResource SECRETS = new ApiResource("", "v1", "secrets", "Secret", true);

  /** Helm waits until an earlier object is gone; a missing one makes its client ask further. */
  @Test
  void allowHooksToAskForTheirNamespace() {
    assertEquals(
        List.of("NAMESPACE namespaces [] [get] [Helm, when an object is missing]"),
        rules(of(hook("{release}", "post-upgrade"))));
    assertEquals(
        List.of("CLUSTER namespaces [other] [get] [Helm, when an object is missing]"),
        rules(of(hook("other", "pre-delete"))));
    assertEquals(List.of(), rules(of(hook("default", "pre-delete"))));
    assertEquals(List.of(), rules(of(hook("{release}", "test"))));
    assertEquals(List.of(), rules(of(object("{release}"))));
  }

  @Test
  void allowLookups() {
    assertEquals(
        List.of(
            "NAMESPACE secrets [] [get] [lookups of the chart c]",
            "NAMESPACE secrets [] [list] [lookups of the chart c]",
            "CLUSTER secrets [] [list] [lookups of the chart c]",
            "CLUSTER nodes [one] [get] [lookups of the chart c]",
            "CLUSTER nodes [] [get] [lookups of the chart c]"),
        rules(
            of(
                List.of(),
                new RecordedLookup(SECRETS, "{release}", "token"),
                new RecordedLookup(SECRETS, "{release}", ""),
                new RecordedLookup(SECRETS, "", ""),
                new RecordedLookup(NODES, "", "one"),
                new RecordedLookup(NODES, "", "{release}"))));
  }

  @Test
  void nameTheTemplateOfAnObjectThatTheChartLooksUp() {
    assertEquals(
        List.of("NAMESPACE jobs [] [get] [c/templates/job.yaml]"),
        rules(of(List.of(object("{release}")), new RecordedLookup(JOBS, "{release}", "job"))));
  }

  @Test
  void allowWhatThePolicyDoesWithDefinitions() {
    var recording =
        new Recording("c", "a", "a", List.of(), List.of(), Set.of("boats.sea"), List.of());
    var run = new Run(recording, recording);

    assertEquals(List.of(), texts(run, CrdPolicy.SKIP));
    assertEquals(
        List.of(
            "CLUSTER customresourcedefinitions [] [create] [c/crds]",
            "CLUSTER customresourcedefinitions [boats.sea] [get, list, watch] [c/crds]"),
        texts(run, CrdPolicy.CREATE));
    assertEquals(
        List.of(
            "CLUSTER customresourcedefinitions [] [create] [c/crds]",
            "CLUSTER customresourcedefinitions [boats.sea] [get, list, watch] [c/crds]",
            "CLUSTER customresourcedefinitions [boats.sea] [patch] [c/crds]"),
        texts(run, CrdPolicy.CREATE_REPLACE));
  }

  @Test
  void areApartForANamespaceThatTheChartNamesItself() {
    var run =
        of(
            List.of(object("{release}"), object("kube-system")),
            new RecordedLookup(SECRETS, "kube-system", "ca"),
            new RecordedLookup(SECRETS, "{release}", ""));

    assertEquals(Set.of("kube-system"), run.places());
    assertEquals(
        List.of("NAMESPACE secrets [] [list] [lookups of the chart c]"), rules(run.beside()));
    assertEquals(
        List.of("NAMESPACE secrets [] [get] [lookups of the chart c]"),
        rules(run.in("kube-system")));
    assertEquals(1, run.beside().objects(true).count());
    assertEquals(1, run.in("kube-system").objects(true).count());
  }

  private static RecordedObject hook(String namespace, String event) {
    return job(namespace, List.of(event));
  }

  private static RecordedObject object(String namespace) {
    return job(namespace, List.of());
  }

  private static RecordedObject job(String namespace, List<String> events) {
    var content = JsonNodeFactory.instance.objectNode();
    content.putObject("metadata").put("name", "job");
    return new RecordedObject("c/templates/job.yaml", JOBS, namespace, events, content);
  }

  private static Run of(RecordedObject object) {
    return of(List.of(object));
  }

  private static Run of(List<RecordedObject> objects, RecordedLookup... lookups) {
    return new Run(recording("a", objects, lookups), recording("b", objects, lookups));
  }

  /** Writes the release, and its namespace of the same name, where a template would. */
  private static Recording recording(
      String release, List<RecordedObject> objects, RecordedLookup... lookups) {
    return new Recording(
        "c",
        release,
        release,
        objects.stream()
            .map(
                it ->
                    new RecordedObject(
                        it.template(),
                        it.resource(),
                        it.namespace().replace("{release}", release),
                        it.events(),
                        it.content()))
            .toList(),
        Stream.of(lookups)
            .map(
                it ->
                    new RecordedLookup(
                        it.resource(),
                        it.namespace().replace("{release}", release),
                        it.name().replace("{release}", release)))
            .toList(),
        Set.of(),
        List.of());
  }

  private static List<String> rules(Run run) {
    return texts(run, CrdPolicy.CREATE);
  }

  /** Without the rules for the objects themselves, which ChartRightsTest has. */
  private static List<String> texts(Run run, CrdPolicy crds) {
    return new ReleaseRules(run, /* tests= */ false)
        .making(crds)
        .filter(rule -> !rule.get(Field.RESOURCES).contains("jobs") || isOfLookup(rule))
        .map(
            rule ->
                "%s %s %s %s %s"
                    .formatted(
                        rule.reach(),
                        String.join(",", rule.get(Field.RESOURCES)),
                        rule.get(Field.NAMES),
                        rule.get(Field.VERBS),
                        rule.reasons()))
        .toList();
  }

  private static boolean isOfLookup(Rule rule) {
    return rule.get(Field.VERBS).equals(Set.of("get"));
  }
}
