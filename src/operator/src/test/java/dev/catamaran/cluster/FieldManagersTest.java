package dev.catamaran.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FieldManagersTest {

  @ParameterizedTest(name = "{0} by {1}: {3}")
  @CsvSource({
    "scale, kube-controller-manager, 'f:spec: {f:replicas: {}}', true",
    "scale, k3s, 'f:spec: {f:replicas: {}}', true",
    "scale, keda, 'f:spec: {f:replicas: {}}', true",
    "scale, kubectl, 'f:spec: {f:replicas: {}}', false",
    "status, kube-controller-manager, 'f:spec: {f:replicas: {}}', false",
    "scale, kube-controller-manager, 'f:metadata: {f:labels: {}}', false",
  })
  void distinguishAnAutoscalerFromAPerson(
      String subresource, String manager, String fields, boolean autoscaled) throws IOException {
    var object =
        "metadata: {managedFields: [{manager: helm, fieldsV1: {f:spec: {}}}, {manager: %s, subresource: %s, fieldsV1: {%s}}]}"
            .formatted(manager, subresource, fields);
    assertEquals(autoscaled, managers(object).isAutoscaled());
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

  private static FieldManagers managers(String yaml) throws IOException {
    return FieldManagers.of(new YAMLMapper().readTree(yaml));
  }
}
