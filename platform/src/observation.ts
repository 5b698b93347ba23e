/** A step of the work. Its labels are names from our own tables, never anything that a caller sent. */
export interface Step {
  readonly name: string
  readonly labels?: Readonly<Record<string, string>>
}

/** A step that has begun. */
export interface RunningStep {
  /** Runs work as a part of the step. */
  run<T>(work: () => T): T
  /** Ends the step, once. */
  end(outcome: string): void
}

/** Watches the steps of a process for its metrics and traces. */
export interface Observation {
  begin(step: Step): RunningStep
  /** Runs a step and ends it with the outcome `ok` or that of its error. */
  step<T>(step: Step, work: () => Promise<T>): Promise<T>
  /** Returns the headers that continue this trace in another process; none without a trace. */
  headers(): Readonly<Record<string, string>>
  /** Runs work as a part of the trace that a request names in its header `traceparent`. */
  within<T>(traceparent: unknown, work: () => T): T
}

const UNSEEN: RunningStep = { run: work => work(), end: () => {} }

/** Watches nothing and costs nothing, where neither metrics nor traces are on. */
export const UNOBSERVED: Observation = {
  begin: () => UNSEEN,
  step: (_step, work) => work(),
  headers: () => ({}),
  within: (_traceparent, work) => work(),
}
