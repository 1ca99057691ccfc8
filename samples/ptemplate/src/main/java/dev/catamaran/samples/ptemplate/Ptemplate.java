package dev.catamaran.samples.ptemplate;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.generator.annotation.Required;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;

/**
 * A kernel module on some nodes and its consumers there, reconciled by {@link PtemplateReconciler}.
 */
@Group("pt.example.com")
@Version("v1alpha1")
@ShortNames("pt")
@Categories("catamaran")
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class Ptemplate extends CustomResource<PtemplateSpec, PtemplateStatus>
    implements Namespaced {

  /**
   * Returns the spec; never null on an object that the API server accepted, because the schema
   * requires it.
   */
  @Required
  @Override
  public PtemplateSpec getSpec() {
    return super.getSpec();
  }
}
