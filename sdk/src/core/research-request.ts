import type { OutputSchema } from './output-schema.ts'
import type { callSeconds, ResearchRequest as WireRequest } from './wire.ts'

type Effort = NonNullable<WireRequest['research_effort']>
/** Efforts that the service can answer in the response. */
type SynchronousEffort = Effort & keyof (typeof callSeconds)['research']

export interface ResearchRequest<Schema extends OutputSchema = OutputSchema>
  extends Omit<WireRequest, 'output_schema'> {
  /**
   * What the report shall be instead of a text: a schema of zod or another library of Standard JSON
   * Schema, of TypeBox, or a JSON Schema. Not with lite.
   */
  output_schema?: Schema | undefined
}

/** Answered by a task, which is fetched later. */
export type BackgroundResearch<Schema extends OutputSchema = OutputSchema> =
  ResearchRequest<Schema> &
    ({ research_effort: Exclude<Effort, SynchronousEffort> } | { background: true })

/** Answered by the report. */
export interface SynchronousResearch<Schema extends OutputSchema = OutputSchema>
  extends ResearchRequest<Schema> {
  research_effort?: SynchronousEffort | undefined
  background?: false | undefined
}
