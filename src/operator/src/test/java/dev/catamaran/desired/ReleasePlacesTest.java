package dev.catamaran.desired;

import static dev.catamaran.primary.PrimaryFixture.read;
import static dev.catamaran.release.RevisionStatus.DEPLOYED;
import static dev.catamaran.release.Revisions.revision;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.release.History;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.release.ReleaseStore;
import dev.catamaran.status.ReleaseStatus.Deployed;
import dev.catamaran.watch.NameTemplate;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The primary of these tests is shop/cache. Its default release is {@code shop/cache}. */
class ReleasePlacesTest {
  private static final String TENANT = "{{ .metadata.name }} in {{ .spec.tenant }}";

  /** A template of name and namespace; what is stored, and in the status; the spec; the place. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          {{ .metadata.name }} in {{ .metadata.namespace }} | -          | -          | {}            | shop/cache
          {{ .metadata.name }} in {{ .metadata.namespace }} | acme/cache | -          | {}            | shop/cache
          {{ .metadata.name }} in {{ .spec.tenant }}        | -          | -          | {tenant: acme} | acme/cache
          {{ .metadata.name }} in {{ .spec.tenant }}        | acme/cache | acme/cache | {tenant: acme} | acme/cache
          {{ .metadata.name }} in {{ .spec.tenant }}        | shop/cache | -          | {tenant: acme} | PlaceChanged
          {{ .metadata.name }} in {{ .spec.tenant }}        | shop/cache | shop/cache | {tenant: acme} | PlaceChanged
          {{ .metadata.name }} in {{ .spec.tenant }}        | -          | shop/cache | {tenant: acme} | PlaceChanged
          x in unwatched                                    | -          | -          | {tenant: acme} | InvalidPlace
          x in {{ .spec.tenant }}.x                         | -          | -          | {tenant: acme} | InvalidPlace
          {{ .spec.tenant }}- in x                          | -          | -          | {tenant: acme} | InvalidPlace
          """)
  void followsTheTemplatesUntilThereIsARelease(
      String template, String stored, String inStatus, String spec, String place) {
    assertEquals(place, of(Set.of(Permission.OTHER_NAMESPACES), template, stored, inStatus, spec));
  }

  @ParameterizedTest
  @CsvSource({
    "x in {{ .spec.tenant }}, acme, NotAllowed",
    "x in {{ .spec.tenant }}, shop, shop/x",
    "x in {{ .metadata.namespace }}-x, acme, shop-x/x",
    "x in {{ .metadata.name }}, acme, NotAllowed"
  })
  void requiresPermissionForANamespaceFromThePrimary(String template, String tenant, String place) {
    assertEquals(place, of(Set.of(), template, null, null, "{tenant: %s}".formatted(tenant)));
  }

  /** A stored revision counts before the status; that of a Go operator names no namespace. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          -          | acme/cache | {}             | acme/cache
          acme/cache | -          | {}             | acme/cache
          -          | -          | {tenant: acme} | acme/cache
          -          | -          | {}             | shop/cache
          acme/cache | shop/cache | {}             | acme/cache
          -          | /cache     | {}             | shop/cache
          """)
  void isFoundForADeletedPrimaryWithAnySpec(
      String stored, String inStatus, String spec, String place) {
    var places = places(Set.of(Permission.OTHER_NAMESPACES), TENANT, stored);
    assertEquals(place, places.known(read("spec: " + spec), inStatus(inStatus)).toString());
  }

  @Test
  void isShortenedIfTheNameIsTooLong() {
    var place = of(Set.of(), "a".repeat(60) + " in acme", null, null, "{}");
    assertEquals("acme/".length() + 53, place.length());
  }

  /** Returns the place, or the reason of the refusal. */
  private static String of(
      Set<Permission> permissions, String template, String stored, String inStatus, String spec) {
    try {
      return places(permissions, template, stored)
          .of(read("spec: " + spec), inStatus(inStatus))
          .toString();
    } catch (InvalidPrimaryException e) {
      return e.reason();
    }
  }

  private static ReleasePlaces places(Set<Permission> permissions, String template, String stored) {
    var parts = template.split(" in ", 2);
    return new ReleasePlaces(
        new Rights(
            new Placement(
                NameTemplate.parse(parts[0]), NameTemplate.parse(parts[1]), Optional.empty()),
            permissions),
        storing(Optional.ofNullable(stored).map(ReleasePlacesTest::key).stream().toList()),
        new Claims(),
        watched -> !watched.equals("unwatched"));
  }

  private static Optional<Deployed> inStatus(String release) {
    return Optional.ofNullable(release)
        .map(ReleasePlacesTest::key)
        .map(key -> new Deployed(key.namespace(), key.name(), 1, "", "", "", "", false));
  }

  private static ReleaseKey key(String text) {
    var parts = text.split("/", 2);
    return new ReleaseKey(parts[0], parts[1]);
  }

  /** Stores these releases of the primary. */
  private static ReleaseStore storing(List<ReleaseKey> releases) {
    return (ReleaseStore)
        Proxy.newProxyInstance(
            ReleaseStore.class.getClassLoader(),
            new Class<?>[] {ReleaseStore.class},
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "releasesOf" -> releases;
                  case "known", "refresh" ->
                      releases.contains(arguments[0])
                          ? new History(List.of(revision(1, DEPLOYED)))
                          : History.none();
                  default -> throw new AssertionError("changes nothing: " + method);
                });
  }
}
