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
    for (var deed : Deed.values()) {
      tally.expect("people", Tally.words(deed));
    }
  }

  /** A user performs one action on one primary. */
  void act(List<Member> members) {
    var member = members.get(random.nextInt(members.size()));
    int value = random.nextInt(VALUES);
    int which = random.nextInt(1000);
    if (member.account().step().isEmpty()) {
      var unused = create(member, value);
      return;
    }
    var deed = deeds.deal();
    try {
      if (isDone(deed, member, members, value, which)) {
        tally.add("people", Tally.words(deed));
      }
    } catch (KubernetesClientException | IllegalStateException e) {
      // Helm may have stored a revision, even if a request of it was refused.
      tally.add("people", Tally.words(deed) + ": refused");
    }
  }

  private boolean isDone(Deed deed, Member member, List<Member> members, int value, int which) {
    return switch (deed) {
      case WRITE_SPEC -> specify(member, value);
      case WRITE_THE_SAME_SPEC -> specify(member, member.account().step().getAsInt());
      case DELETE -> delete(member);
      case DELETE_AND_CREATE_AGAIN -> delete(member) && create(member, value);
      case ASK_FOR_A_REVISION -> {
        member.trial().annotate("catamaran.dev/reconcile-at", which + "-" + System.nanoTime());
        member.account().asked();
        yield true;
      }
      case EDIT_AN_OBJECT ->
          damage(
              member,
              which,
              object ->
                  namespace
                      .client()
                      .resource(object)
                      .patch(
                          PatchContext.of(PatchType.JSON_MERGE),
                          "{\"data\":{\"%s\":\"tampered\"}}".formatted(firstKey(object))));
      case DELETE_AN_OBJECT ->
          damage(member, which, object -> namespace.client().resource(object).delete());
      case DELETE_ALL_REVISIONS -> forgetOneAtRest(members, which);
      case HELM_UPGRADE -> {
        member.account().upgradedByHand();
        var unused =
            new Helm(member.trial().chart().folder())
                .upgrade()
                .withName(member.name())
                .withNamespace(namespace.name())
                .withKubeConfig(namespace.cluster().adminKubeconfig())
                .set("step", "by-hand")
                .call();
        yield true;
      }
      case HELM_UNINSTALL -> {
        member.account().uninstalledByHand();
        Helm.uninstall(member.name())
            .withNamespace(namespace.name())
            .withKubeConfig(namespace.cluster().adminKubeconfig())
            .call();
        yield true;
      }
    };
  }

  /** Creates the primary, if there is no deleted primary of the same name any more. */
  boolean create(Member member, int value) {
    var made = member.trial().create("{step: " + Member.value(value) + "}");
    if (made) {
      member.account().specified(value);
    }
    return made;
  }

  private static boolean specify(Member member, int value) {
    member.trial().change(Member.value(value));
    member.account().specified(value);
    return true;
  }

  private static boolean delete(Member member) {
    member.trial().delete();
    member.account().removed();
    return true;
  }

  private boolean damage(Member member, int which, Consumer<ConfigMap> deed) {
    var objects = objects(member);
    if (objects.isEmpty()) {
      return false;
    }
    member.account().damaged();
    deed.accept(objects.get(which % objects.size()));
    return true;
  }

  /**
   * Not after an upgrade by hand that the operator has not seen: its objects have no owner, so
   * without revisions nothing names them.
   */
  boolean forgetOneAtRest(List<Member> members, int which) {
    var atRest = members.stream().filter(member -> member.account().isAtRest()).toList();
    if (atRest.isEmpty()) {
      return false;
    }
    var member = atRest.get(which % atRest.size());
    member.account().forgotten();
    namespace
        .client()
        .secrets()
        .inNamespace(namespace.name())
        .withLabel("owner", "helm")
        .withLabel("name", member.name())
        .delete();
    return true;
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
