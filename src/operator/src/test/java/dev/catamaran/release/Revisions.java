package dev.catamaran.release;

import dev.catamaran.manifest.Manifest;
import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.release.Revision.ChartVersion;
import dev.catamaran.release.Revision.Origin;
import dev.catamaran.release.Revision.Seal;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;

/** Creates valid revisions of one release. Unnamed fields have default values. */
public final class Revisions {
  public static final ReleaseKey RELEASE = new ReleaseKey("shop", "cache");
  public static final PrimaryIdentity PRIMARY =
      new PrimaryIdentity("cache.my.domain/v1alpha1", "Memcached", "shop", "cache", "uid-1");
  public static final String INPUT = "input-1";
  public static final Instant WRITTEN_AT = Instant.parse("2026-03-01T12:00:00Z");
  public static final String MANIFEST =
      """
      apiVersion: v1
      kind: ConfigMap
      metadata:
        name: cache
      data:
        size: "64"
      """;

  private Revisions() {}

  /** A revision that {@link #PRIMARY} made from {@link #INPUT}. */
  public static Revision revision(int number, RevisionStatus status) {
    return revision(number, status, PRIMARY, INPUT);
  }

  /** A revision that {@code primary} made from {@code input}. */
  public static Revision revision(
      int number, RevisionStatus status, PrimaryIdentity primary, String input) {
    return revision(number, status, Optional.of(new Origin(primary, input)), Optional.empty());
  }

  /** A revision that a rollback to revision {@code literalOf} created. */
  public static Revision literal(int number, RevisionStatus status, int literalOf, String input) {
    var origin = new Origin(PRIMARY, input, OptionalInt.of(literalOf), "");
    return bare(revision(number, status, Optional.of(origin), Optional.empty()));
  }

  /** A revision with these objects. */
  public static Revision withManifest(int number, RevisionStatus status, String manifest) {
    return changed(revision(number, status), draft -> draft.manifest = Manifest.of(manifest));
  }

  /** A deployed revision with these notes. */
  public static Revision withNotes(int number, String notes) {
    return changed(revision(number, RevisionStatus.DEPLOYED), draft -> draft.notes = notes);
  }

  /** A revision that a user created with Helm alone. */
  public static Revision withoutOrigin(int number, RevisionStatus status) {
    return revision(number, status, Optional.empty(), Optional.empty());
  }

  /** A revision that a Go operator made for the object with this uid. */
  public static Revision ownedBy(String uid, int number, RevisionStatus status) {
    return revision(number, status, Optional.empty(), Optional.of(uid));
  }

  /** The same revision without objects. */
  public static Revision bare(Revision revision) {
    return changed(revision, draft -> draft.manifest = Manifest.of(""));
  }

  /** The same revision with another status and description, as a client stores it again. */
  public static Revision marked(Revision revision, RevisionStatus status, String description) {
    return changed(
        revision,
        draft -> {
          draft.status = status;
          draft.description = description;
        });
  }

  /** The same revision after an operation that failed, as Helm stores it. */
  public static Revision failed(Revision revision, String operation, EngineFailure failure) {
    var description = "%s \"cache\" failed: %s".formatted(operation, failure.message());
    return changed(
        marked(revision, RevisionStatus.FAILED, description),
        draft -> draft.failure = Optional.of(failure));
  }

  /** The same revision with this result of the chart's tests. */
  public static Revision tested(Revision revision, Revision.Tests result) {
    return changed(revision, draft -> draft.tests = result);
  }

  /** The same revision with these secrets in its values. */
  public static Revision keepingSecret(Revision revision, SecretTexts secrets) {
    return changed(revision, draft -> draft.secrets = secrets);
  }

  /** The same revision with content that the operator did not make. */
  public static Revision forged(Revision revision) {
    return changed(revision, draft -> draft.digest = "forged");
  }

  /** The same revision with this record of what ended. */
  static Revision ended(Revision revision, Map<ObjectKey, Ending> ended, String version) {
    return changed(
        revision,
        draft -> {
          draft.ended = ended;
          draft.version = version;
        });
  }

  /** The same revision with a signature. */
  public static Revision sealed(Revision revision, Seal seal) {
    return changed(revision, draft -> draft.seal = seal);
  }

  /** The same revision with other content. */
  static Revision changed(Revision revision, Consumer<Draft> change) {
    var draft = new Draft(revision);
    change.accept(draft);
    return new Revision(
        revision.release(),
        revision.number(),
        draft.status,
        draft.origin,
        revision.ownerUid(),
        revision.writtenAt(),
        revision.storedAt(),
        revision.chart(),
        draft.description,
        draft.failure,
        draft.notes,
        draft.tests,
        draft.manifest,
        revision.hooks(),
        draft.digest,
        draft.seal,
        draft.secrets,
        draft.version,
        draft.ended);
  }

  private static Revision revision(
      int number, RevisionStatus status, Optional<Origin> origin, Optional<String> ownerUid) {
    return new Revision(
        RELEASE,
        number,
        status,
        origin,
        ownerUid,
        WRITTEN_AT,
        WRITTEN_AT,
        new ChartVersion("memcached", "0.1.0", "1.6.40"),
        "",
        Optional.empty(),
        "",
        Revision.Tests.NONE,
        Manifest.of(MANIFEST),
        Manifest.of(""),
        "digest " + number,
        Seal.NONE,
        SecretTexts.none(),
        "1",
        Map.of());
  }

  /** The fields of a revision that a test changes. */
  static final class Draft {
    RevisionStatus status;
    Optional<Origin> origin;
    String description;
    Optional<EngineFailure> failure;
    String notes;
    Revision.Tests tests;
    Manifest manifest;
    String digest;
    Seal seal;
    SecretTexts secrets;
    String version;
    Map<ObjectKey, Ending> ended;

    private Draft(Revision revision) {
      status = revision.status();
      origin = revision.origin();
      description = revision.description();
      failure = revision.failure();
      notes = revision.notes();
      tests = revision.tests();
      manifest = revision.manifest();
      digest = revision.digest();
      seal = revision.seal();
      secrets = revision.secrets();
      version = revision.version();
      ended = revision.ended();
    }
  }
}
