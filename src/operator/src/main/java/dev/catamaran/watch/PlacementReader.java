package dev.catamaran.watch;

import dev.catamaran.release.AllowedPlace;
import dev.catamaran.release.NameRule;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** Reads the placement of releases, and the account that creates them. */
record PlacementReader(Fields fields) {
  static final String PLACES = "places";
  private static final String ACCOUNT = "serviceAccountName";
  static final String MANIFEST_VALUES = "manifestValues";

  Placement read() {
    var ordinary = Placement.DEFAULT;
    return new Placement(
        template("releaseName", NameRule.RELEASE).orElse(ordinary.releaseName()),
        template("targetNamespace", NameRule.NAMESPACE).orElse(ordinary.targetNamespace()),
        account(),
        places(),
        fields.texts(MANIFEST_VALUES, "names of values, such as extraObjects"));
  }

  private Set<AllowedPlace> places() {
    var places = new LinkedHashSet<AllowedPlace>();
    for (var text : fields.texts(PLACES, AllowedPlace.FORM)) {
      var place = AllowedPlace.parse(text);
      if (place.isEmpty()) {
        fields.problem(
            PLACES, PLACES + ": \"" + text + "\" is no place", "write " + AllowedPlace.FORM);
      }
      place.ifPresent(places::add);
    }
    return places;
  }

  private Optional<NameTemplate> template(String field, NameRule rule) {
    return fields
        .text(field)
        .flatMap(
            text -> {
              try {
                var template = NameTemplate.parse(text);
                template.literal().ifPresent(name -> check(field, name, rule));
                return Optional.of(template);
              } catch (IllegalArgumentException e) {
                fields.problem(
                    field, field + ": " + e.getMessage(), "allowed are " + NameTemplate.ALLOWED);
                return Optional.empty();
              }
            });
  }

  private Optional<String> account() {
    var name = fields.text(ACCOUNT);
    name.ifPresent(text -> check(ACCOUNT, text, NameRule.SERVICE_ACCOUNT));
    name.filter("default"::equals)
        .ifPresent(
            text ->
                fields.problem(
                    ACCOUNT,
                    "service account default is that of all pods that name none, so they would have the rights of the releases",
                    "make an account for releases, such as deployer, and name it here"));
    return name;
  }

  private void check(String field, String name, NameRule rule) {
    if (!rule.accepts(name)) {
      fields.problem(field, rule.refusal(name), "");
    }
  }
}
