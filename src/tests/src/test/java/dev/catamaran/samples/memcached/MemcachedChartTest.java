package dev.catamaran.samples.memcached;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.marcnuri.helm.Helm;
import com.marcnuri.helm.TemplateCommand;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.ServiceAccount;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.autoscaling.v2.HorizontalPodAutoscaler;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Renders the chart with Helm. */
class MemcachedChartTest {

  private static final Path CHART = Path.of("helm-charts", "memcached");

  @Test
  void lintReportsNoProblem() {
    var result = new Helm(CHART).lint().strict().call();
    assertFalse(result.isFailed(), () -> String.join("\n", result.getMessages()));
  }

  @Test
  void runsTheImageOfItsAppVersionUnlessTheValuesNameATag() {
    assertEquals("memcached:1.6-alpine", image(release("m")));
    assertEquals("memcached:1.6.39", image(release("m").set("image.tag", "1.6.39")));
  }

  @Test
  void meetsTheRestrictedPodSecurityStandard() {
    var pod = only(Deployment.class, render(release("m"))).getSpec().getTemplate().getSpec();
    var container = pod.getContainers().getFirst().getSecurityContext();
    assertTrue(pod.getSecurityContext().getRunAsNonRoot());
    assertEquals(65532L, pod.getSecurityContext().getRunAsUser());
    assertEquals("RuntimeDefault", pod.getSecurityContext().getSeccompProfile().getType());
    assertEquals(false, container.getAllowPrivilegeEscalation());
    assertEquals(true, container.getReadOnlyRootFilesystem());
    assertEquals(List.of("ALL"), container.getCapabilities().getDrop());
  }

  @Test
  void itsServiceFindsItsPodsByPortNameAndLabels() {
    var objects = render(release("m").set("service.port", 11311));
    var service = only(Service.class, objects).getSpec();
    var template = only(Deployment.class, objects).getSpec().getTemplate();
    var port = template.getSpec().getContainers().getFirst().getPorts().getFirst();
    assertEquals(11311, service.getPorts().getFirst().getPort());
    assertEquals(port.getName(), service.getPorts().getFirst().getTargetPort().getStrVal());
    assertEquals(11211, port.getContainerPort());
    assertTrue(
        template
            .getMetadata()
            .getLabels()
            .entrySet()
            .containsAll(service.getSelector().entrySet()));
  }

  @Test
  void setsNoReplicasWithAnAutoscaler() {
    var objects = render(release("m").set("autoscaling.enabled", true));
    var autoscaler = only(HorizontalPodAutoscaler.class, objects).getSpec();
    var deployment = only(Deployment.class, objects);
    assertNull(deployment.getSpec().getReplicas());
    assertEquals(deployment.getMetadata().getName(), autoscaler.getScaleTargetRef().getName());
    assertEquals(10, autoscaler.getMaxReplicas());
  }

  @Test
  void usesAGivenServiceAccountAndCreatesNone() {
    var objects =
        render(
            release("m").set("serviceAccount.create", false).set("serviceAccount.name", "given"));
    var pod = only(Deployment.class, objects).getSpec().getTemplate().getSpec();
    assertTrue(objects.stream().noneMatch(ServiceAccount.class::isInstance));
    assertEquals("given", pod.getServiceAccountName());
  }

  private static TemplateCommand release(String name) {
    return new Helm(CHART).template().withName(name).withNamespace("default");
  }

  private static String image(TemplateCommand command) {
    var pod = only(Deployment.class, render(command)).getSpec().getTemplate().getSpec();
    return pod.getContainers().getFirst().getImage();
  }

  private static <T extends HasMetadata> T only(Class<T> kind, List<HasMetadata> objects) {
    var found = objects.stream().filter(kind::isInstance).map(kind::cast).toList();
    assertEquals(1, found.size(), () -> kind.getSimpleName() + " objects in " + objects);
    return found.getFirst();
  }

  private static List<HasMetadata> render(TemplateCommand command) {
    var serialization = new KubernetesSerialization();
    return Arrays.stream(command.call().split("(?m)^---$"))
        .filter(document -> document.contains("kind:"))
        .map(document -> new ByteArrayInputStream(document.getBytes(StandardCharsets.UTF_8)))
        .map(document -> (HasMetadata) serialization.unmarshal(document))
        .toList();
  }
}
