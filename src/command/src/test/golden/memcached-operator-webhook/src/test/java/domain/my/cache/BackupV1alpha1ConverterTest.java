package domain.my.cache;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.List;
import org.junit.jupiter.api.Test;

class BackupV1alpha1ConverterTest {
  private final BackupV1alpha1Converter converter = new BackupV1alpha1Converter();

  @Test
  void losesNothingThereAndBack() {
    var hub = new Backup();
    hub.setMetadata(new ObjectMetaBuilder().withName("one").addToLabels("team", "shop").build());
    hub.setStatus(new BackupStatus(List.of(), 3L));

    var spoke = converter.fromHub(hub);
    assertEquals("cache.my.domain/v1alpha1", spoke.getApiVersion());
    var back = converter.toHub(spoke);
    assertEquals(hub.getApiVersion(), back.getApiVersion());
    assertEquals(hub.getMetadata(), back.getMetadata());
    assertEquals(hub.getStatus(), back.getStatus());
  }
}
