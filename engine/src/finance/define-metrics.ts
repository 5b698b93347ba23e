import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import { capital } from '../text/say.ts'
import type { CiteFacts } from './cite-facts.ts'
import { METRICS, type Metric } from './metrics.ts'
import { namedIn } from './question/find-metrics.ts'

const BEFORE = /^(?:how|what) (?:is|are) (?:the |an? )?$/i
const BEHIND = /^(?: defined)?[\s?.!]*$/i

/** A document with the meaning of every figure, so that a definition can be cited. */
export const DEFINITIONS: Passage = {
  ...{ documentId: -1_000_000_000, start: 0, headings: [], score: 0 },
  url: 'library://footnote/company-figures',
  title: 'Footnote: definitions of company figures',
  language: 'en',
  text: METRICS.map(lineOf).join('\n'),
}

/** The metrics of "how is operating margin defined?" and of "what is operating margin?", which names no subject. */
export function readDefinition(question: string): readonly Metric[] {
  const named = namedIn(question, [])
  const [first, last] = [named[0], named.at(-1)]
  const isAsked =
    first &&
    last &&
    BEFORE.test(question.slice(0, first.start)) &&
    BEHIND.test(question.slice(last.end))
  return isAsked ? named.flatMap(({ metrics }) => metrics) : []
}

/** Each meaning as the definitions document has it. */
export function stateDefinitions(metrics: readonly Metric[], cite: CiteFacts): Statement[] {
  return metrics.map(metric => {
    const text = lineOf(metric)
    const start = DEFINITIONS.text.indexOf(text)
    const quotes = [{ passage: DEFINITIONS, start, end: start + text.length }]
    return { text, evidence: cite([{ quotes }]), isVerbatim: true }
  })
}

function lineOf({ name, definition }: Metric): string {
  return `${capital(name)}: ${definition}`
}
