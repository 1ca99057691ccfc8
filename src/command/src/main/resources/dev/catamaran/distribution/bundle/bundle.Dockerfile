%{mark} Change config/, and repeat the command.
FROM scratch
LABEL operators.operatorframework.io.bundle.mediatype.v1=registry+v1
LABEL operators.operatorframework.io.bundle.manifests.v1=manifests/
LABEL operators.operatorframework.io.bundle.metadata.v1=metadata/
LABEL operators.operatorframework.io.bundle.package.v1=%{name}
LABEL operators.operatorframework.io.bundle.channels.v1=%{channels}
LABEL operators.operatorframework.io.bundle.channel.default.v1=%{channel}
COPY bundle/manifests /manifests/
COPY bundle/metadata /metadata/
