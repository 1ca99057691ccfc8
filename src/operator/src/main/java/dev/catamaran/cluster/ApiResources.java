package dev.catamaran.cluster;

import static java.util.stream.Collectors.joining;

import dev.catamaran.manifest.BuiltInGroups;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.telemetry.SteadyClock;
import io.fabric8.kubernetes.api.model.APIResource;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.RequestConfigBuilder;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.ApiVersionUtil;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.apache.commons.codec.digest.DigestUtils;
import org.jspecify.annotations.Nullable;

/**
 * The kinds that the API server serves. Remembers its answer for each API version for some minutes,
 * or until {@link #invalidate}. If the server of an API fails to answer later, for example another
 * one behind the API server, the last answer holds on.
 */
public final class ApiResources {
  /** Not all changes are told: no watch shows what another server behind the API server serves. */
  private static final Duration MEMORY = Duration.ofMinutes(10);

  private static final Duration AFTER_A_FAILURE = Duration.ofSeconds(30);

  /** Many releases may be made in this time. */
  private static final Duration FRESH = Duration.ofSeconds(5);

  /** A pass waits for the answer, and the server of one API may be away for long. */
  public static final int MOST_RETRIES = 3;

  /** Limit of remembered answers: the questions come from manifests, too. */
  private static final int MOST = 1_000;

  /** A manifest may name any number of APIs that do not exist. After these, one answer has all. */
  private static final int MOST_UNSERVED = 20;

  /** What the API server accepts as version, or as group and version; all else is another path. */
  private static final Pattern API_VERSION =
      Pattern.compile(
          "(?:(?=[^/]{1,253}/)LABEL(?:\\.LABEL)*/)?LABEL"
              .replace("LABEL", "[a-z0-9](?:[-a-z0-9]{0,61}[a-z0-9])?"));

  private final KubernetesClient client;
  private final InstantSource clock;
  private final Map<String, Answer> answers = new ConcurrentHashMap<>();

  private volatile Optional<Offer> offer = Optional.empty();

  /** Counts the calls of {@link #invalidate}; older answers are asked for again, pending or not. */
  private final AtomicLong age = new AtomicLong();

  private volatile Instant changedAt;

  private final Questions questions = new Questions(this);

  /** The group versions that the API server names, whether or not their servers answer. */
  private record Offer(Set<String> versions, String kubernetes, long age, Instant askedAt) {}

  /**
   * An answer of the API server, perhaps a pending one.
   *
   * @param before the last known answer
   */
  private record Answer(
      CompletableFuture<List<APIResource>> now,
      Optional<List<APIResource>> before,
      long age,
      Instant askedAt) {

    /** Returns the last answer as one that is soon asked for again. */
    static Answer again(List<APIResource> last, Answer failed) {
      return new Answer(
          CompletableFuture.completedFuture(last),
          Optional.of(last),
          failed.age(),
          failed.askedAt().minus(MEMORY).plus(AFTER_A_FAILURE));
    }
  }

  /** Sends requests with this client's rights. */
  public ApiResources(KubernetesClient client) {
    this(client, SteadyClock.begin());
  }

  /** Sends requests with the rights of {@code client}, and does not repeat them for long. */
  public static ApiResources impatient(KubernetesClient client) {
    return new ApiResources(hasty(client));
  }

  /**
   * Returns a client that repeats a failed request within a second, and then says so.
   *
   * @param client not one that acts as an account: the result would have the operator's own rights
   */
  public static KubernetesClient hasty(KubernetesClient client) {
    var few =
        new RequestConfigBuilder(client.getConfiguration().getRequestConfig())
            .withRequestRetryBackoffLimit(MOST_RETRIES)
            .build();
    return client.newClient(few).adapt(KubernetesClient.class);
  }

  ApiResources(KubernetesClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
    this.changedAt = clock.instant();
  }

  /**
   * Returns the definition of a kind, for requests.
   *
   * @return empty if the API server does not serve it
   */
  public Optional<ResourceDefinitionContext> find(String apiVersion, String kind) {
    return served(apiVersion).stream()
        .filter(resource -> resource.getKind().equals(kind))
        .findFirst()
        .map(resource -> context(apiVersion, resource));
  }

  /**
   * Answers a chart's {@code .Capabilities.APIVersions.Has}: for an API version, or one with a kind
   * behind a slash (Helm, pkg/chartutil/capabilities.go).
   */
  public boolean has(String api) {
    var version = versionOf(api);
    return version.equals(api)
        ? !served(version).isEmpty()
        : find(version, api.substring(version.length() + 1)).isPresent();
  }

  private static String versionOf(String api) {
    int slash = api.lastIndexOf('/');
    boolean hasKind =
        slash > 0 && api.substring(slash + 1).chars().limit(1).anyMatch(Character::isUpperCase);
    return hasKind ? api.substring(0, slash) : api;
  }

  /**
   * Asks again about an API that another server may serve.
   *
   * @throws KubernetesClientException if there is no answer
   */
  void confirm(String api) {
    var version = versionOf(api);
    if (!BuiltInGroups.contains(groupOf(version)) && !isFresh(answers.get(version))) {
      var began = age.get();
      var now = CompletableFuture.completedFuture(ask(version));
      answers.put(version, new Answer(now, Optional.empty(), began, clock.instant()));
    }
  }

  /**
   * Returns the full key of an object of a manifest. It has the release's namespace if the kind is
   * namespaced and the chart names no namespace.
   */
  public Optional<ObjectKey> locate(ObjectKey inManifest, String releaseNamespace) {
    return find(inManifest.apiVersion(), inManifest.kind())
        .map(
            api -> {
              if (!api.isNamespaceScoped()) {
                return inManifest.in("");
              }
              return inManifest.namespace().isEmpty()
                  ? inManifest.in(releaseNamespace)
                  : inManifest;
            });
  }

  private static String groupOf(String apiVersion) {
    return Optional.ofNullable(ApiVersionUtil.trimGroupOrNull(apiVersion)).orElse("");
  }

  /**
   * Lets all answers be asked for again, after a change of the served kinds. Never waits, not even
   * for a pending answer: informers call this on the thread that delivers the answer.
   */
  public void invalidate() {
    changedAt = clock.instant();
    age.incrementAndGet();
  }

  /** Returns how old other answers may be that agree with these: no older than the last change. */
  public Duration mostAge() {
    return Duration.between(changedAt, clock.instant());
  }

  public Questions questions() {
    return questions;
  }

  String kubernetesVersion() {
    return offer().kubernetes();
  }

  /** Returns a digest of all groups with their versions. The engine computes the same. */
  String listDigest() {
    return DigestUtils.sha256Hex(offer().versions().stream().sorted().collect(joining("\n")));
  }

  /** Whether the API server itself has this API: only there it accepts strategic patches. */
  static boolean isBuiltIn(String apiVersion) {
    return BuiltInGroups.contains(groupOf(apiVersion));
  }

  /**
   * Returns the answer for an API version. The first caller sends the request, without a lock;
   * later callers wait for the same answer.
   */
  private List<APIResource> served(String apiVersion) {
    if (answers.size() > MOST) {
      answers.clear();
    }
    if (!answers.containsKey(apiVersion) && !isOffered(apiVersion)) {
      return List.of();
    }
    var mine = new CompletableFuture<List<APIResource>>();
    var isMine = new AtomicBoolean();
    var answer =
        answers.compute(
            apiVersion,
            (key, known) -> {
              boolean isValid = isValid(known);
              isMine.set(!isValid);
              return isValid ? known : new Answer(mine, last(known), age.get(), clock.instant());
            });
    if (!isMine.get()) {
      return joined(answer.now());
    }
    try {
      mine.complete(ask(apiVersion));
    } catch (RuntimeException e) {
      if (answer.before().isPresent()) {
        var last = answer.before().get();
        answers.replace(apiVersion, answer, Answer.again(last, answer));
        mine.complete(last);
      } else {
        answers.remove(apiVersion, answer);
        mine.completeExceptionally(e);
      }
    }
    return joined(mine);
  }

  private boolean isFresh(@Nullable Answer known) {
    return known != null
        && known.now().isDone()
        && isValid(known)
        && clock.instant().isBefore(known.askedAt().plus(FRESH));
  }

  private boolean isValid(@Nullable Answer known) {
    return known != null && isValid(known.age(), known.askedAt());
  }

  private boolean isValid(long asOf, Instant askedAt) {
    return asOf == age.get() && clock.instant().isBefore(askedAt.plus(MEMORY));
  }

  private static Optional<List<APIResource>> last(@Nullable Answer known) {
    if (known == null) {
      return Optional.empty();
    }
    var now = known.now();
    return now.isDone() && !now.isCompletedExceptionally()
        ? Optional.of(now.join())
        : known.before();
  }

  private static <T> T joined(CompletableFuture<T> answer) {
    try {
      return answer.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException refusal ? refusal : e;
    }
  }

  private List<APIResource> ask(String apiVersion) {
    if (!API_VERSION.matcher(apiVersion).matches()) {
      return List.of();
    }
    var answer = client.getApiResources(apiVersion);
    return answer == null
        ? List.of()
        : answer.getResources().stream().filter(r -> !r.getName().contains("/")).toList();
  }

  private boolean isOffered(String apiVersion) {
    long unserved =
        answers.values().stream()
            .filter(answer -> last(answer).filter(List::isEmpty).isPresent())
            .limit(MOST_UNSERVED)
            .count();
    return unserved < MOST_UNSERVED
        || apiVersion.equals("v1")
        || offer().versions().contains(apiVersion);
  }

  private Offer offer() {
    var known = offer.filter(last -> isValid(last.age(), last.askedAt()));
    if (known.isPresent()) {
      return known.get();
    }
    long began = age.get();
    var versions =
        client.getApiGroups().getGroups().stream()
            .flatMap(group -> group.getVersions().stream())
            .map(version -> version.getGroupVersion())
            .collect(Collectors.toSet());
    var kubernetes = client.getKubernetesVersion().getGitVersion();
    var now = new Offer(versions, kubernetes, began, clock.instant());
    offer = Optional.of(now);
    return now;
  }

  private static ResourceDefinitionContext context(String apiVersion, APIResource resource) {
    return new ResourceDefinitionContext.Builder()
        .withGroup(groupOf(apiVersion))
        .withVersion(ApiVersionUtil.trimVersion(apiVersion))
        .withKind(resource.getKind())
        .withPlural(resource.getName())
        .withNamespaced(resource.getNamespaced())
        .build();
  }
}
