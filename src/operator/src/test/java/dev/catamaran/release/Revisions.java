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
    return revision(number, status, Optional.of(new Origin(primary, input)), MANIFEST, "");
  }

  /** The same revision without objects. */
  public static Revision bare(Revision revision) {
    return stored(
        revision,
        revision.status(),
        revision.origin(),
        revision.description(),
        Manifest.of(""),
        revision.digest(),
        revision.version());
  }

  /** The same revision with another status and description, as a client stores it again. */
  public static Revision marked(Revision revision, RevisionStatus status, String description) {
    return stored(
        revision,
        status,
        revision.origin(),
        description,
        revision.manifest(),
        revision.digest(),
        revision.version());
  }

  /** The same revision after an operation that failed, as Helm stores it. */
  public static Revision failed(Revision revision, String operation, EngineFailure failure) {
    return copy(
        revision,
        RevisionStatus.FAILED,
        revision.origin(),
        "%s \"cache\" failed: %s".formatted(operation, failure.message()),
        Optional.of(failure),
        revision.manifest(),
        revision.digest(),
        revision.seal(),
        revision.secrets(),
        revision.version(),
        revision.ended());
  }

  /** The same revision with these secrets in its values. */
  public static Revision keepingSecret(Revision revision, SecretTexts secrets) {
    return copy(
        revision,
        revision.status(),
        revision.origin(),
        revision.description(),
        revision.failure(),
        revision.manifest(),
        revision.digest(),
        revision.seal(),
        secrets,
        revision.version(),
        revision.ended());
  }

  /** The same revision with content that the operator did not make. */
  public static Revision forged(Revision revision) {
    return stored(
        revision,
        revision.status(),
        revision.origin(),
        revision.description(),
        revision.manifest(),
        "forged",
        revision.version());
  }

  /** The same revision as Helm makes it for {@code origin}. */
  static Revision made(Revision revision, Origin origin, String digest) {
    return stored(
        revision,
        revision.status(),
        Optional.of(origin),
        revision.description(),
        revision.manifest(),
        digest,
        revision.version());
  }

  /** The same revision after a write. */
  static Revision stored(
      Revision revision,
      RevisionStatus status,
      Optional<Origin> origin,
      String description,
      Manifest manifest,
      String digest,
      String version) {
    return copy(
        revision,
        status,
        origin,
        description,
        revision.failure(),
        manifest,
        digest,
        revision.seal(),
        revision.secrets(),
        version,
        revision.ended());
  }

  /** The same revision with this record of what ended. */
  static Revision ended(Revision revision, Map<ObjectKey, Ending> ended, String version) {
    return copy(
        revision,
        revision.status(),
        revision.origin(),
        revision.description(),
        revision.failure(),
        revision.manifest(),
        revision.digest(),
        revision.seal(),
        revision.secrets(),
        version,
        ended);
  }

  /** The same revision with a signature. */
  static Revision sealed(Revision revision, Seal seal) {
    return copy(
        revision,
        revision.status(),
        revision.origin(),
        revision.description(),
        revision.failure(),
        revision.manifest(),
        revision.digest(),
        seal,
        revision.secrets(),
        revision.version(),
        revision.ended());
  }

  private static Revision copy(
      Revision revision,
      RevisionStatus status,
      Optional<Origin> origin,
      String description,
      Optional<EngineFailure> failure,
      Manifest manifest,
      String digest,
      Seal seal,
      SecretTexts secrets,
      String version,
      Map<ObjectKey, Ending> ended) {
    return new Revision(
        revision.release(),
        revision.number(),
        status,
        origin,
        revision.ownerUid(),
        revision.writtenAt(),
        revision.storedAt(),
        revision.chart(),
        description,
        failure,
        revision.notes(),
        revision.tests(),
        manifest,
        revision.hooks(),
        digest,
        seal,
        secrets,
        version,
        ended);
  }

  /** A revision that a rollback to revision {@code literalOf} created. */
  public static Revision literal(int number, RevisionStatus status, int literalOf, String input) {
    var origin = new Origin(PRIMARY, input, OptionalInt.of(literalOf), "");
    return revision(number, status, Optional.of(origin), "", "");
  }

  /** A revision with these objects. */
  public static Revision withManifest(int number, RevisionStatus status, String manifest) {
    return revision(number, status, Optional.of(new Origin(PRIMARY, INPUT)), manifest, "");
  }

  /** A deployed revision with these notes. */
  public static Revision withNotes(int number, String notes) {
    return revision(
        number, RevisionStatus.DEPLOYED, Optional.of(new Origin(PRIMARY, INPUT)), MANIFEST, notes);
  }

  /** A revision that a user created with Helm alone. */
  public static Revision withoutOrigin(int number, RevisionStatus status) {
    return revision(number, status, Optional.empty(), MANIFEST, "");
  }

  /** A revision that a Go operator made for the object with this uid. */
  public static Revision ownedBy(String uid, int number, RevisionStatus status) {
    return revision(number, status, Optional.empty(), Optional.of(uid), MANIFEST, "");
  }

  private static Revision revision(
      int number, RevisionStatus status, Optional<Origin> origin, String manifest, String notes) {
    return revision(number, status, origin, Optional.empty(), manifest, notes);
  }

  private static Revision revision(
      int number,
      RevisionStatus status,
      Optional<Origin> origin,
      Optional<String> ownerUid,
      String manifest,
      String notes) {
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
        notes,
        Revision.Tests.NONE,
        Manifest.of(manifest),
        Manifest.of(""),
        "digest " + number,
        Seal.NONE,
        SecretTexts.none(),
        "1",
        Map.of());
  }
}
