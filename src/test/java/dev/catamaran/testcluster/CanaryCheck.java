package dev.catamaran.testcluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Run when all integration tests are over: the secret of their run was shown to nobody. */
class CanaryCheck {

  @Test
  void findsTheSecretNowhere() throws IOException {
    var search = new CanarySearch(Canary.FOLDER);
    assumeTrue(search.hasRun(), "no test used a cluster");
    assertEquals(List.of(), search.hits());
  }
}
