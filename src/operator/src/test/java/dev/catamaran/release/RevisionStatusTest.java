package dev.catamaran.release;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class RevisionStatusTest {

  /** The words are those of Helm's pkg/release/status.go. */
  @ParameterizedTest
  @CsvSource({
    "unknown,UNKNOWN,false",
    "deployed,DEPLOYED,false",
    "uninstalled,UNINSTALLED,false",
    "superseded,SUPERSEDED,false",
    "failed,FAILED,false",
    "uninstalling,UNINSTALLING,false",
    "pending-install,PENDING_INSTALL,true",
    "pending-upgrade,PENDING_UPGRADE,true",
    "pending-rollback,PENDING_ROLLBACK,true",
  })
  void readsHelmsWord(String word, RevisionStatus status, boolean pending) {
    assertEquals(status, RevisionStatus.of(word));
    assertEquals(pending, status.isPending());
  }

  @ParameterizedTest
  @EnumSource
  void writesTheWordThatItReads(RevisionStatus status) {
    assertEquals(status, RevisionStatus.of(status.helmName()));
  }

  @Test
  void readsANewWordAsUnknown() {
    assertEquals(RevisionStatus.UNKNOWN, RevisionStatus.of("hibernating"));
    assertEquals(RevisionStatus.UNKNOWN, RevisionStatus.of(""));
  }
}
