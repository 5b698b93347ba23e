import { isFreshness } from '@footnote/contract/freshness'
import { isAlwaysTask } from '@footnote/contract/prices'
import type { AnswerRequest, SourceControls } from '@footnote/contract/requests'
import { type Tool, tools } from '@footnote/contract/tools'
import { readSchema } from '../schema/read-schema.ts'
import type { ToolRequest } from '../tool-request.ts'
import type { SourceDraft, ToolDraft } from './tool-draft.ts'

/** Turns the form into a request, without the fields left at their defaults. */
export function toRequest(tool: Tool, draft: ToolDraft): ToolRequest {
  const { question, effort, sources, isBackground } = draft
  const entry = tools[tool]
  const controls = toControls(sources)
  const schema = takesSchema(draft) ? readSchema(draft.schemaText).schema : undefined
  const body = {
    [entry.question.field]: question,
    ...(entry.defaultEffort !== null && { research_effort: effort ?? entry.defaultEffort }),
    ...(entry.sources === 'body' && controls),
    ...(entry.sources === 'source_control' &&
      Object.keys(controls).length > 0 && { source_control: controls }),
    ...(entry.takesSearchOptions && toSearchOptions(sources)),
    ...(entry.takesBackground &&
      isBackground &&
      !isAlwaysTask({ tool, effort }) && { background: true }),
    ...(entry.takesSchema && schema && { output_schema: schema }),
  }
  // The table of tools says which fields a request takes, and a test compares it with the schemas.
  return { tool, body } as ToolRequest
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

function toSearchOptions({ language, safesearch }: SourceDraft) {
  return {
    ...(language !== '' && { language }),
    ...((safesearch === 'off' || safesearch === 'strict') && { safesearch }),
  } satisfies Partial<AnswerRequest>
}
