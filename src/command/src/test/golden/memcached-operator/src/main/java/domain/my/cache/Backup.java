package domain.my.cache;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** A number of pods, kept running by {@link BackupReconciler}. */
@Group("cache.my.domain")
@Version("v1")
@Plural("backups")
@Categories("catamaran")
@AdditionalPrinterColumn(
    name = "Size",
    jsonPath = ".spec.size",
    type = AdditionalPrinterColumn.Type.INTEGER)
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class Backup extends CustomResource<BackupSpec, BackupStatus> implements Namespaced {

  /** Returns the spec; never null, because the schema requires it. */
  @Required
  @Override
  public BackupSpec getSpec() {
    return super.getSpec();
  }
}
