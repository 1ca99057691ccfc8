package dev.catamaran.reports;

import com.fasterxml.jackson.annotation.JsonIgnore;
import dev.catamaran.election.LeaseTerms;
import dev.catamaran.inspect.PrimaryKind;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import dev.catamaran.run.TerminalText;
import dev.catamaran.terminal.Ink;
import dev.catamaran.terminal.Ink.Paint;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.authorization.v1.ResourceAttributesBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.readiness.Readiness;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Whether a cluster has what an operator of Catamaran needs. */
public record ClusterCheck(List<Fact> facts) {
  private static final String ELECTION = "--leader-election-id=";

  /** What was looked at. */
  public record Fact(Mark mark, String text) {}

  public enum Mark {
    GOOD(Ink.GOOD),
    BAD(Ink.BAD),
    /** This person may not look. */
    UNKNOWN(Ink.BUSY);

    private final Ink ink;

    Mark(Ink ink) {
      this.ink = ink;
    }
  }

  /**
   * Looks at the cluster.
   *
   * @param operatorNamespace empty for all namespaces
   */
  public static ClusterCheck of(Scope scope, Optional<String> operatorNamespace, Clock clock) {
    var facts = new ArrayList<Fact>();
    var version = scope.client().getKubernetesVersion().getGitVersion();
    facts.add(new Fact(Mark.GOOD, "Kubernetes " + version));
    var kinds = new ArrayList<PrimaryKind>();
    ask("the kinds", facts, () -> kinds(scope, kinds));
    var pods = new ArrayList<Pod>();
    ask(
        "the operator's pods",
        facts,
        () -> {
          pods.addAll(BugReport.operators(scope.client(), operatorNamespace));
          return pods.isEmpty()
              ? Stream.of(new Fact(Mark.BAD, BugReport.NO_OPERATOR))
              : pods.stream().map(ClusterCheck::pod);
        });
    pods.stream()
        .flatMap(pod -> election(pod).stream())
        .distinct()
        .forEach(id -> ask("the lease " + id, facts, () -> lease(scope, id, clock)));
    pods.stream()
        .map(ClusterCheck::account)
        .distinct()
        .forEach(account -> ask("its rights", facts, () -> rights(scope, account, kinds)));
    return new ClusterCheck(List.copyOf(facts));
  }

  private static void ask(String what, List<Fact> facts, Supplier<Stream<Fact>> question) {
    try {
      question.get().forEach(facts::add);
    } catch (KubernetesClientException e) {
      if (e.getCode() != 403) {
        throw e;
      }
      facts.add(new Fact(Mark.UNKNOWN, what + ": you have no permission to look at it"));
    }
  }

  private static Stream<Fact> kinds(Scope scope, List<PrimaryKind> found) {
    var listing = scope.list();
    found.addAll(listing.listed().keySet());
    var served =
        listing.listed().entrySet().stream().map(kind -> served(kind.getKey(), kind.getValue()));
    var forbidden = listing.forbidden().map(text -> new Fact(Mark.UNKNOWN, text));
    var unserved = listing.unserved().map(text -> new Fact(Mark.BAD, text));
    var missing =
        found.isEmpty() && forbidden.isEmpty() && unserved.isEmpty()
            ? Stream.of(
                new Fact(Mark.BAD, "the cluster serves no kind of an operator of Catamaran"))
            : Stream.<Fact>of();
    return Stream.of(served, forbidden.stream(), unserved.stream(), missing)
        .flatMap(facts -> facts);
  }

  private static Fact served(PrimaryKind kind, List<PrimaryObject> primaries) {
    var watched = primaries.stream().filter(each -> each.unwatched().isEmpty()).toList();
    long unready = watched.stream().filter(each -> !each.isReady()).count();
    int all = watched.size();
    var state =
        unready == 0
            ? "custom resources: %d ready".formatted(all)
            : "custom resources: %d of %d are not ready, as catamaran status says"
                .formatted(unready, all);
    return new Fact(
        unready == 0 ? Mark.GOOD : Mark.BAD, "%s is served; %s".formatted(kind.qualified(), state));
  }

  private static Fact pod(Pod pod) {
    return new Fact(
        Readiness.isPodReady(pod) ? Mark.GOOD : Mark.BAD,
        "operator %s is %s: image %s"
            .formatted(
                BugReport.title(pod),
                Readiness.isPodReady(pod) ? "ready" : "not ready; kubectl describe pod says why",
                BugReport.container(pod).orElseThrow().getImage()));
  }

  /** Returns namespace and name of the Lease that a pod wants. */
  private static Optional<String> election(Pod pod) {
    return BugReport.container(pod).orElseThrow().getArgs().stream()
        .filter(argument -> argument.startsWith(ELECTION))
        .map(argument -> argument.substring(ELECTION.length()))
        .map(id -> pod.getMetadata().getNamespace() + "/" + id)
        .findFirst();
  }

  private static Stream<Fact> lease(Scope scope, String id, Clock clock) {
    var place = id.split("/", 2);
    var lease = scope.client().leases().inNamespace(place[0]).withName(place[1]).get();
    return Stream.of(
        lease != null && isHeld(lease, clock)
            ? new Fact(
                Mark.GOOD,
                "lease %s is held by %s".formatted(id, lease.getSpec().getHolderIdentity()))
            : new Fact(
                Mark.BAD, "lease %s is held by nobody: no operator does anything".formatted(id)));
  }

  /** The clocks of machines differ by seconds. */
  private static boolean isHeld(Lease lease, Clock clock) {
    var terms = LeaseTerms.of(lease);
    var silence = terms.duration().orElse(Duration.ZERO).multipliedBy(2);
    return terms.holder().isPresent()
        && terms
            .renewed()
            .filter(at -> at.toInstant().plus(silence).isAfter(clock.instant()))
            .isPresent();
  }

  private static String account(Pod pod) {
    return "system:serviceaccount:%s:%s"
        .formatted(pod.getMetadata().getNamespace(), pod.getSpec().getServiceAccountName());
  }

  private static Stream<Fact> rights(Scope scope, String account, List<PrimaryKind> kinds) {
    var missing =
        kinds.stream()
            .flatMap(
                kind ->
                    Stream.of("list", "watch", "patch")
                        .filter(verb -> !isAllowed(scope, account, kind, verb))
                        .map(verb -> verb + " " + kind.plural() + "." + kind.group()))
            .toList();
    return Stream.of(
        missing.isEmpty()
            ? new Fact(Mark.GOOD, account + " has the rights on these kinds")
            : new Fact(
                Mark.BAD,
                "%s may not %s; catamaran manifests writes its role, make deploy applies it"
                    .formatted(account, String.join(", ", missing))));
  }

  /** In the namespace of the scope; an operator may watch some namespaces alone. */
  private static boolean isAllowed(Scope scope, String account, PrimaryKind kind, String verb) {
    var attributes =
        new ResourceAttributesBuilder()
            .withGroup(kind.group())
            .withResource(kind.plural())
            .withVerb(verb)
            .withNamespace(kind.isNamespaced() ? scope.namespace() : "")
            .build();
    var review =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(account)
            .withResourceAttributes(attributes)
            .endSpec()
            .build();
    return scope
        .client()
        .authorization()
        .v1()
        .subjectAccessReview()
        .create(review)
        .getStatus()
        .getAllowed();
  }

  /** Whether nothing is wrong, as far as this person may look. */
  @JsonIgnore
  public boolean isGood() {
    return facts.stream().noneMatch(fact -> fact.mark() == Mark.BAD);
  }

  public List<String> lines(Paint paint) {
    return facts.stream()
        .map(
            fact ->
                "%s  %s"
                    .formatted(
                        fact.mark()
                            .ink
                            .on(
                                "%-7s".formatted(fact.mark().name().toLowerCase(Locale.ROOT)),
                                paint),
                        TerminalText.oneLine(fact.text())))
        .toList();
  }
}
