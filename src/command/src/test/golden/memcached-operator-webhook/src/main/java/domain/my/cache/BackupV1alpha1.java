package domain.my.cache;

import io.fabric8.kubernetes.api.model.Namespaced;
import io.fabric8.kubernetes.client.CustomResource;
import io.fabric8.kubernetes.model.annotation.Group;
import io.fabric8.kubernetes.model.annotation.Kind;
import io.fabric8.kubernetes.model.annotation.Plural;
import io.fabric8.kubernetes.model.annotation.Version;

/** The version v1alpha1 of {@link Backup}. Give it a spec of its own where it differs. */
@Group("cache.my.domain")
@Version(value = "v1alpha1", storage = false)
@Kind("Backup")
@Plural("backups")
public class BackupV1alpha1 extends CustomResource<BackupSpec, BackupStatus> implements Namespaced {}
