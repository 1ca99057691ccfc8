package dev.catamaran.samples.memcached;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/** A number of memcached pods, kept running by {@link MemcachedBackupReconciler}. */
@Group("cache.my.domain")
@Version("v1")
@ShortNames("mcb")
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
public class MemcachedBackup extends CustomResource<MemcachedBackupSpec, MemcachedBackupStatus>
    implements Namespaced {

  /**
   * Returns the spec; never null on an object that the API server accepted, because the schema
   * requires it.
   */
  @Required
  @Override
  public MemcachedBackupSpec getSpec() {
    return super.getSpec();
  }
}
