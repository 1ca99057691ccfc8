package domain.my.cache;

import dev.catamaran.kit.Converter;

/** Converts between {@link Backup}, which is stored, and {@link BackupV1alpha1}. Both ways must lose nothing. */
public final class BackupV1alpha1Converter implements Converter<Backup, BackupV1alpha1> {
  @Override
  public Backup toHub(BackupV1alpha1 spoke) {
    var hub = new Backup();
    hub.setMetadata(spoke.getMetadata());
    hub.setSpec(spoke.getSpec());
    hub.setStatus(spoke.getStatus());
    return hub;
  }

  @Override
  public BackupV1alpha1 fromHub(Backup hub) {
    var spoke = new BackupV1alpha1();
    spoke.setMetadata(hub.getMetadata());
    spoke.setSpec(hub.getSpec());
    spoke.setStatus(hub.getStatus());
    return spoke;
  }
}
