import type { SourcePolicy } from '../policy/source-policy.ts'
import { findFields } from '../read/find-fields.ts'
import type { Source } from '../search/source.ts'
import { findSubjects, type MentionedSubject } from './find-subjects.ts'
import type { Part, Subject } from './part.ts'
import { readSuperlative } from './read-superlative.ts'
import { rephrase } from './rephrase.ts'
import { splitAttributes } from './split-attributes.ts'
import { splitClauses } from './split-clauses.ts'

const LOOKED_AT = 20
const REFERS_BACK = /\b(?:it|its|they|them|their|there|this country|that country)\b/i

/**
 * Takes a question apart by rules: its clauses, and in each what is asked of whom. "Compare the area
 * and population of Chile and Peru" makes four parts.
 */
export async function planResearch(
  input: string,
  { source, policy, most }: { source: Source; policy: SourcePolicy; most: number },
): Promise<readonly Part[]> {
  const parts: Part[] = []
  let previous: readonly MentionedSubject[] = []
  for (const clause of splitClauses(input)) {
    if (parts.length >= most) break
    const named = await findSubjects(clause, { source, policy })
    const subjects = REFERS_BACK.test(clause) ? [...previous, ...named] : named
    if (named.length > 0) previous = named
    const split = partsOf(clause, subjects)
    const isTabular = split.length < 2 || (await haveFields(split, { source, policy }))
    parts.push(...(isTabular ? split : [{ question: clause }]))
  }
  return withoutRepeats(parts).slice(0, most)
}

function partsOf(clause: string, known: readonly MentionedSubject[]): Part[] {
  if (known.length === 0) {
    const superlative = readSuperlative(clause)
    return [{ question: clause, ...(superlative && { superlative }) }]
  }
  const { attributes, strangers } = splitAttributes(
    rephrase(clause),
    known.map(({ mention }) => mention),
  )
  const subjects: Subject[] = [...known, ...strangers.map(name => ({ name, documentIds: [] }))]
  // A name alone, or one name and one thing asked: the asker's own words are the best query.
  if (subjects.length === 1 && attributes.length < 2) {
    const [subject] = subjects
    const [attribute] = attributes
    return [{ question: clause, ...(subject && { subject }), ...(attribute && { attribute }) }]
  }
  if (attributes.length === 0) {
    return subjects.map(subject => ({ question: subject.name, subject }))
  }
  return attributes.flatMap(attribute =>
    subjects.map(subject => ({ question: `${attribute} of ${subject.name}`, subject, attribute })),
  )
}

/**
 * Whether the sources answer like a reference work. Prose does not: a question about it is better
 * left in the asker's words.
 */
async function haveFields(
  parts: readonly Part[],
  { source, policy }: { source: Source; policy: SourcePolicy },
): Promise<boolean> {
  for (const { subject, attribute } of parts) {
    if (attribute === undefined) return true
    if (!subject || subject.documentIds.length === 0) continue
    const { documentIds } = subject
    const found = await source.search({ text: attribute, policy, documentIds, limit: LOOKED_AT })
    if (findFields(attribute, found).length > 0) return true
  }
  return false
}

function withoutRepeats(parts: readonly Part[]): Part[] {
  const seen = new Set<string>()
  return parts.filter(({ question, subject }) => {
    const key = `${subject?.name ?? ''}\n${question.toLowerCase()}`
    return !seen.has(key) && seen.add(key)
  })
}
