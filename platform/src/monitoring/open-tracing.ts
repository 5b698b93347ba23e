import { AsyncLocalStorage } from 'node:async_hooks'
import type { RunningStep, Step } from '../observation.ts'
import type { Environment } from '../settings.ts'

/** Sends the steps of a process as spans to an OpenTelemetry collector. */
export interface Tracing {
  begin(step: Step): RunningStep
  headers(): Readonly<Record<string, string>>
  within<T>(traceparent: unknown, work: () => T): T
  /** Sends the last spans. */
  close(): Promise<void>
}

export interface TracingConfig {
  /** The share of traces that are kept, from 0 to 1. */
  readonly share: number
}

const ENDPOINTS = ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_EXPORTER_OTLP_ENDPOINT']
const SHARES: Readonly<Record<string, number>> = { always_on: 1, always_off: 0 }
/** A collector that is gone must not hold up a shutdown. */
const CLOSE_MS = 2_000

/**
 * Reads OpenTelemetry's own settings. Returns undefined unless they name a collector, so that nothing of
 * OpenTelemetry is loaded.
 */
export function readTracing(env: Environment): TracingConfig | undefined {
  const isNamed = ENDPOINTS.some(name => env[name]?.trim())
  const isOff =
    env['OTEL_SDK_DISABLED']?.trim().toLowerCase() === 'true' ||
    env['OTEL_TRACES_EXPORTER']?.trim() === 'none'
  if (!isNamed || isOff) return undefined
  const sampler = (env['OTEL_TRACES_SAMPLER']?.trim() || 'always_on').replace(/^parentbased_/, '')
  const share = SHARES[sampler] ?? Number(env['OTEL_TRACES_SAMPLER_ARG']?.trim() || 1)
  return { share: share >= 0 && share <= 1 ? share : 1 }
}

/** Opens tracing. The exporter reads its address and headers from the standard `OTEL_*` variables. */
export async function openTracing(
  { share }: TracingConfig,
  { serviceName }: { serviceName: string },
): Promise<Tracing> {
  const [{ ROOT_CONTEXT, trace, isSpanContextValid }, sdk, { OTLPTraceExporter }, resources, core] =
    await Promise.all([
      import('@opentelemetry/api'),
      import('@opentelemetry/sdk-trace'),
      import('@opentelemetry/exporter-trace-otlp-proto'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/core'),
    ])
  const provider = new sdk.TracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': serviceName })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.TraceIdRatioBasedSampler(share) }),
    spanProcessors: [new sdk.BatchSpanProcessor({ exporter: new OTLPTraceExporter() })],
  })
  const tracer = provider.getTracer('footnote')
  /** Of this process alone: two services in one process keep their traces apart. */
  const current = new AsyncLocalStorage<ReturnType<typeof trace.setSpan>>()

  return {
    begin({ name, labels = {} }) {
      const parent = current.getStore() ?? ROOT_CONTEXT
      const span = tracer.startSpan(name, { attributes: toAttributes(labels) }, parent)
      const context = trace.setSpan(parent, span)
      return {
        run: work => current.run(context, work),
        end(outcome) {
          span.setAttribute('footnote.outcome', outcome)
          span.end()
        },
      }
    },
    headers() {
      const context = current.getStore()
      const span = context && trace.getSpanContext(context)
      if (!span || !isSpanContextValid(span)) return {}
      const flags = span.traceFlags.toString(16).padStart(2, '0')
      return { traceparent: `00-${span.traceId}-${span.spanId}-${flags}` }
    },
    within(traceparent, work) {
      const parent = typeof traceparent === 'string' && core.parseTraceParent(traceparent)
      if (!parent) return work()
      return current.run(trace.setSpanContext(ROOT_CONTEXT, { ...parent, isRemote: true }), work)
    },
    async close() {
      const impatience = Promise.withResolvers<void>()
      const timer = setTimeout(impatience.resolve, CLOSE_MS)
      await Promise.race([provider.shutdown().catch(() => {}), impatience.promise])
      clearTimeout(timer)
    },
  }
}

function toAttributes(labels: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(labels).map(([name, value]) => [`footnote.${name}`, value]),
  )
}
