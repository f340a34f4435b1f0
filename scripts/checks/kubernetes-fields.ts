// The fields of Kubernetes' objects that deploy/kubernetes.yaml uses, from the API reference (v1.33). A cluster ignores misspelt names.

/** A scalar type, an object's fields by name ('*' for any), or a list of one type. */
export type Fields = 'string' | 'number' | 'boolean' | readonly [Fields] | { readonly [name: string]: Fields };

const texts = { '*': 'string' } as const;
const metadata = { name: 'string', namespace: 'string', labels: texts, annotations: texts } as const;
const selector = { matchLabels: texts } as const;
const probe = {
  httpGet: { path: 'string', port: 'string' },
  initialDelaySeconds: 'number',
  periodSeconds: 'number',
  timeoutSeconds: 'number',
  successThreshold: 'number',
  failureThreshold: 'number',
} as const;

const container = {
  name: 'string',
  image: 'string',
  command: ['string'],
  ports: [{ name: 'string', containerPort: 'number' }],
  envFrom: [{ secretRef: { name: 'string' }, configMapRef: { name: 'string' } }],
  startupProbe: probe,
  readinessProbe: probe,
  livenessProbe: probe,
  resources: { requests: { cpu: 'string', memory: 'string' }, limits: { cpu: 'string', memory: 'string' } },
  securityContext: { allowPrivilegeEscalation: 'boolean', readOnlyRootFilesystem: 'boolean', capabilities: { drop: ['string'] } },
  volumeMounts: [{ name: 'string', mountPath: 'string', readOnly: 'boolean' }],
} as const;

const claim = { accessModes: ['string'], storageClassName: 'string', resources: { requests: { storage: 'string' } } } as const;

const pod = {
  restartPolicy: 'string',
  terminationGracePeriodSeconds: 'number',
  automountServiceAccountToken: 'boolean',
  securityContext: {
    runAsNonRoot: 'boolean',
    runAsUser: 'number',
    runAsGroup: 'number',
    fsGroup: 'number',
    seccompProfile: { type: 'string' },
  },
  topologySpreadConstraints: [{ maxSkew: 'number', topologyKey: 'string', whenUnsatisfiable: 'string', labelSelector: selector }],
  initContainers: [container],
  containers: [container],
  volumes: [{ name: 'string', emptyDir: { sizeLimit: 'string' }, persistentVolumeClaim: { claimName: 'string' } }],
} as const;

const object = { apiVersion: 'string', kind: 'string', metadata } as const;

export const kubernetesFields: Readonly<Record<string, Fields>> = {
  'apps/v1 StatefulSet': {
    ...object,
    spec: {
      serviceName: 'string',
      replicas: 'number',
      podManagementPolicy: 'string',
      updateStrategy: { type: 'string' },
      selector,
      template: { metadata, spec: pod },
      volumeClaimTemplates: [{ metadata, spec: claim }],
    },
  },
  'batch/v1 CronJob': {
    ...object,
    spec: {
      schedule: 'string',
      concurrencyPolicy: 'string',
      failedJobsHistoryLimit: 'number',
      successfulJobsHistoryLimit: 'number',
      jobTemplate: { spec: { backoffLimit: 'number', template: { metadata, spec: pod } } },
    },
  },
  'v1 ConfigMap': { ...object, data: texts },
  'v1 PersistentVolumeClaim': { ...object, spec: claim },
  'networking.k8s.io/v1 NetworkPolicy': {
    ...object,
    spec: {
      podSelector: selector,
      policyTypes: ['string'],
      ingress: [{ from: [{ namespaceSelector: selector, podSelector: selector }], ports: [{ port: 'string', protocol: 'string' }] }],
    },
  },
  'policy/v1 PodDisruptionBudget': { ...object, spec: { minAvailable: 'number', selector } },
  'v1 Service': {
    ...object,
    spec: { clusterIP: 'string', selector: texts, ports: [{ name: 'string', port: 'number', targetPort: 'string' }] },
  },
  'networking.k8s.io/v1 Ingress': {
    ...object,
    spec: {
      ingressClassName: 'string',
      tls: [{ hosts: ['string'], secretName: 'string' }],
      rules: [
        {
          host: 'string',
          http: {
            paths: [{ path: 'string', pathType: 'string', backend: { service: { name: 'string', port: { name: 'string' } } } }],
          },
        },
      ],
    },
  },
};

/** The paths in a value that are unknown fields or have the wrong type. */
export function unknownFields(value: unknown, fields: Fields, path = ''): string[] {
  if (typeof fields === 'string') return typeof value === fields ? [] : [`${path} is no ${fields}`];
  if (Array.isArray(fields)) {
    if (!Array.isArray(value)) return [`${path} is no list`];
    return value.flatMap((item, index) => unknownFields(item, fields[0] as Fields, `${path}[${index}]`));
  }
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return [`${path} is no object`];
  const known = fields as Readonly<Record<string, Fields>>;
  return Object.entries(value).flatMap(([name, inner]) => {
    const field = Object.hasOwn(known, name) ? known[name] : known['*'];
    return field === undefined ? [`${path}.${name} is no field`] : unknownFields(inner, field, `${path}.${name}`);
  });
}
