import { findFields } from '../extractive/find-fields.ts'
import type { Answered } from '../facts/answer-question.ts'
import type { Mention } from '../facts/find-named.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Source } from '../search/source.ts'
import { findNames } from '../text/find-names.ts'
import { asComparison } from './as-comparison.ts'
import { findSubjects, type MentionedSubject } from './find-subjects.ts'
import type { Part, Subject } from './part.ts'
import { rephrase } from './rephrase.ts'
import { splitAttributes } from './split-attributes.ts'
import { nameAgain, splitClauses } from './split-clauses.ts'

const LOOKED_AT = 20
/** Parts that are listed as skipped; a longer list helps nobody. */
const MOST_SKIPPED = 100
const REFERS_BACK = /\b(?:it|its|they|them|their|there|this country|that country)\b/i

interface PlanOptions {
  /** Answers a clause from facts. A pronoun refers to the subjects of the previous clause. */
  readonly answer?: (clause: string, before: readonly Mention[]) => Answered | undefined
  /** Whether there is time to look into another clause. */
  readonly mayGoOn: () => boolean
  readonly source: Source
  readonly policy: SourcePolicy
  readonly most: number
}

/** A part of the question in a model's words, with search queries for it. */
export interface SubQuestion {
  readonly question: string
  readonly queries: readonly string[]
}

/**
 * Splits a question by rules: into clauses, and each clause into attributes of subjects. "Compare the
 * area and population of Chile and Peru" makes four parts. Parts beyond the budget are marked as skipped.
 */
export async function planResearch(input: string, options: PlanOptions): Promise<readonly Part[]> {
  return fitParts(await planClauses(splitClauses(input), options), options.most)
}

/** Does the same for a model's parts, because the model does not know which subjects the library has. */
export async function planQuestions(
  questions: readonly SubQuestion[],
  options: PlanOptions,
): Promise<readonly Part[]> {
  const parts: Part[] = []
  for (const { question, queries } of questions) {
    const own = await planClauses([question], options)
    parts.push(...own.map(part => ({ ...part, ...(queries.length > 0 && { queries }) })))
  }
  return fitParts(parts, options.most)
}

async function planClauses(clauses: readonly string[], options: PlanOptions): Promise<Part[]> {
  const parts: Part[] = []
  let previous: readonly MentionedSubject[] = []
  let stranger = ''
  let before: readonly Mention[] = []
  for (const written of clauses) {
    const clause = asComparison(stranger === '' ? written : nameAgain(written, stranger))
    if (parts.length >= options.most || !options.mayGoOn()) {
      parts.push({ question: clause })
      continue
    }
    const answered = options.answer?.(clause, REFERS_BACK.test(clause) ? before : [])
    if (answered && answered.mentions.length > 0) before = answered.mentions
    if (answered?.answer) {
      parts.push({ question: clause, answer: answered.answer })
      continue
    }
    const named = await findSubjects(clause, options)
    const subjects = REFERS_BACK.test(clause) ? [...previous, ...named] : named
    // The next clause may refer to a name that the sources do not know.
    if (named.length > 0 || (!REFERS_BACK.test(clause) && findNames(clause).length > 0)) {
      previous = named
      stranger = named.length > 0 ? '' : clause
    }
    const split = partsOf(clause, subjects)
    const isTabular = split.length < 2 || (await haveFields(split, options))
    parts.push(...(isTabular ? split : [{ question: clause }]))
  }
  return parts
}

function partsOf(clause: string, known: readonly MentionedSubject[]): Part[] {
  if (known.length === 0) return [{ question: clause }]
  const names = known.map(({ mention }) => mention)
  const { attributes, strangers } = splitAttributes(rephrase(clause), names)
  const subjects: Subject[] = [...known, ...strangers.map(name => ({ name, documentIds: [] }))]
  // For one subject and at most one attribute, the question's own words are the best query.
  const [subject] = subjects
  if (subject && subjects.length === 1 && attributes.length < 2) {
    const [attribute] = attributes
    return [{ question: clause, subject, ...(attribute && { attribute }) }]
  }
  if (attributes.length === 0) return subjects.map(one => ({ question: one.name, subject: one }))
  return attributes.flatMap(attribute =>
    subjects.map(one => ({ question: `${attribute} of ${one.name}`, subject: one, attribute })),
  )
}

/**
 * Returns whether the sources have fields for a part, as a reference work does. A question about prose
 * is better searched in its own words.
 */
async function haveFields(
  parts: readonly Part[],
  { source, policy }: PlanOptions,
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

/**
 * Returns each part once, those beyond the first `most` as skipped. A comparison stays whole: all
 * subjects of an attribute are in, or none.
 */
function fitParts(parts: readonly Part[], most: number): Part[] {
  const once = new Map(
    parts.map(part => [`${part.subject?.name ?? ''}\n${part.question.toLowerCase()}`, part]),
  )
  const groups = Map.groupBy(once.values(), ({ question, attribute, subject }) =>
    subject && attribute !== undefined ? `of ${attribute}` : question,
  )
  const fitted: Part[] = []
  let room = most
  for (const group of groups.values()) {
    // The first group always fits, so that a comparison of very many subjects returns something.
    const fits = group.length <= room || fitted.length === 0
    room = fits ? room - group.length : 0
    const own = group.slice(0, most * 2)
    fitted.push(...own.map(part => (fits ? part : { ...part, isSkipped: true })))
  }
  return fitted.slice(0, most * 2 + MOST_SKIPPED)
}
