{{- define "shapes.configmap" -}}
apiVersion: v1
kind: ConfigMap
metadata:
  name: {{ printf "%s-%s" .root.Release.Name .suffix | trunc 63 | quote }}
  labels: {{- include "shapes.labels" .root | nindent 4 }}
data:
  step: {{ .root.Values.step | quote }}
{{- end }}
{{- define "shapes.labels" -}}
helm.sh/chart: "{{ .Chart.Name }}-{{ .Chart.Version }}"
{{- end }}
