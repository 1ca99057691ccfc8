package dev.catamaran.chaos;

import com.marcnuri.helm.Helm;
import dev.catamaran.testcluster.TestNamespace;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.base.PatchContext;
import io.fabric8.kubernetes.client.dsl.base.PatchType;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Users who write primaries, and users who change releases directly with kubectl and helm. */
final class People {
  private static final int VALUES = 4;

  /** The actions, each with its number of cards in the deck. */
  private enum Deed {
    WRITE_SPEC(17),
    WRITE_THE_SAME_SPEC(3),
    DELETE(5),
    DELETE_AND_CREATE_AGAIN(3),
    ASK_FOR_A_REVISION(2),
    EDIT_AN_OBJECT(7),
    DELETE_AN_OBJECT(6),
    DELETE_ALL_REVISIONS(1),
    HELM_UPGRADE(4),
    HELM_UNINSTALL(2);

    final int cards;

    Deed(int cards) {
      this.cards = cards;
    }
  }

  private static final Map<String, List<String>> EXPECTED =
      Map.of(
          "tenant",
          List.of(
              "primary created",
              "spec changed",
              "same spec written",
              "primary deleted",
              "new revision asked for"),
          "kubectl",
          List.of("object edited", "object deleted", "release Secrets deleted"),
          "helm",
          List.of("upgrade", "uninstall"));

  private final TestNamespace namespace;
  private final Random random;
  private final Tally tally;
  private final Deck<Deed> deeds;

  People(TestNamespace namespace, Random random, Tally tally) {
    this.namespace = namespace;
    this.random = random;
    this.tally = tally;
    this.deeds =
        new Deck<>(
            Stream.of(Deed.values())
                .flatMap(deed -> Collections.nCopies(deed.cards, deed).stream())
                .toList(),
            random);
    EXPECTED.forEach((actor, events) -> events.forEach(event -> tally.expect(actor, event)));
  }

  /** A user performs one action on one primary. */
  void act(List<Member> members) {
    var member = members.get(random.nextInt(members.size()));
    int value = random.nextInt(VALUES);
    int which = random.nextInt(1000);
    if (member.account().step().isEmpty()) {
      create(member, value);
      return;
    }
    switch (deeds.deal()) {
      case WRITE_SPEC -> specify(member, value);
      case WRITE_THE_SAME_SPEC -> specify(member, member.account().step().getAsInt());
      case DELETE -> delete(member);
      case DELETE_AND_CREATE_AGAIN -> {
        delete(member);
        create(member, value);
      }
      case ASK_FOR_A_REVISION -> ask(member, which);
      case EDIT_AN_OBJECT -> edit(member, which);
      case DELETE_AN_OBJECT -> deleteObject(member, which);
      case DELETE_ALL_REVISIONS -> forgetOneAtRest(members, which);
      case HELM_UPGRADE -> helm("upgrade", member, this::upgrade);
      case HELM_UNINSTALL -> helm("uninstall", member, this::uninstall);
    }
  }

  /** Creates the primary. This fails while a deleted primary of the same name still exists. */
  void create(Member member, int value) {
    try {
      var made = member.trial().create("{step: " + Member.value(value) + "}");
      tally.add(
          "tenant", made ? "primary created" : "primary not created, the last one still exists");
      if (made) {
        member.account().specified(value);
      }
    } catch (KubernetesClientException e) {
      tally.add("tenant", "creation refused with " + e.getCode());
    }
  }

  private void specify(Member member, int value) {
    boolean isNew = member.account().step().getAsInt() != value;
    member.trial().change(Member.value(value));
    member.account().specified(value);
    tally.add("tenant", isNew ? "spec changed" : "same spec written");
  }

  private void delete(Member member) {
    member.trial().delete();
    member.account().removed();
    tally.add("tenant", "primary deleted");
  }

  private void ask(Member member, int which) {
    member.trial().annotate("catamaran.dev/reconcile-at", "at-" + which + "-" + System.nanoTime());
    member.account().asked();
    tally.add("tenant", "new revision asked for");
  }

  private void edit(Member member, int which) {
    var objects = objects(member);
    if (objects.isEmpty()) {
      return;
    }
    var object = objects.get(which % objects.size());
    kubectl(
        "object edited",
        member,
        () ->
            namespace
                .client()
                .configMaps()
                .inNamespace(namespace.name())
                .withName(object.getMetadata().getName())
                .patch(
                    PatchContext.of(PatchType.JSON_MERGE),
                    "{\"data\":{\"%s\":\"tampered\"}}".formatted(firstKey(object))));
  }

  private void deleteObject(Member member, int which) {
    var objects = objects(member);
    if (objects.isEmpty()) {
      return;
    }
    var object = objects.get(which % objects.size());
    kubectl("object deleted", member, () -> namespace.client().resource(object).delete());
  }

  /**
   * Not after an upgrade by hand that the operator has not seen: its objects have no owner, so
   * without revisions nothing names them.
   */
  void forgetOneAtRest(List<Member> members, int which) {
    var atRest = members.stream().filter(member -> member.account().isAtRest()).toList();
    if (!atRest.isEmpty()) {
      forget(atRest.get(which % atRest.size()));
    }
  }

  private void forget(Member member) {
    kubectl(
        "release Secrets deleted",
        member,
        () ->
            namespace
                .client()
                .secrets()
                .inNamespace(namespace.name())
                .withLabel("owner", "helm")
                .withLabel("name", member.name())
                .delete());
    member.account().forgotten();
  }

  private void kubectl(String what, Member member, Runnable deed) {
    try {
      deed.run();
      tally.add("kubectl", what);
    } catch (KubernetesClientException e) {
      tally.add("kubectl", "%s: refused with %d".formatted(what, e.getCode()));
    }
    member.account().damaged();
  }

  /** Helm may have stored a revision, even if a request of it was refused. */
  private void helm(String command, Member member, Consumer<Member> deed) {
    try {
      deed.accept(member);
      tally.add("helm", command);
    } catch (IllegalStateException e) {
      tally.add("helm", command + ": failed");
    }
  }

  private void upgrade(Member member) {
    member.account().upgradedByHand();
    new Helm(member.trial().chart().folder())
        .upgrade()
        .withName(member.name())
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .set("step", "by-hand")
        .call();
  }

  private void uninstall(Member member) {
    member.account().uninstalledByHand();
    Helm.uninstall(member.name())
        .withNamespace(namespace.name())
        .withKubeConfig(namespace.cluster().adminKubeconfig())
        .call();
  }

  /** The ConfigMaps of the release; every chart here has some. */
  private List<ConfigMap> objects(Member member) {
    return namespace.list(ConfigMap.class).stream()
        .filter(map -> member.name().equals(annotations(map).get("meta.helm.sh/release-name")))
        .toList();
  }

  private static Map<String, String> annotations(ConfigMap map) {
    var annotations = map.getMetadata().getAnnotations();
    return annotations == null ? Map.of() : annotations;
  }

  private static String firstKey(ConfigMap map) {
    return map.getData() == null || map.getData().isEmpty()
        ? "added"
        : map.getData().keySet().iterator().next();
  }
}
