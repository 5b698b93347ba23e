import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client'
import type { NoteStep } from './create-observation.ts'

/** A duration that is measured for each step of this name. */
export interface StepMetric {
  readonly help: string
  readonly labels: readonly string[]
  readonly buckets?: readonly number[]
}

interface GaugeSample {
  readonly labels?: Readonly<Record<string, string>>
  readonly value: number
}

export interface Metrics {
  readonly registry: Registry
  readonly note: NoteStep
  histogram(
    name: string,
    options: { help: string; labels: readonly string[]; buckets: readonly number[] },
  ): Histogram
  counter(name: string, options: { help: string; labels: readonly string[] }): Counter
  /** Adds a gauge whose samples are read at each scrape. */
  gauge(
    name: string,
    options: { help: string; labels?: readonly string[]; read: () => readonly GaugeSample[] },
  ): void
}

/** From a batch of debits to a long research call. */
const BUCKETS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15, 60, 420]

/** Creates the metrics of a process: its own figures and the durations of its steps, by outcome. */
export function createMetrics(steps: Readonly<Record<string, StepMetric>>): Metrics {
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })
  const registers = [registry]
  const histogram: Metrics['histogram'] = (name, { help, labels, buckets }) =>
    new Histogram({ name, help, labelNames: [...labels], buckets: [...buckets], registers })
  const durations = new Map(
    Object.entries(steps).map(([name, { help, labels, buckets = BUCKETS }]) => [
      name,
      histogram(`footnote_${name}_duration_seconds`, {
        help,
        labels: [...labels, 'outcome'],
        buckets,
      }),
    ]),
  )
  return {
    registry,
    histogram,
    counter: (name, { help, labels }) =>
      new Counter({ name, help, labelNames: [...labels], registers }),
    note({ name, labels }, { outcome, seconds }) {
      durations.get(name)?.observe({ ...labels, outcome }, seconds)
    },
    gauge(name, { help, labels = [], read }) {
      const gauge = new Gauge({
        name,
        help,
        labelNames: [...labels],
        registers,
        collect() {
          gauge.reset()
          for (const sample of read()) gauge.set(sample.labels ?? {}, sample.value)
        },
      })
    },
  }
}
