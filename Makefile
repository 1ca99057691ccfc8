# The targets mean what they mean in a project that `catamaran init` makes. CONTRIBUTING.md has the others: fmt, nightly, test-docs, test-e2e,
# measure, publish, release, base-image.
SHELL := /bin/bash
.SHELLFLAGS := -o pipefail -c
.DEFAULT_GOAL := help

# Image of the operator.
IMG ?= localhost/memcached-operator:0.1.0
# Flags of `catamaran build`, such as --plain-http for a registry without TLS.
IMAGE_FLAGS ?=
# The cluster of `demo`: empty for one of its own, or current, for that of kubectl.
CLUSTER ?=
# The cluster that cluster-up starts and cluster-down ends.
NAME ?= default
# What `measure` measures: docs/contributing/measure.md.
WHAT ?= bench

KUBECTL := hack/kubectl
JAR := target/catamaran.jar
SOURCES := $(shell find pom.xml src samples -not -path "*/target/*" \( -name pom.xml -o -path "*/src/main/*" -type f -o -path "src/engine/*" -type f -not -name "*_test.go" \))
SCRIPTS = .ci/run src/tests/programs/build src/tests/programs/foreign-crds $(shell grep -lrE '^\#!.*bash' hack samples docs/images src/command/tools --exclude=*.sh) $(shell find hack -name '*.sh')

##@ Start here

.PHONY: help
help: ## Print this list
	@awk 'BEGIN { FS = ":.*## " } \
	  /^##@/ { printf "\n%s\n", substr($$0, 5) } \
	  /^[a-z0-9-]+:.*## / { printf "  %-13s %s\n", $$1, $$2 }' $(MAKEFILE_LIST)
	@printf '\nCONTRIBUTING.md has more, for those who change Catamaran: fmt, nightly, test-docs, test-e2e, measure, publish, release, base-image\n'

.PHONY: build
build: $(JAR) ## Build the command target/bin/catamaran, and the samples in target/samples

$(JAR): $(SOURCES)
	@hack/build

.PHONY: demo
demo: ## Show the operator on a cluster that ends with it; on your own: make demo CLUSTER=current
	@hack/demo $(CLUSTER)

.PHONY: unit
unit: ## Run the tests that need no cluster, of what you changed
	@hack/unit

.PHONY: test
test: ## Run all tests that a change must pass; they start a cluster of their own
	@hack/test

.PHONY: check
check: ## Check the format of the sources, and the scripts; `make fmt` formats
	hack/mvn -q -pl . spotless:check
	@if command -v shellcheck >/dev/null; then shellcheck --external-sources $(SCRIPTS); \
	  else echo "note: the scripts are not checked; apt-get install -y shellcheck"; fi

##@ On the current cluster of kubectl

.PHONY: install
install: ## Apply the CRDs, and wait until the API server serves them
	$(KUBECTL) apply -k config/crd
	$(KUBECTL) kustomize config/crd | $(KUBECTL) wait --for=condition=Established --timeout=60s -f -

.PHONY: uninstall
uninstall: ## Delete the CRDs and with them all custom resources; the operator must run, to uninstall their releases
	$(KUBECTL) delete --ignore-not-found -k config/crd

.PHONY: run
run: $(JAR) ## Run the operator on this machine until Ctrl-C (after `make install`)
	hack/catamaran run --watches-file watches.yaml

.PHONY: deploy
deploy: ## Run the operator in the cluster, from the image IMG
	$(KUBECTL) kustomize config/default | sed 's|image: localhost/memcached-operator:0.1.0|image: $(IMG)|' | $(KUBECTL) apply -f -
	$(KUBECTL) rollout status --namespace memcached-operator-system deployment/memcached-operator-controller-manager --timeout=180s

.PHONY: undeploy
undeploy: uninstall ## Delete all custom resources, their CRDs and the operator
	$(KUBECTL) delete --ignore-not-found -k config/default --timeout=120s

.PHONY: cluster-up
cluster-up: ## Start a cluster with simulated nodes and print how to use it; another one: make cluster-up NAME=other
	hack/cluster/cluster up --name $(NAME)

.PHONY: cluster-down
cluster-down: ## End that cluster and remove all its files
	hack/cluster/cluster down --name $(NAME)

##@ Make files

.PHONY: manifests
manifests: $(JAR) ## Write CRDs, permissions and webhook configurations from charts and classes
	hack/catamaran manifests
	@mkdir -p target/with-webhooks && sed 's/# webhooks:/webhooks:/' watches.yaml >target/with-webhooks/watches.yaml
	hack/catamaran manifests --project target/with-webhooks
	hack/catamaran manifests --project samples/reverse-words --crds samples/reverse-words/crds
	hack/catamaran manifests --project samples/ptemplate --crds samples/ptemplate/crds

.PHONY: docker-build
docker-build: image-files ## Build the image IMG as target/jib-image.tar; needs no container engine
	$(CATAMARAN_IMAGE) --tar target/jib-image.tar

.PHONY: docker-push
docker-push: image-files ## Push the image IMG to its registry
	$(CATAMARAN_IMAGE) --push

.PHONY: docs
docs: ## Make the site in target/site: the pages, the Javadoc, the schema of watches.yaml; fails on a dead link
	@hack/site

.PHONY: clean
clean: ## Remove all built files
	rm -rf target src/*/target samples/*/target

# What follows is not in the list of `make help`, but in CONTRIBUTING.md.

.PHONY: fmt
fmt:
	hack/mvn -q -pl . spotless:apply

.PHONY: nightly
# What takes long, and seldom fails: searches for defects, the files of a release, and the pages about migration.
nightly:
	@hack/test --nightly
	@TIME=20s PART=$(or $(PART),Manifest) hack/measure fuzz
	@PLATFORMS=linux-$$(. hack/cluster/lib/go.sh && go_arch) hack/release
	@hack/readme docs/tutorials/sample-operator.md docs/migrate/from-helm.md docs/migrate/from-flux.md docs/migrate/from-argocd.md

.PHONY: engine-test
engine-test:
	@hack/engine-test

# The pages whose blocks are commands.
.PHONY: test-docs readme library
test-docs: readme library

readme: $(JAR)
	@hack/readme README.md docs/tutorials/chart-to-operator.md docs/tutorials/sample-operator.md docs/migrate/from-helm.md docs/migrate/from-flux.md docs/migrate/from-argocd.md

library:
	@hack/readme docs/tutorials/operator-in-java.md

.PHONY: test-e2e
test-e2e: $(JAR)
	@hack/e2e

.PHONY: measure
measure:
	@hack/measure $(WHAT)

.PHONY: publish
publish:
	@hack/publish

.PHONY: release
release:
	@hack/release

.PHONY: base-image
base-image:
	hack/docker-build

# What the image has besides Catamaran, as a project that `catamaran init` makes has it.
.PHONY: image-files
image-files: $(JAR) base-image
	rm -rf target/operator && mkdir -p target/operator/target
	cp -r watches.yaml helm-charts target/operator
	cp target/samples/memcached-operator.jar target/operator/target

CATAMARAN_IMAGE = hack/catamaran build $(IMAGE_FLAGS) --from tar://target/catamaran-image.tar --project target/operator --tag "$(IMG)"
