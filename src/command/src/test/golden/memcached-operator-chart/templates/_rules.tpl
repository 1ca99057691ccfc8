{{/* Rules about the objects in watched namespaces. */}}
{{- define "memcached-operator.namespacedRules" -}}
- apiGroups:
  - ""
  resources:
  - secrets
  verbs:
  - delete
  - get
  - list
  - patch
  - update
  - watch
- apiGroups:
  - ""
  resourceNames:
  - memcached-operator-deployer
  resources:
  - serviceaccounts
  verbs:
  - impersonate
- apiGroups:
  - ""
  resources:
  - serviceaccounts
  - services
  verbs:
  - delete
  - get
  - list
  - watch
- apiGroups:
  - apps
  resources:
  - deployments
  verbs:
  - delete
  - get
  - list
  - watch
- apiGroups:
  - autoscaling
  resources:
  - horizontalpodautoscalers
  verbs:
  - delete
  - get
  - list
  - watch
- apiGroups:
  - cache.my.domain
  resources:
  - memcacheds
  verbs:
  - get
  - list
  - patch
  - watch
- apiGroups:
  - cache.my.domain
  resources:
  - memcacheds/finalizers
  - memcacheds/status
  verbs:
  - patch
  - update
- apiGroups:
  - events.k8s.io
  resources:
  - events
  verbs:
  - create
  - list
  - patch
- apiGroups:
  - networking.k8s.io
  resources:
  - ingresses
  verbs:
  - delete
  - get
  - list
  - watch
{{- end }}
