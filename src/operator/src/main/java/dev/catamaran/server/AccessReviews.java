package dev.catamaran.server;

import dev.catamaran.server.RememberedAdmissions.Admission;
import io.fabric8.kubernetes.api.model.authentication.TokenReviewBuilder;
import io.fabric8.kubernetes.api.model.authentication.UserInfo;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.KubernetesClientException;

/**
 * Asks the API server for the owner of a bearer token, and whether the owner may {@code get} a
 * non-resource path, as controller-runtime does for its metrics.
 */
public record AccessReviews(KubernetesClient client, String path) {
  /**
   * Asks the API server again for each call.
   *
   * @throws KubernetesClientException if the API server does not answer, or refuses the operator's
   *     request
   */
  public Admission review(String token) {
    var answer =
        client
            .tokenReviews()
            .create(new TokenReviewBuilder().withNewSpec().withToken(token).endSpec().build())
            .getStatus();
    if (answer == null || !Boolean.TRUE.equals(answer.getAuthenticated())) {
      return Admission.UNKNOWN;
    }
    return mayRead(answer.getUser()) ? Admission.GRANTED : Admission.FORBIDDEN;
  }

  private boolean mayRead(UserInfo user) {
    var question =
        new SubjectAccessReviewBuilder()
            .withNewSpec()
            .withUser(user.getUsername())
            .withUid(user.getUid())
            .withGroups(user.getGroups())
            .withExtra(user.getExtra())
            .withNewNonResourceAttributes(path, "get")
            .endSpec()
            .build();
    var answer = client.authorization().v1().subjectAccessReview().create(question).getStatus();
    return answer != null && Boolean.TRUE.equals(answer.getAllowed());
  }
}
