package dev.catamaran.rollout;

import com.fasterxml.jackson.databind.node.MissingNode;
import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.cluster.KindClasses.OfKind;
import dev.catamaran.desired.Edition;
import dev.catamaran.desired.PlannedInput;
import dev.catamaran.desired.ReleaseValues;
import dev.catamaran.fields.FieldChange;
import dev.catamaran.fields.FieldChanges;
import dev.catamaran.fields.Mask;
import dev.catamaran.helm.StoredRevisions;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.SecretTexts;
import dev.catamaran.rollout.RolloutStep.Asked;
import dev.catamaran.rollout.Rollouts.Services;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The plan of a kind's open rollout: what it is at present, which one a person approved, and which
 * primaries have another change than the approved one.
 */
final class PlanBinding {
  private static final Logger log = LoggerFactory.getLogger(PlanBinding.class);

  /** A plan reads all primaries. */
  private static final Duration BETWEEN_PLANS = Duration.ofSeconds(10);

  /** A primary with another change than planned, and the difference. */
  private record Other(PlannedInput now, String difference) {}

  private final GroupVersionKind gvk;
  private final KeptPlan kept;
  private final ReleaseStore store;
  private final StoredRevisions revisions;
  private final Map<String, Other> others = new ConcurrentHashMap<>();
  private volatile Optional<ReleaseValues> values = Optional.empty();
  private volatile Optional<RolloutPlan> approved = Optional.empty();
  private Optional<RolloutPlan> proposed = Optional.empty();
  private Instant nextPlan = Instant.MIN;

  PlanBinding(GroupVersionKind gvk, KeptPlan kept, Services services) {
    this.gvk = gvk;
    this.kept = kept;
    this.store = services.store();
    this.revisions = new StoredRevisions(services.client());
  }

  /** Takes what makes the values of the primaries. */
  void planBy(ReleaseValues values) {
    this.values = Optional.of(values);
  }

  /** Reads the plan that an earlier process kept for a rollout. */
  void learn(RolloutState state) {
    approved =
        Optional.of(state.plan().approved())
            .filter(digest -> !digest.isEmpty())
            .flatMap(kept::find);
  }

  /** Returns the present input of a primary, if the approved plan has another one for it. */
  Optional<PlannedInput> other(Primary primary, ReleaseKey release, RolloutState state) {
    if (!state.plan().isApproved() || state.isReturn()) {
      return Optional.empty();
    }
    return values
        .map(reader -> reader.planned(primary, release))
        // Without the plan, nothing is known to be in it.
        .filter(
            now -> approved.map(plan -> plan.isOther(primary.identity().uid(), now)).orElse(true));
  }

  /** Remembers how the change of a primary differs from the approved plan, or that it does not. */
  void note(Primary primary, ReleaseKey release, Edition edition, Optional<PlannedInput> other) {
    var uid = primary.identity().uid();
    if (other.isEmpty()) {
      others.remove(uid);
    } else if (!other.equals(Optional.ofNullable(others.get(uid)).map(Other::now))) {
      others.put(uid, new Other(other.get(), difference(primary, release, edition)));
    }
  }

  /** Returns the noted difference of a primary; empty if it has none. */
  Optional<String> difference(String uid) {
    return Optional.ofNullable(others.get(uid)).map(Other::difference);
  }

  /** The stored revision is from before the change, unless that came before the approval. */
  private String difference(Primary primary, ReleaseKey release, Edition edition) {
    if (approved.isEmpty()) {
      return "the Secret with the approved plan is gone; approve a plan again";
    }
    try {
      var now = values.orElseThrow().unchecked(primary, release, edition);
      return store
          .known(release)
          .latest()
          .flatMap(latest -> revisions.values(release, latest.number()))
          .map(
              stored ->
                  FieldChanges.of(
                      stored.config(),
                      now.values().toTree(),
                      MissingNode.getInstance(),
                      new Mask(
                          /* isSecret= */ false,
                          now.secrets()
                              .and(SecretTexts.at(stored.secretPlaces(), stored.config())))))
          .map(changes -> RolloutState.first(changes.stream().map(FieldChange::line).toList()))
          .filter(text -> !text.isEmpty())
          .orElse("values from Secrets or ConfigMaps changed, and its release has them already");
    } catch (InvalidPrimaryException e) {
      return e.problem();
    }
  }

  /**
   * Makes the present plan.
   *
   * @throws IllegalStateException if the primaries are not reconciled yet
   */
  RolloutPlan propose(Edition edition, MemberReader reader, List<OfKind> primaries) {
    var input =
        values.orElseThrow(
            () -> new IllegalStateException("the custom resources are not reconciled yet"));
    var inputs = new TreeMap<String, PlannedInput>();
    for (var object : primaries) {
      if (object.getMetadata().getDeletionTimestamp() == null) {
        var primary = Primary.of(object, reader.denied());
        inputs.put(primary.identity().uid(), input.planned(primary, reader.release(primary)));
      }
    }
    var plan = RolloutPlan.of(edition, inputs);
    proposed = Optional.of(plan);
    return plan;
  }

  /** Takes a plan that a person approved; stays without it if it is not the present one. */
  RolloutState bound(
      RolloutState state,
      Asked asked,
      Edition edition,
      MemberReader reader,
      List<OfKind> primaries) {
    var digest = asked.approvedPlan();
    if (digest.isEmpty() || digest.equals(state.plan().approved()) || state.isReturn()) {
      return state;
    }
    if (proposed.filter(plan -> plan.digest().equals(digest)).isEmpty()) {
      if (reader.now().isBefore(nextPlan)) {
        return state;
      }
      nextPlan = reader.now().plus(BETWEEN_PLANS);
      propose(edition, reader, primaries);
    }
    var found = proposed.orElseThrow();
    if (!found.digest().equals(digest)) {
      return state.planned(state.plan().proposing(found.digest()));
    }
    if (!kept.keep(found)) {
      throw new IllegalStateException(
          "the plan of %d custom resources does not fit into a Secret; approve the rollout without a plan"
              .formatted(found.inputs().size()));
    }
    log.info(
        "{}: plan {} is approved, for {} custom resources", gvk, digest, found.inputs().size());
    return state.planned(state.plan().approving(digest));
  }

  /** Follows the rollout to a state that is stored. */
  void follow(RolloutState before, RolloutState now) {
    if (!now.plan().approved().equals(before.plan().approved())) {
      approved = proposed;
    }
    if (now.isOver()) {
      kept.drop();
    }
  }

  /** Ends the plan of a rollout that is closed. */
  void release() {
    kept.drop();
    others.clear();
  }
}
