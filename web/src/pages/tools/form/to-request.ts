import { isFreshness } from '@footnote/contract/freshness'
import { DEFAULT_EFFORTS, isAlwaysTask, type Tool } from '@footnote/contract/prices'
import type { AnswerRequest, ResearchRequest, SourceControls } from '@footnote/contract/requests'
import { readSchema } from '../schema/read-schema.ts'
import type { ToolRequest } from '../tool-request.ts'
import type { SourceDraft, ToolDraft } from './tool-draft.ts'

/** Turns the form into a request, without the fields left at their defaults. */
export function toRequest(tool: Tool, draft: ToolDraft): ToolRequest {
  const { question, effort, sources } = draft
  switch (tool) {
    case 'answer':
      return { tool, body: { query: question, ...toControls(sources), ...toAnswerOnly(sources) } }
    case 'research':
      return { tool, body: toResearch(draft) }
    case 'finance_research':
      return {
        tool,
        body: { input: question, research_effort: effort === 'exhaustive' ? effort : 'deep' },
      }
  }
}

function toResearch(draft: ToolDraft): ResearchRequest {
  const { question, effort, sources, isBackground } = draft
  const controls = toControls(sources)
  const schema = takesSchema(draft) ? readSchema(draft.schemaText).schema : undefined
  return {
    input: question,
    research_effort: effort ?? DEFAULT_EFFORTS.research,
    ...(Object.keys(controls).length > 0 && { source_control: controls }),
    ...(isBackground && !isAlwaysTask({ tool: 'research', effort }) && { background: true }),
    ...(schema && { output_schema: schema }),
  }
}

/** Returns whether a schema is sent; the form keeps it while lite is selected. */
export function takesSchema({ hasSchema, effort }: ToolDraft): boolean {
  return hasSchema && effort !== 'lite'
}

export function freshnessOf({ freshness, since, until }: SourceDraft): string {
  return freshness === 'range' ? `${since}to${until}` : freshness
}

function toControls(sources: SourceDraft): SourceControls {
  const { include, exclude, boost } = sources.domains
  const freshness = freshnessOf(sources)
  return {
    ...(include.length > 0 && { include_domains: [...include] }),
    ...(exclude.length > 0 && { exclude_domains: [...exclude] }),
    ...(boost.length > 0 && { boost_domains: [...boost] }),
    ...(isFreshness(freshness) && { freshness }),
    ...(sources.country !== '' && { country: sources.country }),
  }
}

function toAnswerOnly({ language, safesearch }: SourceDraft) {
  return {
    ...(language !== '' && { language }),
    ...((safesearch === 'off' || safesearch === 'strict') && { safesearch }),
  } satisfies Partial<AnswerRequest>
}
