package dev.catamaran.samples.reversewords;

import io.fabric8.crd.generator.annotation.AdditionalPrinterColumn;
import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Categories;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.ShortNames;
import io.fabric8.kubernetes.model.annotation.Version;
import java.util.Optional;

/** A web application that reverses words, reconciled by {@link ReverseWordsAppReconciler}. */
@Group("apps.linuxera.org")
@Version("v1alpha1")
@ShortNames("rwa")
@Categories("catamaran")
@AdditionalPrinterColumn(name = "Version", jsonPath = ".spec.appVersion")
@AdditionalPrinterColumn(
    name = "Ready",
    jsonPath = ".status.conditions[?(@.type==\"Ready\")].status")
@AdditionalPrinterColumn(
    name = "Age",
    jsonPath = ".metadata.creationTimestamp",
    type = AdditionalPrinterColumn.Type.DATE)
public class ReverseWordsApp extends CustomResource<ReverseWordsAppSpec, ReverseWordsAppStatus>
    implements Namespaced {

  private static final ReverseWordsAppSpec NOTHING_ASKED = new ReverseWordsAppSpec(null, null);

  /** Returns the spec; an absent one has no requests. */
  ReverseWordsAppSpec wishes() {
    return Optional.ofNullable(getSpec()).orElse(NOTHING_ASKED);
  }
}
