package dev.catamaran.definition;

import dev.catamaran.api.GroupVersionKind;
import java.util.List;
import java.util.Locale;

/**
 * The names of a kind in the API.
 *
 * @param gvk group, version and kind; the group is not empty
 * @param plural name of the resource, such as {@code memcacheds}
 * @param scope whether the primaries have a namespace
 * @param shortNames further names for kubectl; may be empty
 * @param categories groups of kinds for kubectl, such as {@code all}; may be empty
 */
public record DefinedKind(
    GroupVersionKind gvk,
    String plural,
    Scope scope,
    List<String> shortNames,
    List<String> categories) {
  private static final String CATEGORY = "catamaran";

  /** Place of a kind's objects. */
  public enum Scope {
    NAMESPACED("Namespaced"),
    CLUSTER("Cluster");

    private final String text;

    Scope(String text) {
      this.text = text;
    }

    /** Returns the word of the API. */
    public String text() {
      return text;
    }
  }

  public DefinedKind {
    shortNames = List.copyOf(shortNames);
    categories = List.copyOf(categories);
  }

  /** Makes a kind without short names, in the category of all kinds of Catamaran's operators. */
  public DefinedKind(GroupVersionKind gvk, String plural, Scope scope) {
    this(gvk, plural, scope, List.of(), List.of(CATEGORY));
  }

  /** Returns the name of the CustomResourceDefinition. */
  public String name() {
    return plural + "." + gvk.group();
  }

  /** Returns the kind in lower case, as kubebuilder does. */
  public String singular() {
    return gvk.kind().toLowerCase(Locale.ROOT);
  }
}
