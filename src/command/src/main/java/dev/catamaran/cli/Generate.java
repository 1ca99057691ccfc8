package dev.catamaran.cli;

import dev.catamaran.api.ManagerException;
import dev.catamaran.cli.ClusterFlags.KubeconfigFlags;
import dev.catamaran.cli.ProjectFlag.NoteFlags;
import dev.catamaran.distribution.OperatorChart;
import dev.catamaran.distribution.OperatorChart.ImageName;
import dev.catamaran.generate.DeclaredRights;
import dev.catamaran.inspect.Cluster;
import dev.catamaran.inspect.PrimaryObject;
import dev.catamaran.inspect.Scope;
import dev.catamaran.manifests.GeneratedManifests;
import dev.catamaran.manifests.ProjectRole;
import dev.catamaran.manifests.Tenant;
import dev.catamaran.project.Changes;
import dev.catamaran.project.ProjectFile;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code catamaran generate}: the forms in which an operator is distributed. */
@Command(
    name = "generate",
    description =
        "Generate a form in which others install the operator of a project, or the account of a tenant.",
    mixinStandardHelpOptions = true,
    subcommands = {Generate.GenerateChart.class, Generate.GenerateTenant.class})
final class Generate {

  /** {@code catamaran generate chart}: a Helm chart that installs the operator. */
  @Command(
      name = "chart",
      description =
          "Generate a Helm chart that installs what config/default installs. The classes of typed reconcilers must be"
              + " on the class path. Needs no cluster.",
      footer = {
        "",
        "Example:",
        "  catamaran generate chart --image registry.example.com/memcached-operator:1.0.0",
      })
  static final class GenerateChart extends BaseCommand {
    /**
     * Semantic versions 2.0.0, as Helm requires them, without build metadata: no tag can have it.
     */
    private static final Pattern VERSION =
        Pattern.compile(
            "(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(-[0-9A-Za-z-]+(\\.[0-9A-Za-z-]+)*)?");

    @Option(
        names = "--image",
        description =
            "Image of the operator (default: localhost/, the project's name, and the version).")
    private Optional<String> image = Optional.empty();

    @Option(
        names = "--version",
        description = "Version, such as 1.0.0 or 1.0.0-rc.1 (default: ${DEFAULT-VALUE}).")
    private String version = "0.1.0";

    @Option(
        names = "--output",
        paramLabel = "DIRECTORY",
        description =
            "Directory of the chart, without files (default: dist/chart/ and the name of the project).")
    private Optional<Path> output = Optional.empty();

    @Mixin private final ProjectFlag projectFlag = new ProjectFlag();

    @Mixin final HelpFlag help = new HelpFlag();

    @Override
    public Integer call() {
      if (!VERSION.matcher(version).matches()) {
        throw new ManagerException(
            "--version: \"%s\" is not a semantic version, such as 1.0.0 or 1.0.0-rc.1"
                .formatted(version));
      }
      var project = projectFlag.path();
      var name = ProjectFile.read(project).projectName();
      var watches = projectFlag.watches();
      var rules = GeneratedManifests.of(project, watches).rules(DeclaredRights.of(watches));
      var named = ImageName.parse(image.orElse("localhost/%s:%s".formatted(name, version)));
      var folder = output.orElse(project.resolve("dist/chart").resolve(name).normalize());
      new OperatorChart(project, version, named, rules).writeTo(folder);
      out().printf("%s is written%n", folder);
      out()
          .printf(
              "Next: helm install %s %s --namespace %s-system --create-namespace%n",
              name, folder, name);
      return 0;
    }
  }

  /** {@code catamaran generate tenant}: the accounts that make the releases of namespaces. */
  @Command(
      name = "tenant",
      description =
          "Generate the service accounts that make the releases of namespaces: in each, ServiceAccounts and RoleBindings; for each"
              + " kind, a ClusterRole with the recorded permissions of its charts, which grows with them. Needs no cluster"
              + " but for --all-namespaces.",
      footer = {
        "",
        "Examples:",
        "  catamaran generate tenant team-a team-b | kubectl apply -f -",
        "  catamaran generate tenant --all-namespaces | kubectl apply -f -",
        "  catamaran generate tenant team-a --kind Memcached --account deployer >team-a.yaml",
      },
      mixinStandardHelpOptions = true)
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

    @Mixin private final NoteFlags noteFlags = new NoteFlags();

    @Override
    public Integer call() {
      var watches = project.watches();
      var operator = ProjectRole.account(new Changes(project.path()));
      var manifests =
          new Tenant(chosen(), account, kinds, cluster)
              .manifests(watches, project.path(), operator);
      print(manifests.text().stripTrailing());
      // Standard output is for kubectl.
      noteFlags.print(manifests.notes(), err());
      return 0;
    }

    private Set<String> chosen() {
      if (isEverywhere == !namespaces.isEmpty()) {
        throw misuse("name the namespaces, or say --all-namespaces");
      }
      return isEverywhere ? kubeconfig.use(this::occupied) : namespaces;
    }

    /** Returns the namespaces with primaries of kinds with charts. */
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
