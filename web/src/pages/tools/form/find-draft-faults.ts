import { isFreshness } from '@footnote/contract/freshness'
import { limits } from '@footnote/contract/limits'
import { type Tool, tools } from '@footnote/contract/tools'
import { readSchema } from '../schema/read-schema.ts'
import type { ToolRequest } from '../tool-request.ts'
import { countCharacters, questionLimit } from './count-characters.ts'
import { freshnessOf, takesSchema } from './to-request.ts'
import type { ToolDraft } from './tool-draft.ts'

/** Problems that keep a form from being sent, in the order of its parts. */
export interface DraftFaults {
  readonly question?: string
  readonly freshness?: string
  readonly schema?: string
}

export function findDraftFaults(tool: Tool, draft: ToolDraft): DraftFaults {
  const question = questionFault(tool, draft.question)
  const freshness = freshnessOf(draft.sources)
  const isFresh = tools[tool].sources === null || freshness === '' || isFreshness(freshness)
  const hasBadSchema =
    tools[tool].takesSchema &&
    takesSchema(draft) &&
    readSchema(draft.schemaText).problems.length > 0
  return {
    ...(question !== undefined && { question }),
    ...(!isFresh && { freshness: 'Choose a start date and a later end date.' }),
    ...(hasBadSchema && { schema: 'Fix the schema, or turn off structured output.' }),
  }
}

function questionFault(tool: Tool, question: string): string | undefined {
  if (!/\P{White_Space}/u.test(question)) return 'Enter a question.'
  const most = questionLimit(tool)
  // The limit counts code points, and a text never has more of them than code units.
  if (question.length <= most || countCharacters(question) <= most) return undefined
  return `Use at most ${most.toLocaleString('en')} characters.`
}

const COUNT = new Intl.NumberFormat('en')

/** Describes a request that is too large as a whole, though none of its parts is. */
export function sizeFault({ body }: ToolRequest): string | undefined {
  const bytes = new TextEncoder().encode(JSON.stringify(body)).length
  if (bytes <= limits.bodyBytes) return undefined
  return `This request is ${COUNT.format(bytes)} bytes; the limit is ${COUNT.format(limits.bodyBytes)}. Shorten the question, the schema or the domain lists.`
}
