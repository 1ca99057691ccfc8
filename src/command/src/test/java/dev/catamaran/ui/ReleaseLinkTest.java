package dev.catamaran.ui;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ReleaseLinkTest {

  @Test
  void readsItsOwnPaths() {
    for (var link :
        new ReleaseLink[] {
          new ReleaseLink("widget.test.dev", "shop", "one"),
          new ReleaseLink("zone.test.dev", "", "a.b")
        }) {
      assertEquals(Optional.of(link), of(link.path()));
      assertEquals(Optional.of(link), of(link.below("values")));
    }
  }

  /** Otherwise a name leads to another object of the API. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "/release/widget.test.dev/shop",
        "/release/widget.test.dev/shop/..%2F..%2Fsecrets%2Fone",
        "/release/widget.test.dev/shop%3Fa/one",
        "/release/Widget/shop/one",
        "/release/widget.test.dev/../one",
        "/releases/widget.test.dev/shop/one",
      })
  void readsNoOtherPaths(String path) {
    assertEquals(Optional.empty(), of(path));
  }

  private static Optional<ReleaseLink> of(String path) {
    return ReleaseLink.of(Request.of("GET", path, "", "", "").path());
  }
}
