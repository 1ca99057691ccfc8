package dev.catamaran.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.importing.FluxImport.HelmReleaseSpec;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class HelmReleaseSpecTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void namesTheReleaseAsFluxDoes() throws IOException {
    assertEquals("shop", release("{}").releaseName());
    assertEquals("other", release("{'releaseName':'other','targetNamespace':'a'}").releaseName());
    assertEquals("a-shop", release("{'targetNamespace':'a'}").releaseName());
    var longest = "n".repeat(53);
    assertEquals(longest, release("{'releaseName':'%s'}".formatted(longest)).releaseName());
    // internal/release/name.go of helm-controller, with its own example's length.
    assertEquals(
        53, release("{'targetNamespace':'%s'}".formatted("n".repeat(60))).releaseName().length());
  }

  @Test
  void storesWhereTheHelmReleaseIsUnlessItSaysOtherwise() throws IOException {
    assertEquals("apps", release("{}").storageNamespace());
    assertEquals("apps", release("{'targetNamespace':'a'}").storageNamespace());
    assertEquals("a", release("{'targetNamespace':'a','storageNamespace':'a'}").storageNamespace());
  }

  @Test
  void namesEachFieldThatIsNotFollowed() throws IOException {
    assertEquals(List.of(), release("{'interval':'1h','values':{},'suspend':true}").notes());
    assertEquals(
        List.of(
            "not imported: spec.upgrade, spec.novelty; docs/migrate/from-flux.md has the counterparts"),
        release("{'upgrade':{'crds':'Skip','force':true,'disableWait':true},'novelty':1}").notes());
  }

  /** A deletion alone would bring it back, not suspended, and Flux would upgrade the release. */
  @Test
  void takesAHelmReleaseOutOfItsKustomizationBeforeItsDeletion() throws IOException {
    var labels =
        JSON.createObjectNode()
            .put("kustomize.toolkit.fluxcd.io/name", "all")
            .put("kustomize.toolkit.fluxcd.io/namespace", "flux-system");
    assertEquals(
        List.of(
            "Kustomization flux-system/all applies it, and makes a deleted HelmRelease again, not suspended: suspend it in its source too, and take it out of that before you delete it"),
        release(labels, "{}").notes());
  }

  private static HelmReleaseSpec release(String spec) throws IOException {
    return release(JSON.createObjectNode(), spec);
  }

  private static HelmReleaseSpec release(JsonNode labels, String spec) throws IOException {
    var object = JSON.createObjectNode();
    object.withObject("/metadata").put("name", "shop").put("namespace", "apps");
    object.withObject("/metadata").set("labels", labels);
    object.set("spec", JSON.readTree(spec.replace('\'', '"')));
    return new HelmReleaseSpec(object);
  }
}
