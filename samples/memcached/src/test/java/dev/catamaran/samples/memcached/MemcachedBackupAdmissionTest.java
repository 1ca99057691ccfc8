package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Verdict;
import java.util.List;
import org.junit.jupiter.api.Test;

class MemcachedBackupAdmissionTest {
  private static final AdmissionContext CONTEXT =
      new AdmissionContext("user", List.of(), /* dryRun= */ false);
  private static final Verdict TOO_LARGE = Verdict.refuse("spec.size", "must be at most 100");

  private final MemcachedBackupAdmission admission = new MemcachedBackupAdmission();

  @Test
  void boundsTheSize() {
    assertEquals(Verdict.allow(), admission.validateCreate(sized(100), CONTEXT));
    assertEquals(TOO_LARGE, admission.validateCreate(sized(101), CONTEXT));
    assertEquals(TOO_LARGE, admission.validateUpdate(sized(3), sized(101), CONTEXT));
  }

  @Test
  void allowsATooLargeSizeToShrinkWithAWarning() {
    assertEquals(
        Verdict.warn("what is cached in 50 of 200 pods is lost"),
        admission.validateUpdate(sized(200), sized(150), CONTEXT));
    assertEquals(Verdict.allow(), admission.validateUpdate(sized(200), sized(200), CONTEXT));
  }

  private static MemcachedBackup sized(int size) {
    var backup = new MemcachedBackup();
    backup.setSpec(new MemcachedBackupSpec(size));
    return backup;
  }
}
