package dev.catamaran.inspect;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class NearNamesTest {
  private static final List<PrimaryKind> KINDS =
      List.of(kind("Memcached", "memcacheds", "mc"), kind("MemcachedBackup", "memcachedbackups"));

  @Test
  void findsMistypedAndShortenedNames() {
    assertEquals(List.of("memcached.my.dev"), Kinds.near("memcachd", KINDS));
    assertEquals(List.of("memcached.my.dev"), Kinds.near("Memcached.my.de", KINDS));
    assertEquals(List.of("memcached.my.dev", "memcachedbackup.my.dev"), Kinds.near("memc", KINDS));
    assertEquals(List.of(), Kinds.near("deployment", KINDS));
  }

  @Test
  void acceptsKindPluralAndShortNameWithAndWithoutTheGroup() {
    var memcached = KINDS.getFirst();
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
