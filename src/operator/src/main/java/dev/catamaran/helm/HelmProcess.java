package dev.catamaran.helm;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import dev.catamaran.cluster.Questions;
import dev.catamaran.engine.Engine;
import dev.catamaran.engine.EngineFaultException;
import dev.catamaran.engine.EngineRequest;
import dev.catamaran.engine.EngineRequest.Rendered;
import dev.catamaran.engine.ReleaseRequest;
import dev.catamaran.engine.ReleaseRequest.Changes;
import dev.catamaran.engine.ReleaseRequest.Left;
import dev.catamaran.engine.ReleaseRequest.Marks;
import dev.catamaran.engine.ReleaseRequest.Target;
import dev.catamaran.engine.ReleaseRequest.Written;
import dev.catamaran.manifest.IgnoreRule;
import dev.catamaran.release.Account;
import dev.catamaran.release.Asked;
import dev.catamaran.release.AttemptKey;
import dev.catamaran.release.Confinement;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.EngineException;
import dev.catamaran.release.EngineFailure.Kind;
import dev.catamaran.release.EngineOptions;
import dev.catamaran.release.HelmCall;
import dev.catamaran.release.HelmCall.Result;
import dev.catamaran.release.HelmEngine;
import dev.catamaran.release.OwnershipMarks;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.Revision;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.telemetry.Steps;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.Stream;

/** Helm itself, in a process of its own, with the rights of one account. */
public final class HelmProcess implements HelmEngine {
  /**
   * The kinds of objects in which Helm writes the marks of ownership: namespaced kinds of the API
   * server itself. PersistentVolumeClaims are not among them: a person can restore the marks of a
   * deleted primary with {@code helm rollback}, and the garbage collector would delete the data.
   */
  private static final List<String> MARKED =
      List.of(
          "v1 ConfigMap",
          "v1 LimitRange",
          "v1 Pod",
          "v1 ReplicationController",
          "v1 ResourceQuota",
          "v1 Secret",
          "v1 Service",
          "v1 ServiceAccount",
          "apps/v1 DaemonSet",
          "apps/v1 Deployment",
          "apps/v1 ReplicaSet",
          "apps/v1 StatefulSet",
          "autoscaling/v1 HorizontalPodAutoscaler",
          "autoscaling/v2 HorizontalPodAutoscaler",
          "batch/v1 CronJob",
          "batch/v1 Job",
          "coordination.k8s.io/v1 Lease",
          "networking.k8s.io/v1 Ingress",
          "networking.k8s.io/v1 NetworkPolicy",
          "policy/v1 PodDisruptionBudget",
          "rbac.authorization.k8s.io/v1 Role",
          "rbac.authorization.k8s.io/v1 RoleBinding");

  /** Helm limits each wait, not the call. More than so many waits are no waiting any more. */
  private static final int MOST_WAITS = 10;

  /** Others may have stored any number. */
  private static final int MOST_FORGOTTEN = 10;

  private static final Duration ALLOWANCE = Duration.ofMinutes(1);

  private final Engine engine;
  private final Questions questions;
  private final String account;

  private final Consumer<JsonNode> stored;

  private HelmProcess(
      Engine engine, Questions questions, Consumer<JsonNode> stored, String account) {
    this.engine = engine;
    this.questions = questions;
    this.stored = stored;
    this.account = account;
  }

  /**
   * Returns Helm with the engine's own rights.
   *
   * @param questions learns what the templates of failed operations asked
   * @param stored receives the Secret of an installed revision
   */
  public static HelmProcess of(Engine engine, Questions questions, Consumer<JsonNode> stored) {
    return new HelmProcess(engine, questions, stored, "");
  }

  public HelmProcess actingAs(Account.ServiceAccount other) {
    return new HelmProcess(engine, questions, stored, other.namespace() + "/" + other.name());
  }

  @Override
  public Result run(HelmCall call) {
    return switch (call) {
      case HelmCall.Install(var desired, var seen, var forgotten, var deleted) -> {
        var step = desired.options().install();
        var answer =
            make(
                new ReleaseRequest.Install(
                    target(desired, step),
                    rendered(desired),
                    written(desired, false, forgotten),
                    crds(desired),
                    desired.options().application().orElse(""),
                    seen),
                call,
                deleted);
        stored.accept(answer.path("secret"));
        yield Result.DONE;
      }
      case HelmCall.Upgrade(var desired, var forgotten, var deleted) -> {
        var step = desired.options().upgrade();
        var written = written(desired, desired.options().force().upgrades(), forgotten);
        make(
            new ReleaseRequest.Upgrade(
                target(desired, step), rendered(desired), written, crds(desired)),
            call,
            deleted);
        yield Result.DONE;
      }
      case HelmCall.Rollback rollback -> {
        make(rollback(rollback), call, rollback.deleted());
        yield Result.DONE;
      }
      case HelmCall.Compare(var desired, var current, var asked) -> {
        var step = desired.options().upgrade();
        var answer =
            ask(
                new ReleaseRequest.Compare(
                    target(desired, step),
                    rendered(desired),
                    changes(desired),
                    current.number(),
                    current.origin().flatMap(Origin::asked).isEmpty(),
                    ChartAnnotations.ASKED),
                call);
        asked.accept(Asked.parse(answer.path("asked").toString()).orElse(Asked.NOTHING));
        yield answer.path("same").asBoolean() ? Result.SAME : Result.OTHER;
      }
      case HelmCall.Test(var release, var timeout, var confinement) -> {
        ask(new ReleaseRequest.Test(target(release, timeout, true, confinement)), call);
        yield Result.DONE;
      }
      case HelmCall.Uninstall(var release, var options, var seen, var owner, var confinement) -> {
        var target = target(release, options.timeout(), options.hooks(), confinement);
        var request =
            new ReleaseRequest.Uninstall(
                target, seen, owner.map(OwnershipMarks::owner).orElse(null));
        yield ask(request, call).path("found").asBoolean() ? Result.DONE : Result.NO_RELEASE;
      }
    };
  }

  private ReleaseRequest.Rollback rollback(HelmCall.Rollback call) {
    var desired = call.desired();
    var step = desired.options().upgrade();
    var description =
        step.description().isEmpty() ? "Rollback to " + call.restored() : step.description();
    return new ReleaseRequest.Rollback(
        target(desired, new EngineOptions.Step(step.hooks(), description)),
        call.target().number(),
        ChartAnnotations.replacing(originOf(call)),
        written(desired, desired.options().force().rollbacks(), List.of()));
  }

  private static Origin originOf(HelmCall.Rollback call) {
    return new Origin(
        call.desired().primary(),
        call.target().origin().map(Origin::inputDigest).orElse(""),
        OptionalInt.of(call.restored()),
        call.desired().request());
  }

  private JsonNode make(EngineRequest request, HelmCall call, Consumer<String> deleted) {
    var answer = ask(request, call);
    answer.path("deleted").forEach(each -> deleted.accept(each.asText()));
    return answer;
  }

  private JsonNode ask(EngineRequest request, HelmCall call) {
    try {
      var answer =
          engine.call(
              request,
              call.timeout().multipliedBy(MOST_WAITS).plus(ALLOWANCE),
              Steps.past().map(past -> step -> past.show(step.name(), step.began(), step.ended())));
      questions.note(call.release(), Optional.empty());
      if (answer.path("defines").asBoolean()) {
        questions.defined();
      }
      return answer;
    } catch (EngineFaultException e) {
      questions.note(
          call.release(),
          Optional.of(e.fault().asked())
              .filter(asked -> !asked.isEmpty())
              .map(TreeMap::new)
              .map(Asked::new));
      throw new EngineException(EngineFaults.failure(e.fault()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new EngineException(
          Kind.GIVEN_UP.of("the operator ended Helm's work on " + call.release()));
    }
  }

  private Target target(DesiredRelease desired, EngineOptions.Step step) {
    return new Target(
        desired.release().name(),
        desired.release().namespace(),
        account,
        desired.timeout().toMillis(),
        !step.hooks(),
        step.description(),
        desired.secrets().texts(),
        millis(questions.mostAge()),
        desired
            .confinement()
            .map(found -> Confining.to(found, Optional.of(chart(desired))))
            .orElse(null));
  }

  private Target target(
      ReleaseKey release, Duration timeout, boolean hooks, Optional<Confinement> confinement) {
    return new Target(
        release.name(),
        release.namespace(),
        account,
        timeout.toMillis(),
        !hooks,
        "",
        List.of(),
        millis(questions.mostAge()),
        confinement.map(found -> Confining.to(found, Optional.empty())).orElse(null));
  }

  /** 0 means any age. */
  private static long millis(Duration age) {
    return Math.max(1, age.toMillis());
  }

  private static Rendered rendered(DesiredRelease desired) {
    return new Rendered(chart(desired), desired.values().toTree());
  }

  private static String crds(DesiredRelease desired) {
    return switch (desired.options().crds()) {
      case SKIP -> "";
      case CREATE -> "create";
      case CREATE_REPLACE -> "replace";
    };
  }

  private static EngineRequest.Chart chart(DesiredRelease desired) {
    return new EngineRequest.Chart(
        desired.chart().path().toString(), desired.chart().digest(), ChartAnnotations.of(desired));
  }

  private static Changes changes(DesiredRelease desired) {
    return new Changes(
        desired.marks().map(HelmProcess::marks).orElse(null),
        desired.marks().isEmpty() ? List.of() : MARKED,
        List.of(OwnershipMarks.OPERATOR_LABEL),
        desired.options().scales().stream()
            .map(
                scale ->
                    new ReleaseRequest.Scale(
                        scale.kind(),
                        scale.namespace(),
                        scale.name(),
                        scale.field().toString(),
                        scale.replicas()))
            .toList());
  }

  private static Written written(
      DesiredRelease desired, boolean remakes, List<Revision> forgotten) {
    var seal =
        new ReleaseRequest.Seal(
            AttemptKey.ofThisProcess().seed(),
            ChartAnnotations.SIGNATURE,
            ChartAnnotations.names());
    return new Written(
        changes(desired),
        true,
        left(desired),
        remakes,
        forgotten.reversed().stream()
            .limit(MOST_FORGOTTEN)
            .map(
                each ->
                    new ReleaseRequest.Forgotten(
                        each.manifest().text(), each.storedAt().getEpochSecond()))
            .toList(),
        seal,
        ChartAnnotations.FAILURE,
        ChartAnnotations.ASKED);
  }

  /** The fields of existing objects that an administrator ignores. */
  private static List<Left> left(DesiredRelease desired) {
    return desired.options().ignored().rules().stream().flatMap(HelmProcess::left).toList();
  }

  private static Stream<Left> left(IgnoreRule rule) {
    var objects = rule.objects();
    var kinds = objects.kind().map(kind -> "*/" + kind).stream().toList();
    var paths = rule.paths().isEmpty() ? List.of(JsonPointer.empty()) : rule.paths();
    return paths.stream()
        .map(
            path ->
                new Left(
                    kinds,
                    objects.nameExpression(),
                    objects.labels().toSelectorString(),
                    path.toString(),
                    "ignored"));
  }

  private static Marks marks(OwnershipMarks marks) {
    return new Marks(
        Map.of(OwnershipMarks.OPERATOR_LABEL, marks.operator()), marks.ownerReference());
  }
}
