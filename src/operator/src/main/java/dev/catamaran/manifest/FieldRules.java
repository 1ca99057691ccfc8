package dev.catamaran.manifest;

import static dev.catamaran.manifest.FieldRule.When.ADDED;
import static dev.catamaran.manifest.FieldRule.When.DROPPED;
import static dev.catamaran.manifest.FieldRule.When.EMPTY;
import static dev.catamaran.manifest.FieldRule.When.GROWN;
import static dev.catamaran.manifest.FieldRule.When.OWNED;
import static dev.catamaran.manifest.FieldRule.When.UNCHANGED;

import dev.catamaran.manifest.FieldRule.When;
import java.util.List;

/**
 * The fields that others own too. This is the one table of them: drift is compared by it, and the
 * engine gets it with each request, since Helm's patches obey it too. A field that a chart may have
 * to clear does not belong here.
 */
public final class FieldRules {
  private static final List<String> CLAIM = List.of("/PersistentVolumeClaim");
  private static final List<String> VOLUME = List.of("/PersistentVolume");
  private static final List<String> SERVICE = List.of("/Service");
  private static final List<String> STATEFUL_SET = List.of("apps/StatefulSet");
  private static final List<String> CLUSTER_ROLE = List.of("rbac.authorization.k8s.io/ClusterRole");
  private static final List<String> CONFIG_MAP = List.of("/ConfigMap");
  private static final List<String> INGRESS = List.of("networking.k8s.io/Ingress");
  private static final List<String> WEBHOOKS =
      List.of(
          "admissionregistration.k8s.io/ValidatingWebhookConfiguration",
          "admissionregistration.k8s.io/MutatingWebhookConfiguration");
  private static final List<String> JOB = List.of("batch/Job");
  private static final List<String> SECRET = List.of("/Secret");
  private static final List<String> ANY = List.of();

  private static final String ANNOTATIONS = "/metadata/annotations/";
  private static final String LABELS = "/metadata/labels/";
  private static final String CA_BUNDLE = "/**/caBundle";
  private static final String TEMPLATES = "/spec/volumeClaimTemplates/*/spec";

  /** The rules. */
  public static final List<FieldRule> ALL =
      List.of(
          // The default is 1, and an autoscaler takes over what a chart drops.
          rule(ANY, "/spec/replicas", DROPPED),
          rule(JOB, "/spec/parallelism", DROPPED),
          // The API server assigns them, or keeps them from being cleared.
          rule(SERVICE, "/spec/clusterIP", DROPPED),
          rule(SERVICE, "/spec/clusterIPs", DROPPED),
          rule(SERVICE, "/spec/ipFamilies", DROPPED),
          rule(SERVICE, "/spec/ipFamilyPolicy", DROPPED),
          rule(SERVICE, "/spec/healthCheckNodePort", DROPPED),
          rule(SERVICE, "/spec/loadBalancerClass", DROPPED),
          rule(SERVICE, "/spec/ports/*/nodePort", DROPPED),
          rule(CLAIM, "/spec/*", DROPPED),
          rule(CLAIM, "/spec/resources/*", DROPPED),
          rule(CLAIM, "/spec/volumeName", EMPTY),
          rule(STATEFUL_SET, TEMPLATES + "/*", DROPPED),
          rule(VOLUME, "/spec/claimRef", DROPPED),
          rule(VOLUME, "/spec/nodeAffinity", DROPPED),
          rule(VOLUME, "/spec/volumeMode", DROPPED),
          rule(List.of("/Pod"), "/spec/nodeName", DROPPED),
          // The API server refuses to clear them, or their default is another value than they have.
          rule(STATEFUL_SET, "/spec/podManagementPolicy", DROPPED),
          rule(STATEFUL_SET, "/spec/serviceName", DROPPED),
          rule(JOB, "/spec/completions", DROPPED),
          rule(JOB, "/spec/completionMode", DROPPED),
          rule(List.of("storage.k8s.io/StorageClass"), "/reclaimPolicy", DROPPED),
          rule(List.of("storage.k8s.io/StorageClass"), "/volumeBindingMode", DROPPED),
          rule(List.of("scheduling.k8s.io/PriorityClass"), "/preemptionPolicy", DROPPED),
          rule(SECRET, "/type", DROPPED),
          rule(SECRET, "/immutable", DROPPED),
          rule(CONFIG_MAP, "/immutable", DROPPED),
          // Admission fills the default class at the creation only.
          rule(INGRESS, "/spec/ingressClassName", DROPPED),
          // Storage only grows. A person or a resizer may have enlarged it.
          rule(CLAIM, "/spec/resources/requests/storage", GROWN),
          rule(STATEFUL_SET, TEMPLATES + "/resources/requests/storage", GROWN),
          rule(VOLUME, "/spec/capacity/storage", GROWN),
          // A chart opens a webhook, and its server closes that once it answers.
          rule(WEBHOOKS, "/webhooks/*/failurePolicy", GROWN),
          // What is filled in places that a chart leaves empty.
          rule(ANY, CA_BUNDLE, EMPTY),
          // The types of Secrets demand the keys before there is a certificate or a password.
          rule(SECRET, "/data/tls.crt", EMPTY),
          rule(SECRET, "/data/tls.key", EMPTY),
          rule(SECRET, "/data/ca.crt", EMPTY),
          rule(SECRET, "/data/.dockercfg", EMPTY),
          rule(SECRET, "/data/.dockerconfigjson", EMPTY),
          rule(SECRET, "/stringData/.dockercfg", EMPTY),
          rule(SECRET, "/stringData/.dockerconfigjson", EMPTY),
          rule(SECRET, "/stringData/tls.crt", EMPTY),
          rule(SECRET, "/stringData/tls.key", EMPTY),
          rule(SECRET, "/stringData/ca.crt", EMPTY),
          rule(List.of("/Endpoints"), "/subsets", EMPTY),
          rule(List.of("discovery.k8s.io/EndpointSlice"), "/endpoints", EMPTY),
          rule(List.of("discovery.k8s.io/EndpointSlice"), "/ports", EMPTY),
          rule(List.of("coordination.k8s.io/Lease"), "/spec/*", EMPTY),
          // What a mark in the manifest asks a controller to decide.
          at(CLUSTER_ROLE, "/aggregationRule", "/rules"),
          at(ANY, ANNOTATIONS + "cert-manager.io~1inject-ca-from", CA_BUNDLE),
          at(ANY, ANNOTATIONS + "cert-manager.io~1inject-ca-from-secret", CA_BUNDLE),
          at(ANY, ANNOTATIONS + "cert-manager.io~1inject-apiserver-ca", CA_BUNDLE),
          at(ANY, ANNOTATIONS + "service.beta.openshift.io~1inject-cabundle", CA_BUNDLE),
          at(
              CONFIG_MAP,
              ANNOTATIONS + "service.beta.openshift.io~1inject-cabundle",
              "/data/service-ca.crt"),
          at(
              CONFIG_MAP,
              LABELS + "config.openshift.io~1inject-trusted-cabundle",
              "/data/ca-bundle.crt"),
          at(ANY, LABELS + "kueue.x-k8s.io~1queue-name", "/spec/suspend"),
          // The path of a challenge, while cert-manager proves who has the domain.
          new FieldRule(
              INGRESS,
              ANNOTATIONS + "acme.cert-manager.io~1http01-edit-in-place",
              "/spec/rules/*/http/paths",
              ADDED),
          asks("image.openshift.io~1triggers", "/**/image"),
          asks("downscaler~1uptime", "/spec/replicas"),
          asks("downscaler~1downtime", "/spec/replicas"));

  private FieldRules() {}

  private static FieldRule rule(List<String> kinds, String path, When when) {
    return new FieldRule(kinds, "", path, when);
  }

  /** An annotation asks for it, and the chart may still change it. */
  private static FieldRule asks(String annotation, String path) {
    return new FieldRule(ANY, ANNOTATIONS + annotation, path, UNCHANGED);
  }

  private static FieldRule at(List<String> kinds, String where, String path) {
    return new FieldRule(kinds, where, path, OWNED);
  }
}
