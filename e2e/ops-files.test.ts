import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@footnote/platform/monitoring/create-metrics'
import { validate } from 'dockerfile-utils'
import * as apps from 'kubernetes-models/apps/v1'
import * as policy from 'kubernetes-models/policy/v1'
import * as core from 'kubernetes-models/v1'
import { expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { addEngineGauges, ENGINE_STEPS } from '../engine/src/monitoring/engine-metrics.ts'
import { measureLoop } from '../server/src/monitoring/measure-loop.ts'
import { measureWallet } from '../server/src/monitoring/measure-wallet.ts'
import {
  addEngineProcessGauges,
  addServiceGauges,
} from '../server/src/monitoring/service-gauges.ts'
import { SERVICE_STEPS } from '../server/src/monitoring/service-steps.ts'
import { addWorkerGauges } from '../server/src/workers/worker-gauges.ts'

const ROOT = join(import.meta.dirname, '..')
const RUNBOOKS = join(ROOT, 'docs/operating/runbooks')
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8')
const alerts = [...read('ops/alerts.yml').matchAll(/- alert: (\w+)/g)].map(([, name]) => `${name}`)

/** Every name under which Prometheus stores a metric of the service or the engine. */
async function storedNames(): Promise<Set<string>> {
  const service = createMetrics(SERVICE_STEPS)
  measureWallet(service)
  measureLoop(service).stop()
  // Nothing is scraped, so nothing is read from these parts.
  addServiceGauges(service, {} as Parameters<typeof addServiceGauges>[1])
  addEngineProcessGauges(service, {} as Parameters<typeof addEngineProcessGauges>[1])
  addWorkerGauges(service, [])
  const engine = createMetrics(ENGINE_STEPS)
  addEngineGauges(engine, { runs: { count: async () => ({}) }, callsAtOnce: 1 })
  const metrics = [service, engine].flatMap(({ registry }) => registry.getMetricsAsArray())
  return new Set(
    metrics.flatMap(metric =>
      'buckets' in metric
        ? [`${metric.name}_bucket`, `${metric.name}_sum`, `${metric.name}_count`]
        : [metric.name],
    ),
  )
}

it.each(['ops/alerts.yml', 'ops/dashboard.json'])(
  '%s names only metrics that exist',
  async path => {
    const stored = await storedNames()
    const used = [...new Set(read(path).match(/\b(?:footnote|nodejs|process)_[a-z0-9_]+/g))]
    expect(used.length).toBeGreaterThan(10)
    expect(used.filter(name => !stored.has(name))).toEqual([])
  },
)

it('docs/operating/monitoring.md names every metric of our own', async () => {
  const page = read('docs/operating/monitoring.md')
  const own = [...(await storedNames())]
    .filter(name => name.startsWith('footnote_') && !/_(?:sum|count)$/.test(name))
    .map(name => name.replace(/_bucket$/, ''))
  expect(own.filter(name => !page.includes(`\`${name}\``))).toEqual([])
})

it('every alert has a runbook, and every runbook an alert', () => {
  const pages = readdirSync(RUNBOOKS).map(name => name.replace('.md', ''))
  expect(pages.sort()).toEqual(alerts.toSorted())
})

const promtool = (process.env['PATH'] ?? '')
  .split(':')
  .map(folder => join(folder, 'promtool'))
  .find(existsSync)
if (!promtool) {
  process.stderr.write(
    '\n*** SKIPPED, not passed: alert rules by promtool, which is not installed. Run "apt-get install prometheus".\n',
  )
}

it.runIf(promtool)('promtool accepts the alert rules', () => {
  const rules = join(ROOT, 'ops/alerts.yml')
  const said = execFileSync(promtool ?? '', ['check', 'rules', rules], { encoding: 'utf8' })
  expect(said).toContain(`SUCCESS: ${alerts.length} rules found`)
})

it('the Dockerfile follows the rules, and the image does not run as root', () => {
  const dockerfile = read('Dockerfile')
  expect(validate(dockerfile)).toEqual([])
  expect(dockerfile).toMatch(/^USER 10001$/m)
})

const MODELS = {
  'v1 Service': core.Service,
  'v1 PersistentVolumeClaim': core.PersistentVolumeClaim,
  'apps/v1 StatefulSet': apps.StatefulSet,
  'policy/v1 PodDisruptionBudget': policy.PodDisruptionBudget,
}
type Manifest = { apiVersion: string; kind: string }

it('the manifests match the schemas of Kubernetes', async () => {
  const { resources } = parse(read('ops/kubernetes/kustomization.yaml')) as { resources: string[] }
  const manifests = resources.flatMap(name =>
    parseAllDocuments(read(`ops/kubernetes/${name}`)).map(page => page.toJS() as Manifest),
  )
  const kinds = manifests.map(({ apiVersion, kind }) => `${apiVersion} ${kind}`)
  expect(new Set(kinds)).toEqual(new Set(Object.keys(MODELS)))
  for (const [index, manifest] of manifests.entries()) {
    const Model = MODELS[kinds[index] as keyof typeof MODELS]
    await new Model(manifest as never).validate()
  }
})

it('Compose gives the service a read-only root and no privileges', () => {
  const { services } = parse(read('compose.yaml'))
  expect(services.footnote).toMatchObject({ read_only: true, cap_drop: ['ALL'] })
  expect(Object.keys(services)).toEqual(['footnote', 'postgres', 'searxng', 'model'])
})

const PERMISSIVE = new Set([
  ...['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'],
  ...['MIT-0', '(MIT OR CC0-1.0)', 'OFL-1.1', 'Python-2.0', 'Unlicense'],
  // Asks to publish changes to its own files, and we change none.
  'MPL-2.0',
])

it('systemd and Compose write no core dumps', () => {
  expect(read('ops/footnote.service')).toMatch(/^LimitCORE=0$/m)
  expect(parse(read('compose.yaml')).services.footnote.ulimits.core).toBe(0)
})

it('every package that the service uses has a permissive license', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { license?: string; dev?: boolean; link?: boolean }>
  }
  const used = Object.entries(packages).filter(
    ([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link,
  )
  expect(used.length).toBeGreaterThan(100)
  const strays = used.filter(([, { license = '' }]) => !PERMISSIVE.has(license))
  expect(strays.map(([path, { license }]) => `${path}: ${license}`)).toEqual([])
})
