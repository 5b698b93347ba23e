import type { OutputSchema } from './output-schema.ts'
import type { callSeconds, ResearchRequest as WireRequest } from './wire.ts'

type Effort = NonNullable<WireRequest['research_effort']>
/** Efforts that the service can answer in the response. */
type SynchronousEffort = Effort & keyof (typeof callSeconds)['research']

/** Request for research. */
export interface ResearchRequest<Schema extends OutputSchema = OutputSchema>
  extends Omit<WireRequest, 'output_schema'> {
  /**
   * Returns JSON that matches this schema instead of text. Pass zod, another Standard JSON Schema library,
   * TypeBox or plain JSON Schema. Not available with lite.
   */
  output_schema?: Schema | undefined
}

/** Request for research in the background. The reply is a task. */
export type BackgroundResearch<Schema extends OutputSchema = OutputSchema> =
  ResearchRequest<Schema> &
    ({ research_effort: Exclude<Effort, SynchronousEffort> } | { background: true })

/** Request for research whose reply is the report. */
export interface SynchronousResearch<Schema extends OutputSchema = OutputSchema>
  extends ResearchRequest<Schema> {
  research_effort?: SynchronousEffort | undefined
  background?: false | undefined
}
