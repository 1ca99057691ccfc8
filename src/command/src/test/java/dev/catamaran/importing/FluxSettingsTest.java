package dev.catamaran.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FluxSettingsTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void saysInWatchesWhatAHelmReleaseSays() throws IOException {
    assertEntry(
        "{'timeout':'2m','maxHistory':3,'test':{'enable':true}}",
        "{'maxHistory':3,'test':true,'timeout':'2m'}");
    assertEntry(
        "{'install':{'crds':'CreateReplace','remediation':{'retries':3}},'upgrade':{'crds':'CreateReplace','remediation':{'retries':3,'strategy':'uninstall'}}}",
        "{'crds':'CreateReplace','remediation':{'install':'uninstall','upgrade':'uninstall','retries':3}}");
    assertEntry(
        "{'upgrade':{'remediation':{'retries':-1}}}",
        "{'remediation':{'upgrade':'rollback','retries':-1}}");
    assertEntry("{'install':{'remediation':{'retries':0}}}", "{'remediation':{'install':'keep'}}");
  }

  @Test
  void ignoresTheDriftThatFluxIgnores() throws IOException {
    assertEntry("{'driftDetection':{'mode':'warn'}}", "{'drift':'warn'}");
    assertEntry(
        "{'driftDetection':{'mode':'enabled','ignore':[{'paths':['/spec/replicas'],'target':{'kind':'Deployment','labelSelector':'app=web,tier=a'}},{'paths':[''],'target':{'kind':'Secret','name':'x'}}]}}",
        "{'drift':{'mode':'correct','ignore':[{'kind':'Deployment','paths':['/spec/replicas'],'labelSelector':{'matchLabels':{'app':'web','tier':'a'}}},{'kind':'Secret','name':'x'}]}}");
  }

  @Test
  void leavesWhatWatchesCannotSay() throws IOException {
    assertEntry("{}", "{}");
    assertEntry("{'maxHistory':0,'timeout':'soon'}", "{}");
    assertEntry("{'install':{'crds':'Create'},'upgrade':{'crds':'Skip'}}", "{}");
    assertEntry(
        "{'install':{'remediation':{'retries':1}},'upgrade':{'remediation':{'retries':2}}}", "{}");
    assertEntry(
        "{'driftDetection':{'ignore':[{'paths':['/data'],'target':{'name':'web-.*'}}]}}", "{}");
  }

  @Test
  void writesOnlyWhatAllReleasesOfAKindAgreeOn() throws IOException {
    var one = settings("{'timeout':'2m','maxHistory':3}");
    var other = settings("{'timeout':'2m','maxHistory':4}");
    var common = KindSettings.common(List.of(one, other));
    assertEquals(Set.of("timeout"), common.entry().keySet());
    assertEquals(
        List.of(
            "maxHistory: 3 is not written: the other releases of the kind have another, so decide on one for all in watches.yaml"),
        one.notes(common, Set.of()));
    assertEquals(
        List.of(
            "timeout: \"2m\" is not written: watches.yaml has another timeout for the kind already"),
        one.notes(KindSettings.common(List.of(one)), Set.of("timeout")));
  }

  private static void assertEntry(String spec, String wanted) throws IOException {
    var entry = JSON.createObjectNode();
    settings(spec).entry().forEach(entry::set);
    assertEquals(tree(wanted), entry, spec);
  }

  private static KindSettings settings(String spec) throws IOException {
    return new HelmReleaseSpec.Settings(tree(spec)).settings();
  }

  private static ObjectNode tree(String text) throws IOException {
    return (ObjectNode) JSON.readTree(text.replace('\'', '"'));
  }
}
