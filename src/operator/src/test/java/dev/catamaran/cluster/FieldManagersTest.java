package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldManagersTest {
  private static final Instant MADE_AT = Instant.parse("2026-03-01T12:00:00Z");

  @ParameterizedTest(name = "{0} by {1}: {3}")
  @CsvSource({
    "scale, kube-controller-manager, 'f:spec: {f:replicas: {}}', /spec/replicas",
    "scale, k3s, 'f:spec: {f:replicas: {}}', /spec/replicas",
    "scale, cluster-autoscaler, 'f:spec: {f:replicas: {}}', /spec/replicas",
    "scale, keda, 'f:spec: {f:nodes: {f:size: {}}}', /spec/nodes/size",
    "scale, kubectl, 'f:spec: {f:replicas: {}}', ''",
    "status, kube-controller-manager, 'f:spec: {f:replicas: {}}', ''",
    "scale, kube-controller-manager, 'f:metadata: {f:labels: {}}', ''",
  })
  void distinguishAnAutoscalerFromAPerson(
      String subresource, String manager, String fields, String field) throws IOException {
    var object =
        "metadata: {managedFields: [{manager: helm, fieldsV1: {f:spec: {}}}, {manager: %s, subresource: %s, fieldsV1: {%s}}]}"
            .formatted(manager, subresource, fields);
    assertEquals(field, managers(object).autoscaledField().map(JsonPointer::toString).orElse(""));
  }

  @ParameterizedTest(name = "{0}")
  @CsvSource({
    "spec/replicas, scaler",
    "spec/template/spec/containers/0/image, scaler",
    "spec/template/spec/containers/0/tty, ''",
    "data/color, late",
    "data, late",
    "spec/paused, ''",
    "metadata/labels/a, whole",
  })
  void nameTheLastManagerOfAField(String path, String manager) throws IOException {
    var object =
        """
        metadata:
          managedFields:
          - {manager: ours, time: "2026-03-01T12:00:09Z", fieldsV1: {f:spec: {f:replicas: {}}, f:data: {f:color: {}}}}
          - manager: scaler
            time: "2026-03-01T12:00:01Z"
            fieldsV1:
              f:spec:
                f:replicas: {}
                f:template: {f:spec: {f:containers: {'k:{"name":"main"}': {.: {}, f:image: {}}}}}
          - {manager: early, time: "2026-03-01T12:00:01Z", fieldsV1: {f:data: {f:color: {}}}}
          - {manager: late, time: "2026-03-01T12:00:02Z", fieldsV1: {f:data: {.: {}, f:color: {}}}}
          - {manager: whole, time: "2026-03-01T12:00:02Z", fieldsV1: {f:metadata: {f:labels: {}}}}
        """;
    assertEquals(
        Optional.of(manager).filter(name -> !name.isEmpty()),
        managers(object).of(List.of(path.split("/")), Set.of("ours")));
  }

  @ParameterizedTest(name = "{0} writes {1}: {2}")
  @CsvSource({
    "java, meta.helm.sh/release-name, true",
    "helm, meta.helm.sh/release-name, true",
    "kubectl-create, meta.helm.sh/release-name, false",
    "velero-server, meta.helm.sh/release-name, false",
    "java, note, false",
  })
  void tellWhetherHelmMadeAnObject(String manager, String annotation, boolean made)
      throws IOException {
    var object =
        managers(
            "metadata: {managedFields: [{manager: kubectl-edit, time: '%2$s', fieldsV1: {}}, {manager: %1$s, time: '%2$s', fieldsV1: {f:metadata: {f:annotations: {.: {}, 'f:%3$s': {}}}}}]}"
                .formatted(manager, MADE_AT, annotation));

    assertEquals(made, object.isMadeByHelm(MADE_AT));
    assertFalse(object.isMadeByHelm(MADE_AT.plusSeconds(1)), "made before");
  }

  private static FieldManagers managers(String yaml) throws IOException {
    return FieldManagers.of(new YAMLMapper().readTree(yaml));
  }
}
