package dev.catamaran.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.project.ChartOrigin;
import dev.catamaran.release.ReleaseKey;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ApplicationSpecTest {
  private static final JsonMapper JSON = new JsonMapper();
  private static final String HERE =
      "'destination':{'server':'https://kubernetes.default.svc','namespace':'apps'},";
  private static final String HEALED = "'syncPolicy':{'automated':{'selfHeal':true,'prune':true}},";

  @Test
  void namesReleaseAndChartAsArgoDoes() throws IOException {
    var plain = of(HERE + source("'helm':{}"));
    assertEquals(new ReleaseKey("apps", "shop"), plain.release());
    assertEquals(
        Optional.of(new ChartOrigin("web", "https://charts.example.com", "1.2.3", false)),
        plain.origin());
    assertEquals("a", of(HERE + source("'helm':{'releaseName':'a'}")).release().name());
    assertEquals(
        Optional.of(new ChartOrigin("oci://ghcr.io/org/web", "", "1.2.3", false)),
        of(HERE + "'source':{'repoURL':'ghcr.io/org','chart':'web','targetRevision':'1.2.3'}")
            .origin());
  }

  @Test
  void takesTheVersionThatIsDeployedAndNotTheRange() throws IOException {
    var sources =
        HERE
            + "'sources':[{'repoURL':'https://git.example.com','ref':'values'},{'repoURL':'https://charts.example.com','chart':'web','targetRevision':'1.*'}]";
    var application =
        of(
            sources,
            "{'history':[{'revisions':['c0ffee','1.1.0']},{'revisions':['c0ffee','1.2.0']}]}");
    assertEquals("1.2.0", application.version());
    assertEquals("1.*", of(sources).version());
  }

  @Test
  void knowsTheMarksOfAnApplicationOutsideOfTheNamespaceOfArgo() throws IOException {
    assertEquals("shop", of(HERE + source("")).tracked());
    assertEquals("shop", of(HERE + source(""), "{'controllerNamespace':'argocd'}").tracked());
    assertEquals("argocd_shop", of(HERE + source(""), "{'controllerNamespace':'cd'}").tracked());
  }

  @Test
  void leavesWhatIsElsewhereOrHasNotOneChart() throws IOException {
    assertEquals(Optional.empty(), of(HERE + source("")).obstacle(false));
    assertRefused("cluster east", "'destination':{'name':'east','namespace':'a'}," + source(""));
    assertRefused("no namespace", "'destination':{'name':'in-cluster'}," + source(""));
    assertRefused(
        "name a copy of it with --helm-chart", HERE + "'source':{'repoURL':'x','path':'p'}");
    assertRefused(
        "none of its sources is a chart",
        HERE + "'source':{'repoURL':'x','path':'p','kustomize':{}}");
    assertRefused(
        "variables that only Argo CD knows",
        HERE + source("'helm':{'parameters':[{'name':'app','value':'x-${ARGOCD_APP_NAME}'}]}"));
    assertRefused(
        "2 charts", HERE + "'sources':[{'chart':'a','repoURL':'x'},{'chart':'b','repoURL':'x'}]");
  }

  private static void assertRefused(String why, String spec) throws IOException {
    var obstacle = of(spec).obstacle(false).orElse("");
    assertTrue(obstacle.contains(why), obstacle);
  }

  @Test
  void readsValuesInThePrecedenceOfArgo(@TempDir Path chart) throws IOException {
    Files.writeString(chart.resolve("values-a.yaml"), "{a: file, b: file, c: file, d: file}");
    Files.writeString(chart.resolve("other.yaml"), "{b: other, c: other}");
    var application =
        of(
            HERE
                + source(
                    "'helm':{'valueFiles':['values-a.yaml','$values/b.yaml'],'values':'c: text','parameters':[{'name':'d','value':'007'},{'name':'n','value':'7'},{'name':'t','value':'7','forceString':true},{'name':'l[0].x','value':'a,b'}]}"));
    var notes = new ArrayList<String>();
    var read = application.values(chart, List.of(chart.resolve("other.yaml")), notes);
    assertEquals(List.of(), notes);
    assertEquals(
        tree("{'a':'file','b':'other','c':'text','d':'007','n':7,'t':'7','l':[{'x':'a,b'}]}"),
        JSON.readTree(read.toJson()));
    application.values(chart, List.of(), notes);
    assertTrue(notes.getFirst().contains("$values/b.yaml is not in the chart"));
    var object = of(HERE + source("'helm':{'values':'a: 1','valuesObject':{'b':2}}"));
    assertEquals(tree("{'b':2}"), JSON.readTree(object.values(chart, List.of(), notes).toJson()));
  }

  @Test
  void ignoresTheDifferencesThatArgoIgnores() throws IOException {
    var application =
        of(
            HERE
                + HEALED
                + source("")
                + ",'ignoreDifferences':[{'group':'apps','kind':'Deployment','jsonPointers':['/spec/replicas']},{'kind':'Secret','name':'x','jsonPointers':['/data'],'jqPathExpressions':['.items[].x']}]");
    assertEquals(
        List.of(
            tree("{'kind':'Deployment','paths':['/spec/replicas']}"),
            tree("{'kind':'Secret','name':'x','paths':['/data']}")),
        application.ignored());
    assertEquals(
        List.of(
            "not imported: spec.ignoreDifferences.jqPathExpressions; docs/migrate/from-argocd.md has the counterparts"),
        application.notes());
  }

  @Test
  void namesEachFieldThatIsNotFollowed() throws IOException {
    assertEquals(
        List.of(
            "not imported: spec.novelty, spec.source.helm.fileParameters, spec.syncPolicy.syncOptions; docs/migrate/from-argocd.md has the counterparts"),
        of(HERE
                + source("'helm':{'releaseName':'a','fileParameters':[]}")
                + ",'syncPolicy':{'automated':{},'syncOptions':['CreateNamespace=true']},'novelty':1")
            .notes());
  }

  /** An ApplicationSet writes the finalizer again within seconds. */
  @Test
  void namesWhatWritesTheApplicationAgain() throws IOException {
    var spec = tree("{" + HERE + HEALED + source("") + "}");
    var ofSet = "{'ownerReferences':[{'kind':'ApplicationSet','name':'shops'}]}";
    var ofParent =
        "{'annotations':{'argocd.argoproj.io/tracking-id':'root:argoproj.io/Application:argocd/shop'}}";

    var bySet = application(tree(ofSet), spec, "{}").notes();
    var byParent = application(tree(ofParent), spec, "{}").notes();

    assertTrue(bySet.getFirst().startsWith("ApplicationSet shops makes it"), bySet::toString);
    assertTrue(byParent.getFirst().startsWith("Application root makes it"), byParent::toString);
    assertEquals(List.of(), application(tree("{}"), spec, "{}").notes());
  }

  private static String source(String helm) {
    return "'source':{'repoURL':'https://charts.example.com','chart':'web','targetRevision':'1.2.3'%s}"
        .formatted(helm.isEmpty() ? "" : "," + helm);
  }

  private static ApplicationSpec of(String spec) throws IOException {
    return of(spec, "{}");
  }

  private static ApplicationSpec of(String spec, String status) throws IOException {
    return application(JSON.createObjectNode(), tree("{" + spec + "}"), status);
  }

  private static ApplicationSpec application(JsonNode metadata, JsonNode spec, String status)
      throws IOException {
    var object = JSON.createObjectNode();
    object.set("metadata", metadata);
    object.withObject("/metadata").put("name", "shop").put("namespace", "argocd");
    object.set("spec", spec);
    object.set("status", tree(status));
    return new ApplicationSpec(object);
  }

  private static JsonNode tree(String text) throws IOException {
    return JSON.readTree(text.replace('\'', '"'));
  }
}
