import { isFreshness } from '@footnote/contract/freshness'
import type { Tool } from '@footnote/contract/prices'
import { readSchema } from '../schema/read-schema.ts'
import { countCharacters, questionLimit } from './count-characters.ts'
import { freshnessOf, takesSchema } from './to-request.ts'
import type { ToolDraft } from './tool-draft.ts'

/** What keeps a form from being sent, by the part of it, in the order of the page. */
export interface DraftFaults {
  readonly question?: string
  readonly freshness?: string
  readonly schema?: string
}

export function findDraftFaults(tool: Tool, draft: ToolDraft): DraftFaults {
  const question = questionFault(tool, draft.question)
  const freshness = freshnessOf(draft.sources)
  const isFresh = tool === 'finance_research' || freshness === '' || isFreshness(freshness)
  const hasBadSchema =
    tool === 'research' && takesSchema(draft) && readSchema(draft.schemaText).problems.length > 0
  return {
    ...(question !== undefined && { question }),
    ...(!isFresh && { freshness: 'Choose two dates, the earlier one first.' }),
    ...(hasBadSchema && { schema: 'Correct the schema, or turn structured output off.' }),
  }
}

function questionFault(tool: Tool, question: string): string | undefined {
  if (!/\P{White_Space}/u.test(question)) return 'Write a question.'
  const most = questionLimit(tool)
  // The limit counts code points, of which there are never more than code units.
  if (question.length <= most || countCharacters(question) <= most) return undefined
  return `Shorten this to ${most.toLocaleString('en')} characters.`
}
