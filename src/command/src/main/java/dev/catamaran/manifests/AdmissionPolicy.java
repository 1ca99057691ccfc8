package dev.catamaran.manifests;

import static java.util.stream.Collectors.joining;

import dev.catamaran.manifests.ApiCharts.RecordedChart;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.project.ProjectApi;
import dev.catamaran.project.ProjectFile;
import dev.catamaran.project.Template;
import dev.catamaran.release.AllowedPlace;
import dev.catamaran.rights.ChartRights;
import dev.catamaran.rights.RoleManifest.AccountManifest;
import dev.catamaran.watch.Watch.Permission;
import java.util.Collection;
import java.util.Map;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * The ValidatingAdmissionPolicies of a project: what the API server refuses to the operator and to
 * the accounts that make releases, whatever they ask for; and which annotations of primaries need
 * more than the right to edit these. The first knows where charts put objects beside their
 * releases. Where releases are, it does not know: custom resources can be in any namespace. So it
 * refuses the namespaces of Kubernetes and of the operator, unless they are named. Pure.
 */
record AdmissionPolicy(ProjectFile project, AccountManifest operator) {
  static final String PATH = "config/admission/policy.yaml";

  /** Only a project with this file has the policy. */
  static final String LIST = "config/admission/kustomization.yaml";

  String text(Collection<ApiCharts> apis, Function<RecordedChart, ChartRights> ofCharts) {
    var named = new TreeSet<String>();
    var accounts = new TreeSet<String>();
    for (var api : apis) {
      var placement = api.placement();
      named.addAll(api.places(ofCharts));
      placement.places().stream().map(AllowedPlace::namespace).forEach(named::add);
      placement.targetNamespace().literal().ifPresent(named::add);
      placement.serviceAccount().ifPresent(accounts::add);
    }
    if (isAllowed(Permission.OPERATOR_NAMESPACE, apis)) {
      named.add(operator.namespace());
    }
    // That of a cluster-scoped kind.
    named.remove("");
    var inPods = new TreeSet<String>();
    if (!isAllowed(Permission.ACCOUNT_IN_PODS, apis)) {
      inPods.addAll(accounts);
      inPods.add(operator.name());
    }
    var rules = new TreeSet<String>();
    project.charts().forEach(api -> rules.add(rule(api)));
    var groups = new TreeSet<String>();
    project.resources().forEach(api -> groups.add(api.apiGroup()));
    return Template.fill(
        "admission/policy.yaml",
        Map.of(
            "name", project.projectName(),
            "namespace", operator.namespace(),
            "operator", operator.name(),
            "groups", list(groups),
            "named", list(named),
            "accounts", list(accounts),
            "inPods", list(inPods),
            "rules", String.join("", rules),
            "annotations", list(PrimaryAnnotations.OF_RELEASES)));
  }

  private static String rule(ProjectApi api) {
    return """
    - apiGroups: ["%s"]
      apiVersions: ["*"]
      operations: [CREATE, UPDATE]
      resources: ["%s"]
    """
        .formatted(api.apiGroup(), api.plural())
        .indent(4);
  }

  private static boolean isAllowed(Permission permission, Collection<ApiCharts> apis) {
    return apis.stream().anyMatch(api -> api.permissions().contains(permission));
  }

  private static String list(Collection<String> names) {
    return names.stream().map(name -> "'" + name + "'").collect(joining(", ", "[", "]"));
  }
}
