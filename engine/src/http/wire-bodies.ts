import { normaliseDomain } from '@footnote/contract/domain'
import type * as wire from '@footnote/contract/requests'
import type { FoundPage, ResearchRequest, ResearchResult, SourceControls } from '../research.ts'
import type { Run } from '../runs/run.ts'
import { checkSchema } from './validate.ts'
import { refused } from './wire-error.ts'

export type FinanceBody = wire.FinanceRequest & Pick<wire.ResearchRequest, 'output_schema'>

/** Turns a valid body into a request to the pipeline; refuses fields that do not fit together. */
export function fromAnswer(body: wire.AnswerRequest): ResearchRequest {
  return { kind: 'answer', input: body.query, effort: 'lite', sources: toSources(body) }
}

export function fromResearch(body: wire.ResearchRequest): ResearchRequest {
  const { input, research_effort: effort = 'standard', source_control, output_schema } = body
  if (effort === 'frontier' && body.background !== true) {
    throw refused('research_effort frontier runs in background alone: set background to true.')
  }
  if (effort === 'lite' && output_schema !== undefined) {
    throw refused('output_schema is not supported with research_effort lite.')
  }
  if (output_schema !== undefined) checkSchema(output_schema)
  return {
    kind: 'research',
    input,
    effort,
    sources: toSources(source_control ?? {}),
    ...(output_schema && { outputSchema: output_schema }),
  }
}

export function fromFinance(body: FinanceBody): ResearchRequest {
  const { input, research_effort: effort = 'deep', output_schema } = body
  if (output_schema !== undefined) checkSchema(output_schema)
  return {
    kind: 'finance',
    input,
    effort,
    sources: {},
    ...(output_schema && { outputSchema: output_schema }),
  }
}

/** Spells domains and codes one way; an empty list counts as absent. */
export function toSources(controls: Omit<wire.AnswerRequest, 'query'>): SourceControls {
  const { freshness, country, language, safesearch } = controls
  return {
    ...toDomains('include_domains', controls.include_domains),
    ...toDomains('exclude_domains', controls.exclude_domains),
    ...toDomains('boost_domains', controls.boost_domains),
    ...(freshness !== undefined && { freshness }),
    ...(country !== undefined && { country: country.toUpperCase() }),
    ...(language !== undefined && { language: language.toUpperCase() }),
    ...(safesearch !== undefined && { safesearch }),
  }
}

function toDomains(name: string, list: readonly string[] = []): object {
  const hosts = new Set(list.map(normaliseDomain).filter(host => host !== undefined))
  return hosts.size > 0 ? { [name]: [...hosts] } : {}
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
