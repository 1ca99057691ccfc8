package dev.catamaran.it.typed;

import static dev.catamaran.fixture.Eventually.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.catamaran.api.GroupVersionKind;
import dev.catamaran.fixture.FreePort;
import dev.catamaran.fixture.Kettle;
import dev.catamaran.fixture.KettleAdmission;
import dev.catamaran.fixture.KettleConverter;
import dev.catamaran.fixture.ServingCertificate;
import dev.catamaran.testcluster.TestNamespace;
import dev.catamaran.webhook.WebhookPaths;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.utils.Serialization;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Kettles in one namespace: their definition, an operator with their webhooks on this machine, and
 * the webhook configurations of the API server. Closing it keeps the definition without a webhook.
 */
final class KettleCluster implements AutoCloseable {
  static final GroupVersionKind KIND = new GroupVersionKind(Kettle.GROUP, "v2", "Kettle");

  private final TestNamespace namespace;
  private final KubernetesClient admin;
  private final int port;
  private final Deque<HasMetadata> made = new ArrayDeque<>();

  KettleCluster(TestNamespace namespace, ServingCertificate certificate, Path folder) {
    this.namespace = namespace;
    this.admin = namespace.cluster().admin();
    this.port = FreePort.find();
    define("conversion: {strategy: None}");
    eventually(
        () ->
            assertEquals(
                0, admin.resources(Kettle.class).inAnyNamespace().list().getItems().size()));
    certificate.mountIn(folder);
    namespace.operate(
        manager ->
            manager
                .reconciler(KIND, new Idle())
                .webhook(KIND, new KettleAdmission())
                .webhook(KIND, new KettleConverter())
                .webhookAddress(namespace.cluster().listenAddress() + ":" + port)
                .webhookCertificates(folder));
  }

  /** Does nothing. The tests cover only the webhooks. */
  static final class Idle implements Reconciler<Kettle> {
    @Override
    public UpdateControl<Kettle> reconcile(Kettle kettle, Context<Kettle> context) {
      return UpdateControl.noUpdate();
    }
  }

  /** Makes the API server validate kettles of this namespace by webhook. */
  void validate(ServingCertificate trusted) {
    configure("Validating", WebhookPaths.validate(KIND), "[CREATE, UPDATE, DELETE]", trusted);
  }

  /** Makes the API server mutate kettles of this namespace by webhook. */
  void mutate(ServingCertificate trusted) {
    configure("Mutating", WebhookPaths.mutate(KIND), "[CREATE, UPDATE]", trusted);
  }

  /** Makes the API server convert kettles between the versions by webhook. */
  void convert(ServingCertificate trusted) {
    define(
        """
        conversion:
          strategy: Webhook
          webhook:
            conversionReviewVersions: [v1]
            clientConfig: {url: "%s", caBundle: %s}
        """
            .formatted(url(WebhookPaths.CONVERT), trusted.caBundle()));
  }

  @Override
  public void close() {
    made.forEach(configuration -> admin.resource(configuration).delete());
    admin.resources(Kettle.class).inNamespace(namespace.name()).delete();
    eventually(
        () ->
            assertEquals(
                List.of(),
                admin.resources(Kettle.class).inNamespace(namespace.name()).list().getItems()));
    define("conversion: {strategy: None}");
  }

  private void configure(String sort, String path, String operations, ServingCertificate trusted) {
    var configuration =
        Serialization.unmarshal(
            """
            apiVersion: admissionregistration.k8s.io/v1
            kind: %1$sWebhookConfiguration
            metadata: {name: "%2$s"}
            webhooks:
            - name: kettle.webhook.catamaran.dev
              clientConfig: {url: "%3$s", caBundle: %4$s}
              namespaceSelector: {matchLabels: {kubernetes.io/metadata.name: %2$s}}
              rules:
              - {apiGroups: [webhook.catamaran.dev], apiVersions: [v2], resources: [kettles], operations: %5$s}
              admissionReviewVersions: [v1]
              sideEffects: None
            """
                .formatted(sort, namespace.name(), url(path), trusted.caBundle(), operations),
            GenericKubernetesResource.class);
    admin.resource(configuration).serverSideApply();
    made.push(configuration);
  }

  private String url(String path) {
    return "https://%s:%d%s".formatted(namespace.cluster().host(), port, path);
  }

  private void define(String conversion) {
    CustomResourceDefinition definition =
        Serialization.unmarshal(
            """
            apiVersion: apiextensions.k8s.io/v1
            kind: CustomResourceDefinition
            metadata: {name: kettles.webhook.catamaran.dev}
            spec:
              group: webhook.catamaran.dev
              names: {kind: Kettle, plural: kettles, singular: kettle, listKind: KettleList}
              scope: Namespaced
              versions:
              - name: v1
                served: true
                storage: false
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
              - name: v2
                served: true
                storage: true
                schema: {openAPIV3Schema: {type: object, x-kubernetes-preserve-unknown-fields: true}}
            """
                + conversion.indent(2),
            CustomResourceDefinition.class);
    admin.resource(definition).forceConflicts().serverSideApply();
  }
}
