{{/* The application's name: a label value, so at most 63 characters. */}}
{{- define "memcached.name" -}}
{{- .Values.nameOverride | default .Chart.Name | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* The name of every object: the release's name, followed by the chart's unless it is part of it already. */}}
{{- define "memcached.fullname" -}}
{{- $name := include "memcached.name" . }}
{{- $full := ternary .Release.Name (printf "%s-%s" .Release.Name $name) (contains $name .Release.Name) }}
{{- .Values.fullnameOverride | default $full | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* What selects this release's pods. Part of an immutable field: nothing that changes between versions belongs here. */}}
{{- define "memcached.selectorLabels" -}}
app.kubernetes.io/name: {{ include "memcached.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "memcached.labels" -}}
{{ include "memcached.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name (replace "+" "_" .Chart.Version) | trunc 63 | trimSuffix "-" }}
{{- end }}

{{- define "memcached.serviceAccountName" -}}
{{- .Values.serviceAccount.name | default (ternary (include "memcached.fullname" .) "default" .Values.serviceAccount.create) }}
{{- end }}

{{- define "memcached.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion | toString) }}
{{- end }}
