package dev.catamaran.recorder;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** The API versions of widely used custom kinds, for templates that compute their apiVersion. */
public final class CustomGroups {
  private static final Map<String, String> BY_KIND = byKind();

  private CustomGroups() {}

  private static Map<String, String> byKind() {
    var found = new LinkedHashMap<String, String>();
    put(
        found,
        "monitoring.coreos.com/v1",
        "ServiceMonitor",
        "PodMonitor",
        "PrometheusRule",
        "Probe");
    put(found, "monitoring.coreos.com/v1", "Prometheus", "Alertmanager", "ThanosRuler");
    put(found, "monitoring.coreos.com/v1alpha1", "ScrapeConfig", "AlertmanagerConfig");
    put(
        found,
        "cert-manager.io/v1",
        "Certificate",
        "Issuer",
        "ClusterIssuer",
        "CertificateRequest");
    put(found, "gateway.networking.k8s.io/v1", "Gateway", "GatewayClass", "HTTPRoute", "GRPCRoute");
    put(found, "gateway.networking.k8s.io/v1", "BackendTLSPolicy", "TLSRoute", "ListenerSet");
    put(found, "gateway.networking.k8s.io/v1alpha2", "TCPRoute", "UDPRoute");
    put(found, "autoscaling.k8s.io/v1", "VerticalPodAutoscaler");
    put(found, "keda.sh/v1alpha1", "ScaledObject", "ScaledJob", "TriggerAuthentication");
    put(found, "external-secrets.io/v1", "ExternalSecret", "SecretStore", "ClusterSecretStore");
    put(found, "networking.istio.io/v1", "VirtualService", "DestinationRule", "ServiceEntry");
    put(found, "security.istio.io/v1", "PeerAuthentication", "AuthorizationPolicy");
    put(found, "argoproj.io/v1alpha1", "Rollout", "AppProject", "ApplicationSet");
    put(found, "route.openshift.io/v1", "Route");
    put(found, "security.openshift.io/v1", "SecurityContextConstraints");
    put(found, "cilium.io/v2", "CiliumNetworkPolicy", "CiliumClusterwideNetworkPolicy");
    put(found, "traefik.io/v1alpha1", "IngressRoute", "IngressRouteTCP", "Middleware", "TLSOption");
    put(found, "cloud.google.com/v1", "BackendConfig");
    put(found, "networking.gke.io/v1", "ManagedCertificate");
    put(found, "networking.gke.io/v1beta1", "FrontendConfig");
    put(found, "operator.victoriametrics.com/v1beta1", "VMServiceScrape", "VMPodScrape", "VMRule");
    put(found, "bitnami.com/v1alpha1", "SealedSecret");
    return Map.copyOf(found);
  }

  private static void put(Map<String, String> into, String apiVersion, String... kinds) {
    for (var kind : kinds) {
      into.put(kind, apiVersion);
    }
  }

  /** Returns the resource of a kind; empty for a kind that is not widely used. */
  public static Optional<ApiResource> find(String kind) {
    return Optional.ofNullable(BY_KIND.get(kind)).map(version -> Discovery.guess(version, kind));
  }
}
