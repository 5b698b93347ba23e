import type { Statement } from '../evidence/statement.ts'
import type { Passage } from '../library/passage.ts'
import { capital } from '../text/say.ts'
import { overlaps } from '../text/span.ts'
import { words } from '../text/words.ts'
import type { CiteFacts } from './cite-facts.ts'
import { isPlainWord } from './companies/company-names.ts'
import { METRICS, type Metric } from './metrics.ts'
import { namedIn } from './question/find-metrics.ts'

const ASKED =
  /\b(?:mean(?:s|ing|t)?|defin\w+|stands? for|calculated?|computed?)\b|^\W*what(?:['’]s| is| are)\b/i
const AROUND = /^(?:mean(?:s|ing|t)?|defin\w+|stands?|here|term|exactly|formula|explain)$/

/** A document with the meaning of every figure, so that a definition can be cited. */
export const DEFINITIONS: Passage = {
  ...{ documentId: -1_000_000_000, start: 0, headings: [], score: 0 },
  url: 'library://footnote/company-figures',
  title: 'Footnote: definitions of company figures',
  language: 'en',
  text: METRICS.map(lineOf).join('\n'),
}

/** The metrics whose meaning is asked for, if nothing else is. */
export function readDefinition(question: string): readonly Metric[] {
  if (!ASKED.test(question)) return []
  const named = namedIn(question, [])
  const isRest = words(question)
    .filter(word => !overlaps(word, named))
    .every(word => AROUND.test(word.folded) || (isPlainWord(word) && !/\d/.test(word.text)))
  return isRest ? named.flatMap(({ metrics }) => metrics) : []
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
