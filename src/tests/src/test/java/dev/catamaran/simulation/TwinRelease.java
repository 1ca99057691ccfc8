package dev.catamaran.simulation;

import static dev.catamaran.fixture.Eventually.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.chart.Chart;
import dev.catamaran.chart.Values;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.DesiredReleaseFixture;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.UninstallOptions;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseInput;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.RemediationPolicy.InstallRemedy;
import dev.catamaran.release.RemediationPolicy.UpgradeRemedy;
import dev.catamaran.release.Revision;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.simulation.Cluster.Thing;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.watch.Watch.DriftPolicy;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DeletionPropagation;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Secret;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.UUID;
import java.util.stream.Stream;

/** One release in the model and in a real cluster: each step happens to both. */
final class TwinRelease {
  private static final Duration TIMEOUT = Duration.ofMinutes(1);

  /** The garbage collector of a young cluster looks for new kinds every half a minute. */
  private static final Duration SOON = Duration.ofMinutes(1);

  private static final List<String> LETTERS = List.of("a", "b", "c", "h", "k", "o", "p", "s", "w");
  private static final String VALUE = "value";

  private final TestNamespace namespace;
  private final HelmEngine engine;
  private final List<Chart> charts;
  private final String name;
  private final Random random;
  private final PrimaryIdentity primary;
  private final World world =
      new World(
          new Settings(InstallRemedy.RETRY, UpgradeRemedy.RETRY, 0, 10, DriftPolicy.IGNORE, false));
  private final List<String> told = new ArrayList<>();

  TwinRelease(
      TestNamespace namespace, HelmEngine engine, List<Chart> charts, String name, Random random) {
    this.namespace = namespace;
    this.engine = engine;
    this.charts = charts;
    this.name = name;
    this.random = random;
    var uid = namespace.apply("Widget", name, "{}").getMetadata().getUid();
    this.primary =
        new PrimaryIdentity("test.catamaran.dev/v1", "Widget", namespace.name(), name, uid);
  }

  /** Returns the first difference, with the history before it; empty if there is none. */
  List<String> live() {
    try {
      for (int step = 0; step < 5; step++) {
        step(step == 0 ? 0 : random.nextInt(20));
        compare();
      }
      loseOwner();
      compare();
      return List.of();
    } catch (AssertionError | RuntimeException e) {
      return List.of(name + ": " + String.join("; ", told) + ": " + e.getMessage());
    }
  }

  private void step(int choice) {
    if (choice < 10) {
      apply();
    } else if (choice < 12) {
      goBack();
    } else if (choice < 14) {
      told.add("uninstall");
      both(uninstall(SimulatedHelm.RELEASE), uninstall(release()));
    } else if (choice < 15) {
      told.add("lose Secrets");
      world.store.deleteAll();
      namespace
          .client()
          .secrets()
          .inNamespace(namespace.name())
          .withLabels(Map.of("owner", "helm", "name", name))
          .delete();
    } else {
      touch(of(LETTERS), choice);
    }
  }

  private <T> T of(List<T> choices) {
    return choices.get(random.nextInt(choices.size()));
  }

  private ReleaseKey release() {
    return new ReleaseKey(namespace.name(), name);
  }

  private void apply() {
    int chart = 1 + random.nextInt(3);
    var values =
        World.spec(
            of(List.of("a", "b", "ab", "aw", "bp", "abk", "abcwpk", "hap", "osa")),
            1 + random.nextInt(3),
            random.nextInt(5) > 0 ? "" : of(List.of("render", Cluster.REFUSED)));
    var inModel = desired(named(chart), Values.of(values));
    var inReality = desired(charts.get(chart - 1), Values.of(values));
    boolean isNew = world.store.readable().isEmpty();
    told.add((isNew ? "install" : "upgrade") + " chart" + chart + " " + values);
    if (isNew) {
      both(new HelmCall.Install(inModel), new HelmCall.Install(inReality));
    } else {
      both(
          new HelmCall.Upgrade(inModel, List.of(), deleted -> {}),
          new HelmCall.Upgrade(inReality, List.of(), deleted -> {}));
    }
  }

  private static HelmCall uninstall(ReleaseKey release) {
    return new HelmCall.Uninstall(
        release, new UninstallOptions(TIMEOUT, true), "", Optional.empty(), Optional.empty());
  }

  private void goBack() {
    var stored = world.store.readable();
    if (!stored.isEmpty()) {
      var target = of(stored);
      told.add("go back to " + target.number());
      var desired = desired(charts.getFirst(), Values.empty());
      both(
          new HelmCall.Rollback(desired, target, target.number(), deleted -> {}),
          new HelmCall.Rollback(desired, real(target.number()), target.number(), deleted -> {}));
    }
  }

  private Revision real(int number) {
    return TestEngine.of(namespace, name).revision(number);
  }

  /** The model takes the digest for the name. */
  private Chart named(int chart) {
    return DesiredReleaseFixture.chart(charts.get(chart - 1).path(), "chart" + chart);
  }

  private DesiredRelease desired(Chart chart, Values values) {
    return new DesiredRelease(
        release(),
        primary,
        chart,
        values,
        values,
        ReleaseInput.ofDigest("digest"),
        TIMEOUT,
        EngineOptions.DEFAULT,
        "",
        SecretTexts.none(),
        Optional.of(new OwnershipMarks("model", primary)),
        Optional.empty());
  }

  /** Both must succeed, or both fail. */
  private void both(HelmCall inModel, HelmCall inReality) {
    var expected = failure(world.helm, inModel);
    var found = failure(engine, inReality);
    assertEquals(
        expected.isPresent(), found.isPresent(), "the model " + expected + ", Helm " + found);
  }

  private static Optional<String> failure(HelmEngine engine, HelmCall call) {
    try {
      engine.run(call);
      return Optional.empty();
    } catch (EngineException e) {
      return Optional.of(e.failure().message());
    }
  }

  private void touch(String letter, int choice) {
    var step =
        switch (choice) {
          case 15, 16 -> new Step.Touch(letter, Step.Touch.Change.DELETE);
          case 17 -> new Step.Touch(letter, Step.Touch.Change.EDIT);
          case 18 -> new Step.Touch(letter, Step.Touch.Change.KEEP);
          default -> new Step.Occupy(letter);
        };
    told.add(step.toString());
    world.happens(step);
    var resource = resource(letter);
    switch (step) {
      case Step.Touch(var ignored, var change) -> {
        switch (change) {
          case DELETE -> resource.delete();
          case EDIT -> annotate(resource, VALUE, "edited");
          case KEEP -> annotate(resource, Cluster.POLICY, "keep");
          case REMOVE_MARKS -> throw new IllegalStateException("no history has it");
        }
      }
      case Step.Occupy ignored -> occupy(letter, resource);
      default -> throw new IllegalStateException(step.toString());
    }
  }

  private static void annotate(Resource<? extends HasMetadata> object, String key, String text) {
    if (object.get() != null) {
      object.patch(
          PatchContext.of(PatchType.JSON_MERGE),
          "{\"metadata\": {\"annotations\": {\"%s\": \"%s\"}}}".formatted(key, text));
    }
  }

  private void occupy(String letter, Resource<? extends HasMetadata> resource) {
    if (resource.get() == null) {
      var key = Rendering.key(letter);
      boolean isClaim = key.kind().equals("PersistentVolumeClaim");
      namespace
          .client()
          .resource(
              """
              apiVersion: %s
              kind: %s
              metadata: {name: %s, namespace: %s, annotations: {value: precious}}
              %s
              """
                  .formatted(
                      letter.equals("w") ? "test.catamaran.dev/v1" : "v1",
                      letter.equals("w") ? "Gadget" : key.kind(),
                      name + "-" + letter,
                      namespace.name(),
                      isClaim
                          ? "spec: {accessModes: [ReadWriteOnce], resources: {requests: {storage:"
                              + " 1Mi}}}"
                          : ""))
          .create();
    }
  }

  private void loseOwner() {
    var cascade = of(List.of(DeletionPropagation.BACKGROUND, DeletionPropagation.ORPHAN));
    told.add("delete the owner, " + cascade);
    if (cascade == DeletionPropagation.ORPHAN) {
      awaitCollector();
      world.cluster.all().forEach(t -> world.cluster.edit(t.key(), now -> now.ownedBy(Set.of())));
    }
    world.cluster.collect(Set.of());
    namespace.resource("Widget", name).withPropagationPolicy(cascade).delete();
  }

  /**
   * The collector deletes what it has not seen when it orphans the rest. An object without its
   * owner goes only after the collector has seen what was made before.
   */
  private void awaitCollector() {
    var last = name + "-last";
    namespace
        .client()
        .resource(
            """
            apiVersion: v1
            kind: ConfigMap
            metadata:
              name: %s
              namespace: %s
              ownerReferences: [{apiVersion: v1, kind: ConfigMap, name: none, uid: %s}]
            """
                .formatted(last, namespace.name(), UUID.randomUUID()))
        .create();
    within(SOON, () -> assertNull(namespace.get(ConfigMap.class, last)));
  }

  private Resource<? extends HasMetadata> resource(String letter) {
    var client = namespace.client();
    var object = name + "-" + letter;
    return switch (Rendering.key(letter).kind()) {
      case "PersistentVolumeClaim" ->
          client
              .resources(PersistentVolumeClaim.class)
              .inNamespace(namespace.name())
              .withName(object);
      case "Secret" ->
          client.resources(Secret.class).inNamespace(namespace.name()).withName(object);
      case "Widget" -> namespace.resource("Gadget", object);
      default -> client.resources(ConfigMap.class).inNamespace(namespace.name()).withName(object);
    };
  }

  private void compare() {
    var expected = new TreeMap<String, String>();
    for (var thing : world.cluster.all()) {
      if (!thing.key().equals(Rendering.OF_A_PERSON)) {
        expected.put(letter(thing.key().name()), described(thing));
      }
    }
    within(SOON, () -> assertEquals(expected, found()));
  }

  private static String described(Thing thing) {
    return thing.value()
        + (thing.owners().isEmpty() ? "" : " owned")
        + (thing.isKept() ? " kept" : "");
  }

  private SortedMap<String, String> found() {
    var client = namespace.client();
    var found = new TreeMap<String, String>();
    Stream.of(
            client.resources(ConfigMap.class).inNamespace(namespace.name()).list().getItems(),
            client
                .resources(PersistentVolumeClaim.class)
                .inNamespace(namespace.name())
                .list()
                .getItems(),
            client
                .secrets()
                .inNamespace(namespace.name())
                .withoutLabel("owner", "helm")
                .list()
                .getItems(),
            client
                .genericKubernetesResources("test.catamaran.dev/v1", "Gadget")
                .inNamespace(namespace.name())
                .list()
                .getItems())
        .flatMap(List::stream)
        .filter(object -> object.getMetadata().getName().startsWith(name + "-"))
        .forEach(object -> found.put(letter(object.getMetadata().getName()), described(object)));
    return found;
  }

  private static String described(HasMetadata object) {
    var metadata = object.getMetadata();
    var annotations = metadata.getAnnotations();
    assertTrue(metadata.getDeletionTimestamp() == null, () -> metadata.getName() + " is going");
    return annotations.get(VALUE)
        + (metadata.getOwnerReferences().isEmpty() ? "" : " owned")
        + ("keep".equals(annotations.get(Cluster.POLICY)) ? " kept" : "");
  }

  private static String letter(String object) {
    return object.substring(object.indexOf('-') + 1);
  }
}
