package dev.catamaran.inspect;

import dev.catamaran.watch.Watch;
import dev.catamaran.watch.Watch.DeniedAnnotations;
import dev.catamaran.watch.Watch.Source;
import io.fabric8.kubernetes.client.dsl.base.ResourceDefinitionContext;
import io.fabric8.kubernetes.client.utils.ApiVersionUtil;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A kind that the API server serves.
 *
 * @param names its names on a command line without the group, in lower case: singular, plural and
 *     short names
 * @param watch its entry in watches.yaml; empty without a file or an entry
 */
public record PrimaryKind(
    String apiVersion,
    String kind,
    String plural,
    List<String> names,
    boolean isNamespaced,
    boolean isInCategory,
    Optional<Watch> watch) {
  private static final String CATEGORY = "catamaran";

  static PrimaryKind of(
      String apiVersion,
      String kind,
      String plural,
      List<String> shortNames,
      boolean isNamespaced,
      List<String> categories) {
    var singular = kind.toLowerCase(Locale.ROOT);
    return new PrimaryKind(
        apiVersion,
        kind,
        plural,
        Stream.concat(Stream.of(singular, plural), shortNames.stream()).distinct().toList(),
        isNamespaced,
        categories.contains(CATEGORY),
        Optional.empty());
  }

  /** Returns the kind of an entry of watches.yaml, as far as is known without a cluster. */
  public static PrimaryKind of(Watch entry) {
    var gvk = entry.gvk();
    return of(gvk.apiVersion(), gvk.kind(), "", List.of(), true, List.of()).with(entry);
  }

  PrimaryKind with(Watch entry) {
    return new PrimaryKind(
        apiVersion, kind, plural, names, isNamespaced, isInCategory, Optional.of(entry));
  }

  public String group() {
    return Optional.ofNullable(ApiVersionUtil.trimGroupOrNull(apiVersion)).orElse("");
  }

  /** Returns the kind with its group, as kubectl prints it: {@code memcached.cache.my.domain}. */
  public String qualified() {
    var name = kind.toLowerCase(Locale.ROOT);
    return group().isEmpty() ? name : name + "." + group();
  }

  /** Whether {@code wanted} names this kind, with or without its group, in any case of letters. */
  public boolean isNamed(String wanted) {
    var name = wanted.toLowerCase(Locale.ROOT);
    return names.stream()
        .anyMatch(known -> known.equals(name) || (known + "." + group()).equals(name));
  }

  public ResourceDefinitionContext context() {
    return new ResourceDefinitionContext.Builder()
        .withGroup(group())
        .withVersion(ApiVersionUtil.trimVersion(apiVersion))
        .withKind(kind)
        .withPlural(plural)
        .withNamespaced(isNamespaced)
        .build();
  }

  public DeniedAnnotations denied() {
    return chart().map(Source.HelmChart::denied).orElse(DeniedAnnotations.NONE);
  }

  public Optional<Source.HelmChart> chart() {
    return watch.flatMap(Watch::chart);
  }
}
