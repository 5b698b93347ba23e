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

/** The best sentences for a short answer, none saying again what another says, in reading order. */
export function chooseSentences(
  found: readonly FoundSentence[],
  { limit }: { limit: number },
): FoundSentence[] {
  const best = Math.max(...found.map(({ score }) => score))
  const chosen: FoundSentence[] = []
  for (const sentence of found) {
    const stems = contentStems(sentence.text)
    const isNew = !chosen.some(other => saysAgain(stems, contentStems(other.text)))
    const isNear = sentence.score >= best - MOST_BEHIND
    if (chosen.length < limit && isNear && stems.size > 0 && isNew) chosen.push(sentence)
  }
  const byDocument = Map.groupBy(chosen, ({ passage }) => passage.documentId)
  return [...byDocument.values()].flatMap(own => own.toSorted((a, b) => placeOf(a) - placeOf(b)))
}

function saysAgain(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.intersection(b).size / Math.min(a.size, b.size) > MOST_SHARED
}

function placeOf({ passage, span }: FoundSentence): number {
  return passage.start + span.start
}
