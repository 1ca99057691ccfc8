package dev.catamaran.desired;

import dev.catamaran.primary.InvalidPrimaryException;
import dev.catamaran.primary.Primary;
import dev.catamaran.primary.PrimaryAnnotations;
import dev.catamaran.release.Account;
import dev.catamaran.release.Account.ServiceAccount;
import dev.catamaran.release.PrimaryIdentity;
import dev.catamaran.release.ReleaseKey;
import dev.catamaran.status.Reasons;
import dev.catamaran.watch.Watch.Permission;
import dev.catamaran.watch.Watch.Placement;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Limits of what a primary of one kind may ask for, and the account that acts for it.
 *
 * @param placement account and place of releases
 * @param permissions what watches.yaml allows
 * @param defaultAccount of kinds that name none; empty if those have the operator's rights
 * @param operatorNamespace the operator's own namespace; empty outside of a cluster
 * @param operatorAccount the operator's own service account; empty if it has none
 * @param accounts names of those that make releases of any kind
 */
public record Rights(
    Placement placement,
    Set<Permission> permissions,
    Optional<String> defaultAccount,
    Optional<String> operatorNamespace,
    Optional<ServiceAccount> operatorAccount,
    Supplier<Set<String>> accounts) {

  /** Uses only the settings of watches.yaml. */
  public Rights(Placement placement, Set<Permission> permissions) {
    this(placement, permissions, Optional.empty(), Optional.empty(), Optional.empty(), Set::of);
  }

  /**
   * Returns the account that makes, changes and removes the release of {@code primary}. A service
   * account is in the namespace of its primary, or in that of the release if the primary has no
   * namespace.
   */
  public Account account(Primary primary, ReleaseKey release) {
    var namespace =
        Optional.ofNullable(primary.object().getMetadata().getNamespace())
            .orElse(release.namespace());
    var chosen =
        allows(Permission.SERVICE_ACCOUNT_OVERRIDE)
            ? primary.annotations().serviceAccountName()
            : Optional.<String>empty();
    return chosen
        .or(this::ordinaryAccount)
        .<Account>map(name -> new ServiceAccount(namespace, name))
        .orElseGet(Account.OfOperator::new);
  }

  /**
   * Returns the accounts that no object of a release may use: its own, the operator's, and those of
   * other kinds, whose releases may have more permissions.
   */
  Set<ServiceAccount> accountsOutOfReach(Primary primary, ReleaseKey release) {
    return allows(Permission.ACCOUNT_IN_PODS)
        ? Set.of()
        : Stream.of(
                Stream.of(account(primary, release)),
                operatorAccount.stream(),
                accounts.get().stream().map(name -> new ServiceAccount(release.namespace(), name)))
            .flatMap(each -> each)
            .filter(ServiceAccount.class::isInstance)
            .map(ServiceAccount.class::cast)
            .collect(Collectors.toSet());
  }

  /**
   * Checks that {@code primary} may use the account that it asks for.
   *
   * @throws InvalidPrimaryException if it may not
   */
  public void checkAccount(Primary primary) throws InvalidPrimaryException {
    var chosen = primary.annotations().serviceAccountName();
    if (chosen.isPresent() && !chosen.equals(ordinaryAccount())) {
      require(
          Permission.SERVICE_ACCOUNT_OVERRIDE,
          "annotation %s: custom resources of this kind do not choose their account; remove it"
              .formatted(PrimaryAnnotations.SERVICE_ACCOUNT_NAME));
    }
  }

  /**
   * Checks that the release of {@code primary} may be at its place.
   *
   * @throws InvalidPrimaryException if it may not
   */
  void checkPlace(PrimaryIdentity primary, ReleaseKey release) throws InvalidPrimaryException {
    for (var own : operatorNamespace.stream().toList()) {
      if (own.equals(primary.namespace()) || own.equals(release.namespace())) {
        require(
            Permission.OPERATOR_NAMESPACE,
            "namespace %s is the operator's own, where a chart could use its account; make the custom resource elsewhere"
                .formatted(own));
      }
    }
    if (placement.targetNamespace().isChosenByPrimary()
        && !release.namespace().equals(primary.namespace())) {
      require(
          Permission.OTHER_NAMESPACES,
          "its release would be in namespace %s, and custom resources of this kind do not choose a namespace"
              .formatted(release.namespace()));
    }
  }

  /**
   * Checks that a permission exists.
   *
   * @param refusal the request that is not allowed, for people
   * @throws InvalidPrimaryException if it does not
   */
  void require(Permission permission, String refusal) throws InvalidPrimaryException {
    if (!allows(permission)) {
      throw new InvalidPrimaryException(Reasons.NOT_ALLOWED, refusal + "; " + permission.remedy());
    }
  }

  /** Whether watches.yaml grants a permission. */
  public boolean allows(Permission permission) {
    return permissions.contains(permission);
  }

  private Optional<String> ordinaryAccount() {
    return placement.serviceAccount().or(() -> defaultAccount);
  }
}
