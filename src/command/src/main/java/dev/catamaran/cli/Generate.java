package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.ClusterFlags.KubeconfigFlags;
import dev.catamaran.cli.ProjectFlag.VerboseFlag;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifests.ProjectRole;
import dev.catamaran.manifests.Tenant;
import dev.catamaran.project.Changes;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran generate}: manifests for others than the project. */
@Command(
    name = "generate",
    description = "Generate the account of a tenant.",
    subcommands = Generate.GenerateTenant.class)
final class Generate {

  /** {@code catamaran generate tenant}: the accounts that make the releases of namespaces. */
  @Command(
      name = "tenant",
      description =
          "Generate the service accounts that make the releases of namespaces: in each, ServiceAccounts and RoleBindings; for each"
              + " kind, a ClusterRole with the recorded permissions of its charts, which grows with them. Needs no cluster"
              + " but for --all-namespaces.",
      footer = {
        "  catamaran generate tenant team-a team-b | kubectl apply -f -",
        "  catamaran generate tenant --all-namespaces | kubectl apply -f -",
        "  catamaran generate tenant team-a --kind Memcached --account deployer >team-a.yaml"
      })
  static final class GenerateTenant extends BaseCommand {
    @Parameters(
        paramLabel = "NAMESPACE",
        arity = "0..*",
        description = "Namespaces of the custom resources.")
    private Set<String> namespaces = new LinkedHashSet<>();

    @Option(
        names = {"-A", "--all-namespaces"},
        description = "All namespaces that have custom resources of these kinds now.")
    private boolean isEverywhere;

    @Mixin private final KubeconfigFlags kubeconfig = new KubeconfigFlags();

    @Option(
        names = "--kind",
        paramLabel = "KIND",
        description =
            "A kind of watches.yaml, such as Memcached; repeatable (default: all with a chart).")
    private Set<String> kinds = new LinkedHashSet<>();

    @Option(
        names = "--account",
        paramLabel = "NAME",
        description =
            "Name of the account, such as the one of --default-service-account (default: serviceAccountName in"
                + " watches.yaml).")
    private Optional<String> account = Optional.empty();

    @Option(
        names = "--cluster-role",
        description =
            "Add a ClusterRole for what charts do outside of namespaces. Whoever may use the account then has these"
                + " permissions in the whole cluster.")
    private boolean cluster;

    @Mixin private final ProjectFlag project = new ProjectFlag();

    @Mixin private final VerboseFlag detail = new VerboseFlag();

    @Override
    public Integer call() {
      var watches = project.watches();
      var operator = ProjectRole.account(new Changes(project.path()));
      var manifests =
          new Tenant(chosen(), account, kinds, cluster)
              .manifests(watches, project.path(), operator);
      print(manifests.text().stripTrailing());
      // Standard output is for kubectl.
      detail.notes(manifests.notes(), err());
      return 0;
    }

    private Set<String> chosen() {
      if (isEverywhere == !namespaces.isEmpty()) {
        throw misuse("name the namespaces, or say --all-namespaces");
      }
      return isEverywhere ? kubeconfig.use(this::occupied) : namespaces;
    }

    private Set<String> occupied(Cluster cluster) {
      var file = project.path().resolve("watches.yaml");
      var listing =
          Scope.of(cluster, Optional.empty(), /* isEverywhere= */ true, Optional.of(file)).list();
      listing
          .forbidden()
          .ifPresent(
              note -> {
                throw new ManagerException(note);
              });
      var found =
          listing
              .primaries()
              .filter(primary -> primary.kind().chart().isPresent())
              .map(PrimaryObject::namespace)
              .filter(name -> !name.isEmpty())
              .collect(Collectors.toCollection(TreeSet::new));
      if (found.isEmpty()) {
        throw new ManagerException("no namespace has a custom resource of " + file);
      }
      return found;
    }
  }
}
