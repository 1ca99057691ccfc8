package dev.catamaran.samples.ptemplate;

import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Module of Kernel Module Management for a {@link Ptemplate}
 * (github.com/kubernetes-sigs/kernel-module-management, api/v1beta1). Another project defines its
 * fields, so they are written literally here and not as classes.
 */
final class KernelModule {
  /** Its group and version. */
  static final String API_VERSION = "kmm.sigs.x-k8s.io/v1beta1";

  /** Its kind. */
  static final String KIND = "Module";

  private static final String MODULE_NAME = "ptemplate_char_dev";
  private static final String EVERY_KERNEL = "^.+$";
  private static final String MODULE_IMAGE =
      "quay.io/chrisp262/pt-char-dev:${KERNEL_FULL_VERSION}-sb";

  private KernelModule() {}

  /** Returns the Module with the Ptemplate's name and namespace. */
  static GenericKubernetesResource of(Ptemplate ptemplate) {
    var module = new GenericKubernetesResource();
    module.setApiVersion(API_VERSION);
    module.setKind(KIND);
    module.setMetadata(
        new ObjectMetaBuilder()
            .withName(ptemplate.getMetadata().getName())
            .withNamespace(ptemplate.getMetadata().getNamespace())
            .build());
    module.setAdditionalProperty("spec", spec(Settings.of(ptemplate.getSpec())));
    return module;
  }

  private static Map<String, Object> spec(Settings settings) {
    var spec = new LinkedHashMap<String, Object>();
    spec.put("devicePlugin", Map.of("container", Map.of("image", settings.devicePluginImage())));
    spec.put("moduleLoader", Map.of("container", loader(settings)));
    settings.pullSecret().ifPresent(secret -> spec.put("imageRepoSecret", Map.of("name", secret)));
    spec.put("selector", settings.selector());
    return spec;
  }

  private static Map<String, Object> loader(Settings settings) {
    return Map.of(
        "imagePullPolicy",
        "Always",
        "kernelMappings",
        List.of(Map.of("regexp", EVERY_KERNEL, "containerImage", MODULE_IMAGE)),
        "modprobe",
        Map.of(
            "moduleName",
            MODULE_NAME,
            "parameters",
            List.of(
                "max_dev=" + settings.maxDevices(), "default_msg=" + settings.defaultMessage())));
  }
}
