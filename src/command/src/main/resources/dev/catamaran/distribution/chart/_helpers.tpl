{{/* Name of the chart in labels. */}}
{{- define "%{name}.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Prefix of all names: the release, and the chart if the release has another name. */}}
{{- define "%{name}.fullname" -}}
{{- if .Values.fullnameOverride }}
{{- .Values.fullnameOverride | trunc 63 | trimSuffix "-" }}
{{- else if contains (include "%{name}.name" .) .Release.Name }}
{{- .Release.Name | trunc 63 | trimSuffix "-" }}
{{- else }}
{{- printf "%s-%s" .Release.Name (include "%{name}.name" .) | trunc 63 | trimSuffix "-" }}
{{- end }}
{{- end }}

{{/* Name of an object. The prefix is cut: the name of a Service has at most 63 characters. */}}
{{- define "%{name}.resourceName" -}}
{{- $length := int (sub 62 (len .suffix)) }}
{{- printf "%s-%s" (include "%{name}.fullname" .context | trunc $length | trimSuffix "-") .suffix }}
{{- end }}

{{/* Labels that select the operator's pods. They cannot change. */}}
{{- define "%{name}.selectorLabels" -}}
app.kubernetes.io/name: {{ include "%{name}.name" . }}
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Labels of all objects. */}}
{{- define "%{name}.labels" -}}
{{ include "%{name}.selectorLabels" . }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end }}

{{/* Image of the operator. A digest wins over a tag. */}}
{{- define "%{name}.image" -}}
{{- if .Values.image.digest }}
{{- printf "%s@%s" .Values.image.repository .Values.image.digest }}
{{- else }}
{{- printf "%s:%s" .Values.image.repository (default .Chart.AppVersion .Values.image.tag) }}
{{- end }}
{{- end }}
