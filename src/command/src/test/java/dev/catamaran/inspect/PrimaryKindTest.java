package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class PrimaryKindTest {
  @Test
  void acceptsKindPluralAndShortNameWithAndWithoutTheGroup() {
    var memcached = kind("Memcached", "memcacheds", "mc");
    for (var name :
        List.of("Memcached", "memcacheds", "MC", "memcacheds.my.dev", "memcached.my.dev")) {
      assertEquals(true, memcached.isNamed(name), name);
    }
    assertEquals(false, memcached.isNamed("memcached.other.dev"));
  }

  private static PrimaryKind kind(String kind, String plural, String... shortNames) {
    var names = new ArrayList<>(List.of(kind.toLowerCase(Locale.ROOT), plural));
    names.addAll(List.of(shortNames));
    return new PrimaryKind("my.dev/v1", kind, plural, names, true, false, Optional.empty());
  }
}
