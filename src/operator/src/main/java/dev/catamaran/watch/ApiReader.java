package dev.catamaran.watch;

import dev.catamaran.api.GroupVersionKind;
import java.util.Optional;
import java.util.regex.Pattern;

/** Reads the API that an entry watches. */
record ApiReader(Fields fields) {

  private static final String LABEL = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
  private static final Pattern SUBDOMAIN = Pattern.compile(LABEL + "(\\." + LABEL + ")*");
  private static final Pattern VERSION = Pattern.compile("[a-z]([-a-z0-9]{0,61}[a-z0-9])?");
  private static final Pattern KIND = Pattern.compile("[A-Za-z]([-A-Za-z0-9]{0,61}[A-Za-z0-9])?");
  private static final int SUBDOMAIN_LIMIT = 253;

  Optional<GroupVersionKind> read() {
    var group = fields.text("group").orElse("");
    boolean named = group.isEmpty() || isGroup(group);
    var version = required("version", VERSION, "v1alpha1");
    var kind = required("kind", KIND, "Memcached");
    return named && version.isPresent() && kind.isPresent()
        ? Optional.of(new GroupVersionKind(group, version.get(), kind.get()))
        : Optional.empty();
  }

  private boolean isGroup(String group) {
    if (SUBDOMAIN.matcher(group).matches() && group.length() <= SUBDOMAIN_LIMIT) {
      return true;
    }
    fields.problem(
        "group", "group \"" + group + "\" is not a DNS subdomain", "use e.g. cache.example.com");
    return false;
  }

  private Optional<String> required(String field, Pattern pattern, String example) {
    var text = fields.text(field);
    if (text.isEmpty() && (fields.present(field).isPresent() || fields.isMisspelt(field))) {
      return Optional.empty();
    }
    if (text.orElse("").isEmpty()) {
      fields.problem(field, field + " must not be empty", "add e.g. " + field + ": " + example);
    } else if (!pattern.matcher(text.get()).matches()) {
      fields.problem(field, field + " \"" + text.get() + "\" is not a name", "use e.g. " + example);
    }
    return text.filter(name -> pattern.matcher(name).matches());
  }
}
