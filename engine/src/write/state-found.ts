import type { FoundSentence } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Statement } from '../evidence/statement.ts'
import { subjectOf } from '../library/document.ts'
import { contentStems } from '../text/words.ts'

/** A sentence as it stands, or a field put into words. */
export function stateFound(found: FoundSentence, ledger: Ledger): Statement {
  const { passage, span, label, text, row } = found
  const evidence = [ledger.enter(passage, span)]
  if (row) {
    const header = ledger.enter(passage, row.header)
    return { text: `${row.said}.`, evidence: [...evidence, header], isVerbatim: false }
  }
  if (label === undefined) return { text, evidence, isVerbatim: true }
  const value = found.value
    ? passage.text.slice(found.value.start, found.value.end)
    : text.slice(label.length + 1).trim()
  return {
    text: `${nameField(label, subjectOf(passage.title))}: ${value.replace(/\.$/, '')}.`,
    evidence,
    isVerbatim: false,
  }
}

/** The last part of a label that only says "the whole of it". */
const WHOLE = /^(?:name|total|text|value|overall|total population)$/i

/**
 * A field's label in words: `Capital — name` of Bolivia is the "Capital of Bolivia", `Land boundaries
 * — border countries` of Laos is "Land boundaries of Laos, border countries", `Founded` of a firm is
 * "firm, founded".
 */
function nameField(label: string, subject: string): string {
  const [first = label, ...rest] = label.split(' — ').map(part => part.trim())
  const last = rest.at(-1)
  const kept = last !== undefined && WHOLE.test(last) ? rest.slice(0, -1) : rest
  const about = /^\p{L}+ed$/u.test(first)
    ? `${subject}, ${first.toLowerCase()}`
    : `${first} of ${subject}`
  return [about, ...kept].join(', ')
}

/** Sentences that share more than this of the shorter one's words say the same. */
const MOST_SHARED = 0.8
/** Scores are about log odds: what is further behind the best rarely adds to it. */
const MOST_BEHIND = 4

/**
 * The best sentences for a short answer, none saying again what another says. Those of one document
 * that follow each other in the choice are put in reading order.
 */
export function chooseSentences(
  found: readonly FoundSentence[],
  { limit }: { limit: number },
): FoundSentence[] {
  const chosen: { sentence: FoundSentence; stems: ReadonlySet<string> }[] = []
  const best = found.reduce((top, { score }) => Math.max(top, score), Number.NEGATIVE_INFINITY)
  for (const sentence of found) {
    if (chosen.length >= limit) break
    if (sentence.score < best - MOST_BEHIND) continue
    const stems = contentStems(sentence.text)
    if (stems.size > 0 && !chosen.some(other => saysAgain(stems, other.stems))) {
      chosen.push({ sentence, stems })
    }
  }
  return inReadingOrder(chosen.map(({ sentence }) => sentence))
}

function saysAgain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.intersection(b).size / Math.min(a.size, b.size) > MOST_SHARED
}

/** Documents in the order of their best sentence. */
function inReadingOrder(chosen: readonly FoundSentence[]): FoundSentence[] {
  const byDocument = Map.groupBy(chosen, ({ passage }) => passage.documentId)
  return [...byDocument.values()].flatMap(together =>
    together.toSorted((a, b) => placeOf(a) - placeOf(b)),
  )
}

function placeOf({ passage, span }: FoundSentence): number {
  return passage.start + span.start
}
