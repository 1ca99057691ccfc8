package dev.catamaran.testcluster;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.api.GroupVersionKind;
import io.fabric8.kubernetes.api.model.APIGroup;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GroupVersionForDiscovery;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceConversionBuilder;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinitionVersionBuilder;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.client.dsl.NonNamespaceOperation;
import io.fabric8.kubernetes.client.dsl.Resource;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.util.List;
import java.util.Locale;

/**
 * A kind in the category {@code catamaran}. Tests define it and delete it.
 *
 * @param namespace makes the API group unique
 * @param domain the end of the API group
 * @param version its only version
 */
public record PassingKind(TestNamespace namespace, String domain, String kind, String version) {
  private static final String OUR_DOMAIN = "catamaran.dev";

  /** The kind {@code Passing} in version v1. */
  public PassingKind(TestNamespace namespace) {
    this(namespace, "Passing", "v1");
  }

  /** A kind in a group below {@code catamaran.dev}. */
  public PassingKind(TestNamespace namespace, String kind, String version) {
    this(namespace, OUR_DOMAIN, kind, version);
  }

  /** A kind in a group below {@code k8s.io}, like the kinds of the Gateway API. */
  public static PassingKind belowKubernetes(TestNamespace namespace) {
    return new PassingKind(namespace, "k8s.io", "Passing", "v1");
  }

  /** The kind {@code Passing} in a group of this domain. */
  public static PassingKind below(TestNamespace namespace, String domain) {
    return new PassingKind(namespace, domain, "Passing", "v1");
  }

  /** Its group and version. */
  public String apiVersion() {
    return group() + "/" + version;
  }

  /** Its group. */
  public String group() {
    return namespace.name() + "." + domain;
  }

  /**
   * Creates the CRD until the namespace is closed, and waits until the API server lists the kind.
   */
  public void define() {
    define("{type: object, x-kubernetes-preserve-unknown-fields: true}", "{}");
  }

  /**
   * The same with another schema.
   *
   * @param schema of the objects, as YAML on one line
   * @param subresources the same of its subresources
   */
  public void define(String schema, String subresources) {
    var definition = definition(schema, subresources);
    namespace.client().resource(definition).create();
    namespace.atClose(() -> definition().delete());
    // Without an operator, finalizers of objects would keep the definition for ever.
    namespace.scratch().releasing(new GroupVersionKind(group(), version, kind));
    eventually(() -> assertTrue(groupVersions().contains(apiVersion()), "no group version"));
    eventually(() -> assertTrue(kinds().contains(kind), "no kind"));
  }

  /** Creates the CRD with a further version, in which the API server stores the objects. */
  public void defineInTwoVersions() {
    define();
    TestNamespace.edit(
        definition(),
        found -> {
          var versions = found.getSpec().getVersions();
          var stored = new CustomResourceDefinitionVersionBuilder(versions.getFirst());
          versions.getFirst().setStorage(false);
          versions.add(stored.withName("v2").build());
          return found;
        });
  }

  /** Names a conversion webhook that nothing serves: no object can be read any more. */
  public void breakConversion() {
    TestNamespace.edit(
        definition(),
        found -> {
          found
              .getSpec()
              .setConversion(
                  new CustomResourceConversionBuilder()
                      .withStrategy("Webhook")
                      .withNewWebhook()
                      .addToConversionReviewVersions("v1")
                      .withNewClientConfig()
                      .withNewService()
                      .withName("nobody")
                      .withNamespace(namespace.name())
                      .endService()
                      .endClientConfig()
                      .endWebhook()
                      .build());
          return found;
        });
    eventually(() -> assertThrows(KubernetesClientException.class, () -> objects().list()));
  }

  /** Ends what {@link #breakConversion} began. */
  public void mendConversion() {
    TestNamespace.edit(
        definition(),
        found -> {
          found
              .getSpec()
              .setConversion(new CustomResourceConversionBuilder().withStrategy("None").build());
          return found;
        });
  }

  /** Replaces the schema of the kind. */
  public void redefine(String schema, String subresources) {
    TestNamespace.edit(
        definition(),
        found -> {
          found.setSpec(definition(schema, subresources).getSpec());
          return found;
        });
  }

  private CustomResourceDefinition definition(String schema, String subresources) {
    var definition =
        """
        apiVersion: apiextensions.k8s.io/v1
        kind: CustomResourceDefinition
        metadata:
          name: PLURAL.GROUP
          # Required in a group below k8s.io.
          annotations: {api-approved.kubernetes.io: "unapproved, test"}
        spec:
          group: GROUP
          names:
            {kind: KIND, listKind: KINDList, plural: PLURAL, singular: SINGULAR, categories: [catamaran]}
          scope: Namespaced
          versions:
          - name: VERSION
            served: true
            storage: true
            subresources: SUBRESOURCES
            schema:
              openAPIV3Schema: SCHEMA
        """
            .replace("SUBRESOURCES", subresources)
            .replace("SCHEMA", schema)
            .replace("GROUP", group())
            .replace("VERSION", version)
            .replace("PLURAL", plural())
            .replace("SINGULAR", kind.toLowerCase(Locale.ROOT))
            .replace("KIND", kind);
    return Serialization.unmarshal(definition, CustomResourceDefinition.class);
  }

  /**
   * Deletes the CRD, and with it all objects of the kind. Waits until the API server does not list
   * the kind, which is later: else a following {@link #define} could find the old list.
   */
  public void undefine() {
    definition().delete();
    eventually(() -> assertNull(definition().get()));
    eventually(() -> assertFalse(kinds().contains(kind), "still listed"));
  }

  /** An object of the kind, in the namespace. */
  public Resource<GenericKubernetesResource> object(String name) {
    return objects().withName(name);
  }

  /** All objects of the kind in the namespace. */
  public NonNamespaceOperation<
          GenericKubernetesResource,
          GenericKubernetesResourceList,
          Resource<GenericKubernetesResource>>
      objects() {
    return namespace
        .client()
        .genericKubernetesResources(KindContexts.namespaced(group(), version, kind, plural()))
        .inNamespace(namespace.name());
  }

  private Resource<CustomResourceDefinition> definition() {
    return namespace
        .client()
        .resources(CustomResourceDefinition.class)
        .withName(plural() + "." + group());
  }

  /** The kinds of its group and version, as clients discover them. */
  private List<String> kinds() {
    return Discovery.kinds(namespace.client(), apiVersion());
  }

  /** The API versions of all groups, as clients discover them. */
  private List<String> groupVersions() {
    return namespace.client().getApiGroups().getGroups().stream()
        .map(APIGroup::getVersions)
        .flatMap(List::stream)
        .map(GroupVersionForDiscovery::getGroupVersion)
        .toList();
  }

  private String plural() {
    return kind.toLowerCase(Locale.ROOT) + "s";
  }
}
