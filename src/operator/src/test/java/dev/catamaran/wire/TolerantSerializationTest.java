package dev.catamaran.wire;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.catamaran.kit.Unreadable;
import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.DefaultKubernetesResourceList;
import io.fabric8.kubernetes.api.model.GenericKubernetesResource;
import io.fabric8.kubernetes.api.model.GenericKubernetesResourceList;
import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Status;
import io.fabric8.kubernetes.api.model.WatchEvent;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.client.KubernetesClientException;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Version;
import java.io.ByteArrayInputStream;
import java.lang.reflect.Type;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class TolerantSerializationTest {
  private final List<Unreadable> reported = new ArrayList<>();
  private final TolerantSerialization json = new TolerantSerialization(reported::add);

  /** The spec of a box. */
  public static final class Content {
    public int size;
  }

  /** A typed kind. */
  @Group("shop.example.com")
  @Version("v1")
  public static final class Box extends CustomResource<Content, Map<String, Object>> {
    private static final long serialVersionUID = 1L;
  }

  private static String object(String kind, String name, String spec) {
    return """
    {"apiVersion":"shop.example.com/v1","kind":"%s","metadata":{"name":"%s","namespace":"a",\
    "uid":"uid-%s","resourceVersion":"7","labels":{"app":"x"},"managedFields":[{"manager":"m"}]},\
    "spec":%s,"status":{"phase":"Fine"}}\
    """
        .formatted(kind, name, name, spec);
  }

  private static String list(String... items) {
    return "{\"apiVersion\":\"shop.example.com/v1\",\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"9\"},\"items\":[%s]}"
        .formatted(String.join(",", items));
  }

  private static String nested(int depth) {
    return "{\"a\":".repeat(depth) + "1" + "}".repeat(depth);
  }

  private GenericKubernetesResourceList read(String list) {
    return json.unmarshal(list, GenericKubernetesResourceList.class);
  }

  private List<Box> boxes(String list) {
    DefaultKubernetesResourceList<Box> read =
        json.unmarshal(
            new ByteArrayInputStream(list.getBytes(StandardCharsets.UTF_8)),
            new com.fasterxml.jackson.core.type.TypeReference<>() {
              @Override
              public Type getType() {
                return json.constructParametricType(DefaultKubernetesResourceList.class, Box.class);
              }
            });
    return read.getItems();
  }

  private static String name(HasMetadata object) {
    return object.getMetadata().getName();
  }

  @Test
  void readsKeysOfTheLengthThatTheApiServerAccepts() {
    var key = "k".repeat(1_400_000);
    var read = read(list(object("Vat", "long", "{\"" + key + "\":1}"))).getItems().getFirst();
    assertEquals(Map.of(key, 1), read.getAdditionalProperties().get("spec"));
    assertEquals(read, json.clone(read), "the SDK copies objects");
    assertEquals(List.of(), reported);
  }

  @Test
  void copiesAnObjectWithAllItsLevels() {
    var read =
        json.unmarshal(
            object("Vat", "v", "{\"size\":1,\"ratio\":1.5,\"none\":null,\"tags\":[{\"a\":true}]}"),
            GenericKubernetesResource.class);
    var text = json.asJson(read);
    var copy = json.clone(read);
    assertEquals(read, copy);
    copy.getMetadata().getLabels().put("app", "y");
    copy.getMetadata().getManagedFields().clear();
    copy.<Map<String, Object>>get("spec", "tags", 0).put("a", false);
    copy.<Map<String, Object>>get("status").remove("phase");
    assertEquals(text, json.asJson(read));
  }

  /** An author's kind: dynamic, except for one field. */
  public static final class Labelled extends GenericKubernetesResource {
    private static final long serialVersionUID = 1L;

    public String label = "";
  }

  @Test
  void copiesAFieldThatASubclassAdds() {
    var read =
        json.unmarshal(
            "{\"apiVersion\":\"v1\",\"kind\":\"Labelled\",\"metadata\":{},\"label\":\"red\",\"size\":1}",
            Labelled.class);
    var copy = json.clone(read);
    assertEquals("red", copy.label);
    assertEquals(Map.of("size", 1), copy.getAdditionalProperties());
  }

  @Test
  void showsTheReadablePartOfAnObjectWithTooManyValues() {
    var many = "[" + "{},".repeat((int) (Cost.MOST / 100)) + "{}]";
    var read =
        read(list(object("Vat", "many", many), object("Vat", "good", "{\"size\":1}"))).getItems();
    assertEquals(
        List.of("many", "good"), read.stream().map(TolerantSerializationTest::name).toList());
    assertNull(read.getFirst().get("spec"));
    assertEquals(Map.of("size", 1), read.getLast().get("spec"));
    var problem = Unreadable.problemOf(read.getFirst()).orElseThrow();
    assertTrue(problem.startsWith("spec has more values than fit into the memory"), problem);
  }

  @Test
  void showsTheReadablePartOfAnObjectThatIsTooDeep() {
    var read =
        read(list(object("Vat", "deep", nested(9_900)), object("Vat", "good", "{\"size\":1}")))
            .getItems();
    assertEquals(
        List.of("deep", "good"), read.stream().map(TolerantSerializationTest::name).toList());
    var deep = read.getFirst();
    assertEquals(Optional.of("spec is nested deeper than 400 levels"), Unreadable.problemOf(deep));
    assertNull(deep.getAdditionalProperties().get("spec"));
    assertEquals(Map.of("phase", "Fine"), deep.getAdditionalProperties().get("status"));
    assertEquals(Map.of("app", "x"), deep.getMetadata().getLabels());
    assertEquals("uid-deep", deep.getMetadata().getUid());
    assertEquals(Optional.empty(), Unreadable.problemOf(read.getLast()));
    assertEquals(
        List.of("deep"),
        reported.stream().map(Unreadable::object).map(TolerantSerializationTest::name).toList());
  }

  @Test
  void namesTheFieldOfATypedKindWithoutItsValue() {
    var read =
        boxes(
            list(
                object("Box", "bad", "{\"size\":\"hunter2\"}"),
                object("Box", "good", "{\"size\":1}")));
    assertEquals(
        Optional.of("spec.size cannot be read as int"), Unreadable.problemOf(read.getFirst()));
    assertNull(read.getFirst().getSpec());
    assertEquals(1, read.getLast().getSpec().size);
  }

  @Test
  void readsTheObjectOfAnEventAsTheWantedClass() {
    var text =
        "{\"type\":\"ADDED\",\"object\":" + object("Box", "good", "{\"größe\":1,\"size\":3}") + "}";
    var watched = assertInstanceOf(HasMetadata.class, event(text).getObject());
    assertEquals("7", watched.getMetadata().getResourceVersion());
    assertEquals(3, json.convertValue(watched, Box.class).getSpec().size);
    assertEquals("good", name(json.convertValue(watched, GenericKubernetesResource.class)));
    assertEquals("good", name(json.convertValue(watched, ConfigMap.class)));
  }

  @Test
  void readsAnErrorOfAWatch() {
    var status = "{\"apiVersion\":\"v1\",\"kind\":\"Status\",\"metadata\":{},\"code\":410}";
    var event = event("{\"object\":" + status + ",\"type\":\"ERROR\"}");
    assertEquals(410, assertInstanceOf(Status.class, event.getObject()).getCode());
  }

  @Test
  void refusesAnEventThatIsCutOff() {
    var text = "{\"type\":\"ADDED\",\"object\":" + object("Box", "cut", "{\"size\":1}");
    assertThrows(
        KubernetesClientException.class, () -> event(text.substring(0, text.length() - 3)));
  }

  private WatchEvent event(String text) {
    return json.unmarshal(text, WatchEvent.class);
  }

  @Test
  void refusesToReadASingleObjectInPart() {
    var text = object("Box", "bad", "{\"size\":\"x\"}");
    assertThrows(KubernetesClientException.class, () -> json.unmarshal(text, Box.class));
    json.tolerate(Box.class);
    assertEquals(
        Optional.of("spec.size cannot be read as int"),
        Unreadable.problemOf(json.unmarshal(text, Box.class)));
  }

  @Test
  void neverWritesAPartlyReadObject() {
    var bad = boxes(list(object("Box", "bad", "{\"size\":\"x\"}"))).getFirst();
    var refusal = assertThrows(KubernetesClientException.class, () -> json.asJson(bad));
    assertEquals(
        "not written, as the rest of it would be lost: spec.size cannot be read as int",
        refusal.getMessage());
  }

  @Test
  void survivesNestingUpToTheLimitOfTheApiServer() {
    var lists = "[".repeat(9_990) + "]".repeat(9_990);
    var read = read(list(object("Vat", "lists", lists), object("Vat", "maps", nested(9_990))));
    assertEquals(2, reported.size());
    assertEquals(2, read.getItems().size());
  }
}
