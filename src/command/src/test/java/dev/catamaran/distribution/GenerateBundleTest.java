package dev.catamaran.distribution;

import static dev.catamaran.cli.TestProject.assertContains;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.catamaran.cli.TestProject;
import java.io.IOException;
import java.nio.file.Path;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The bundle of a project with one kind. */
class GenerateBundleTest {
  private static final String GENERATE =
      "generate bundle --image=registry.example.com/memcached-operator:1.2.3 --version=1.2.3"
          + " --channels=stable,alpha";
  private static final String BASE =
      "config/manifests/bases/memcached-operator.clusterserviceversion.yaml";
  private static final String VERSION =
      "bundle/manifests/memcached-operator.clusterserviceversion.yaml";
  private static final String CRD = "bundle/manifests/cache.my.domain_memcacheds.yaml";

  @Test
  void hasTheKindsRightsAndTextsOfTheProject(@TempDir Path folder) throws IOException {
    var project = TestProject.memcachedIn(folder);
    assertContains(project.succeed(GENERATE), "Next: describe the operator in " + BASE);
    project.replace(BASE, "maturity: alpha", "maturity: stable");
    project.succeed(GENERATE);

    var version = Yaml.read(project.file(VERSION)).getFirst();
    assertEquals("stable", version.at("/spec/maturity").asText());
    var owned = version.at("/spec/customresourcedefinitions/owned");
    assertEquals(1, owned.size());
    var definition = Yaml.read(project.file(CRD)).getFirst();
    assertEquals(definition.at("/metadata/name"), owned.at("/0/name"));
    assertEquals(definition.at("/spec/versions/0/name"), owned.at("/0/version"));
    var examples = version.at("/metadata/annotations/alm-examples").asText();
    var sample = project.file("config/samples/cache_v1alpha1_memcached.yaml");
    assertEquals(
        Yaml.read(sample).getFirst(), JsonMapper.builder().build().readTree(examples).path(0));
    assertContains(
        project.read("bundle.Dockerfile"), "operators.operatorframework.io.bundle.channels");

    var given = new TreeSet<String>();
    for (var field : new String[] {"permissions", "clusterPermissions"}) {
      version
          .at("/spec/install/spec/" + field)
          .forEach(permission -> given.addAll(RenderedChart.rights(permission)));
    }
    var configured = new TreeSet<String>();
    for (var file : new String[] {"role", "leader_election_role", "metrics_auth_role"}) {
      var path = project.file("config/rbac/%s.yaml".formatted(file));
      configured.addAll(RenderedChart.rights(Yaml.read(path).getFirst()));
    }
    assertEquals(configured, given);

    // operator-sdk writes its tests into the bundle.
    project.write("bundle/tests/config.yaml", "stages: []\n");
    assertContains(project.refuse(GENERATE + " --force"), "\n  tests/config.yaml\n");
  }
}
