import type { ResearchResult } from '../research.ts'
import type { Run } from '../runs/run.ts'

/** Writes a result in the wire's format. */
export function answerBody({ content, sources, found }: ResearchResult): object {
  return {
    answer: content,
    citations: sources.map(({ url, excerpts }) => ({ source: url, excerpts })),
    results: {
      web: found.map(({ url, title, snippets, publishedOn }) => ({
        url,
        title,
        snippets,
        ...(publishedOn !== undefined && { page_age: `${publishedOn}T00:00:00` }),
      })),
    },
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
