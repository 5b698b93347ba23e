import type * as wire from '@footnote/contract/requests'
import type { Effort } from '../budgets.ts'
import type { FoundPage, ResearchRequest, ResearchResult } from '../research.ts'
import type { Run } from '../runs/run.ts'
import { checkSchema } from './validate.ts'
import { refused } from './wire-error.ts'

/** Turns a valid body into a request to the pipeline; refuses fields that do not fit together. */
export function toRequest(
  kind: 'research' | 'finance',
  body: wire.ResearchRequest,
  usualEffort: Effort,
): ResearchRequest {
  const { input, research_effort: effort = usualEffort, source_control, output_schema } = body
  if (effort === 'frontier' && body.background !== true) {
    throw refused('research_effort frontier runs in background alone: set background to true.')
  }
  if (effort === 'lite' && output_schema !== undefined) {
    throw refused('output_schema is not supported with research_effort lite.')
  }
  if (output_schema !== undefined) checkSchema(output_schema)
  return {
    kind,
    input,
    effort,
    sources: source_control ?? {},
    ...(output_schema && { outputSchema: output_schema }),
  }
}

/** Writes a result in the wire's format. */
export function answerBody({ content, sources, found }: ResearchResult): object {
  return {
    answer: content,
    citations: sources.map(({ url, excerpts }) => ({ source: url, excerpts })),
    results: { web: found.map(webResult) },
  }
}

export function webResult({ url, title, snippets, publishedOn }: FoundPage) {
  return {
    url,
    title,
    snippets,
    ...(publishedOn !== undefined && { page_age: `${publishedOn}T00:00:00` }),
  }
}

export function researchBody({ content, sources, fields }: ResearchResult): object {
  return {
    output: {
      content,
      content_type: typeof content === 'string' ? 'text' : 'object',
      sources: sources.map(({ url, title, excerpts }) => ({ url, title, snippets: excerpts })),
      // An addition to the wire: the evidence of each value.
      ...(fields && { fields }),
    },
  }
}

export function handleBody({ id, state, createdAt }: Pick<Run, 'id' | 'state' | 'createdAt'>) {
  return {
    task_id: id,
    type: 'research',
    status: state,
    stream_url: `/v1/research/${id}/stream`,
    created_at: createdAt.toISOString(),
  }
}

export function taskBody(run: Run): object {
  return {
    ...handleBody(run),
    updated_at: run.updatedAt.toISOString(),
    completed_at: run.completedAt?.toISOString() ?? null,
    result: run.result ? researchBody(run.result) : null,
    error: run.error ?? null,
    ...(run.reason && { reason: run.reason }),
  }
}
