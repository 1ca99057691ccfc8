package domain.my.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.kit.AdmissionContext;
import dev.catamaran.kit.Verdict;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackupAdmissionTest {
  private static final AdmissionContext CONTEXT =
      new AdmissionContext("user", List.of(), /* dryRun= */ false);

  private final BackupAdmission admission = new BackupAdmission();

  private static Backup named(String name) {
    var object = new Backup();
    object.setMetadata(new ObjectMetaBuilder().withName(name).build());
    return object;
  }

  @Test
  void labelsAnObjectWithoutALabel() {
    var object = named("one");
    admission.mutate(object, CONTEXT);
    assertEquals("backup", object.getMetadata().getLabels().get(BackupAdmission.LABEL));
  }

  @Test
  void keepsTheLabelOfAUser() {
    var object = named("one");
    object.getMetadata().getLabels().put(BackupAdmission.LABEL, "shop");
    admission.mutate(object, CONTEXT);
    assertEquals("shop", object.getMetadata().getLabels().get(BackupAdmission.LABEL));
  }

  @Test
  void boundsTheNameOfNewObjects() {
    assertEquals(Verdict.allow(), admission.validateCreate(named("a".repeat(52)), CONTEXT));
    assertEquals(
        Verdict.refuse("metadata.name", "must have at most 52 characters"),
        admission.validateCreate(named("a".repeat(53)), CONTEXT));
  }
}
