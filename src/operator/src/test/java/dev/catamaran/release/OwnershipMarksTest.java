package dev.catamaran.release;

import static dev.catamaran.release.Revisions.PRIMARY;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;

class OwnershipMarksTest {
  @Test
  void reachTheNamespaceOfTheirPrimary() {
    var marks = new OwnershipMarks("ours", PRIMARY);
    assertTrue(marks.reach("shop"));
    assertFalse(marks.reach("elsewhere"));
    assertFalse(marks.reach(""));
    var cluster = new PrimaryIdentity("my.domain/v1", "Site", "", "site", "uid-2");
    assertTrue(new OwnershipMarks("ours", cluster).reach("shop"));
  }
}
