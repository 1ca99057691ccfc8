package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.read;
import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.RELEASE;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.catamaran.manifest.ObjectKey;
import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.release.DesiredRelease;
import dev.catamaran.release.Ending;
import dev.catamaran.release.History;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.release.Revision;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Permission;
import dev.catamaran.watch.Placement;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

/** The primary of these tests is shop/cache. Its default release is {@code shop/cache}. */
class ReleasePlacesTest {
  private static final ReleaseKey ELSEWHERE = new ReleaseKey("acme", "cache");
  private static final Optional<Deployed> NOTHING = Optional.empty();

  /** Stores these releases of the primary. */
  private record Stored(List<ReleaseKey> releases) implements ReleaseStore {
    @Override
    public History known(ReleaseKey release) {
      return releases.contains(release)
          ? new History(List.of(revision(1, DEPLOYED)))
          : History.none();
    }

    @Override
    public List<ReleaseKey> releasesOf(PrimaryIdentity primary) {
      return releases;
    }

    @Override
    public History refresh(ReleaseKey release) {
      return known(release);
    }

    @Override
    public boolean fail(Revision revision, String why) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public boolean supersede(Revision revision) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public boolean confirm(Revision revision, DesiredRelease desired, Consumer<Revision> first) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public void noteEnded(Revision revision, Map<ObjectKey, Ending> ended) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public boolean takeOver(Revision revision, DesiredRelease desired, Consumer<Revision> first) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public Cleared clear(
        ReleaseKey release, Predicate<Revision> trusted, Consumer<Revision> first) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public boolean rewrite(
        Revision revision,
        Function<ObjectKey, Optional<String>> version,
        Consumer<Revision> first) {
      throw new AssertionError("changes nothing");
    }

    @Override
    public boolean delete(Revision revision) {
      throw new AssertionError("changes nothing");
    }
  }

  private static ReleasePlaces places(String name, String namespace, ReleaseKey... stored) {
    return places(Set.of(Permission.OTHER_NAMESPACES), name, namespace, stored);
  }

  private static ReleasePlaces places(
      Set<Permission> permissions, String name, String namespace, ReleaseKey... stored) {
    return new ReleasePlaces(
        new Rights(
            new Placement(
                NameTemplate.parse(name), NameTemplate.parse(namespace), Optional.empty()),
            permissions),
        new Stored(List.of(stored)),
        new Claims(),
        watched -> !watched.equals("unwatched"));
  }

  private static ReleasePlaces tenants(ReleaseKey... stored) {
    return places("{{ .metadata.name }}", "{{ .spec.tenant }}", stored);
  }

  private static Optional<Deployed> inStatus(ReleaseKey release) {
    return Optional.of(new Deployed(release.namespace(), release.name(), 1, "", "", "", "", false));
  }

  private static final Primary OF_ACME = read("spec: {tenant: acme}");
  private static final Primary WITHOUT_TENANT = read("spec: {}");

  @Test
  void hasTheNameAndNamespaceOfThePrimaryByDefault() throws Exception {
    var ordinary = Placement.DEFAULT;
    var places = places(ordinary.releaseName().text(), ordinary.targetNamespace().text());
    assertEquals(RELEASE, places.of(WITHOUT_TENANT, NOTHING));
  }

  @Test
  void followsTheTemplates() throws Exception {
    assertEquals(ELSEWHERE, tenants().of(OF_ACME, NOTHING));
    assertEquals(ELSEWHERE, tenants(ELSEWHERE).of(OF_ACME, inStatus(ELSEWHERE)));
  }

  @Test
  void isShortenedIfTheNameIsTooLong() throws Exception {
    var places = places("a".repeat(60), "acme");
    assertEquals(53, places.of(OF_ACME, NOTHING).name().length());
  }

  @Test
  void doesNotChangeOnceThereIsARelease() {
    assertRefused("PlaceChanged", tenants(RELEASE), NOTHING);
    assertRefused("PlaceChanged", tenants(RELEASE), inStatus(RELEASE));
    assertRefused("PlaceChanged", tenants(), inStatus(RELEASE));
  }

  @Test
  void ignoresARevisionInAForeignNamespace() throws Exception {
    var places = places("{{ .metadata.name }}", "{{ .metadata.namespace }}", ELSEWHERE);
    assertEquals(RELEASE, places.of(WITHOUT_TENANT, NOTHING));
  }

  @Test
  void isInAWatchedNamespace() {
    assertRefused("InvalidPlace", places("x", "unwatched"), NOTHING);
  }

  @Test
  void requiresPermissionForANamespaceFromThePrimary() throws Exception {
    var places = places(Set.of(), "x", "{{ .spec.tenant }}");
    assertRefused("NotAllowed", places, NOTHING);
    assertEquals("shop", places.of(read("spec: {tenant: shop}"), NOTHING).namespace());
    var fromTheAdministrator = places(Set.of(), "x", "{{ .metadata.namespace }}-x");
    assertEquals("shop-x", fromTheAdministrator.of(OF_ACME, NOTHING).namespace());
    assertRefused("NotAllowed", places(Set.of(), "x", "{{ .metadata.name }}"), NOTHING);
  }

  @Test
  void hasNamesThatKubernetesAccepts() {
    assertRefused("InvalidPlace", places("x", "{{ .spec.tenant }}.x"), NOTHING);
    assertRefused("InvalidPlace", places("{{ .spec.tenant }}-", "x"), NOTHING);
  }

  @Test
  void isFoundForADeletedPrimaryWithAnySpec() {
    assertEquals(ELSEWHERE, tenants().known(WITHOUT_TENANT, inStatus(ELSEWHERE)));
    assertEquals(ELSEWHERE, tenants(ELSEWHERE).known(WITHOUT_TENANT, NOTHING));
    assertEquals(ELSEWHERE, tenants().known(OF_ACME, NOTHING));
    assertEquals(RELEASE, tenants().known(WITHOUT_TENANT, NOTHING));
  }

  @Test
  void followsAStoredRevisionBeforeTheStatus() {
    assertEquals(ELSEWHERE, tenants(ELSEWHERE).known(WITHOUT_TENANT, inStatus(RELEASE)));
  }

  @Test
  void isInThePrimarysNamespaceInAStatusOfTheGoOperators() {
    assertEquals(RELEASE, tenants().known(WITHOUT_TENANT, inStatus(new ReleaseKey("", "cache"))));
  }

  private static void assertRefused(
      String reason, ReleasePlaces places, Optional<Deployed> remembered) {
    var e = assertThrows(InvalidPrimaryException.class, () -> places.of(OF_ACME, remembered));
    assertEquals(reason, e.reason());
  }
}
