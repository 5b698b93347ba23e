import type { Company } from '../../search/company-fact.ts'
import { sentences } from '../../text/sentences.ts'
import type { Span } from '../../text/span.ts'
import { findMentions } from '../companies/find-companies.ts'
import { findMetrics } from './find-metrics.ts'
import { hasTimes, readTimes } from './read-times.ts'

/** One question, word for word. */
export interface Clause {
  readonly text: string
  /** Its words in the question, if the text was rewritten. */
  readonly said?: string
  /** The sentence around it, which may state the time for all its questions. */
  readonly whole: string
}

const LONGEST_CLAUSE = 600
const MOST_CLAUSES = 60
const MOST_JOINTS = 12
/** Marks the start of another question in a sentence. */
const JOINT =
  /;\s|,?\s(?:and|as well as|plus)\s(?=(?:also\s)?(?:what|which|who|how|when|why|where|calculate|compute|compare|give|list|show|tell|find|explain|describe|discuss|summari[sz]e|assess|analy[sz]e|identify|is|was|did|does)\b)|,\s(?=(?:what|which|how|why)\b)/i
/** Joins two questions with one verb: "revenue in 2022 and net income in 2023". */
const LIST_JOINT = /,\s(?:and\s)?|\sand\s/gi

interface Scene {
  readonly companies: readonly Company[]
  readonly today: string
}

/** The questions of a text, each to be answered by itself. */
export function splitQuestions(text: string, scene: Scene): Clause[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
    .flatMap(sentence => sentence.split(JOINT))
    .slice(0, MOST_CLAUSES)
    .map(clause => clause.slice(0, LONGEST_CLAUSE))
    .flatMap(whole =>
      splitList(whole, scene)
        .flatMap(piece => splitPairs(piece, scene))
        .map(piece => ({ text: piece, whole })),
    )
    .filter(clause => clause.text.trim() !== '')
}

/** Splits clauses that each have their own metric and time, if the metrics differ. */
function splitList(clause: string, scene: Scene): string[] {
  const hear = (text: string) => {
    const { asked, mentions } = readTimes(text, scene.today, false)
    const known = [...findMentions(text, scene.companies), ...mentions]
    return { metrics: findMetrics(text, known).map(({ metric }) => metric.id), asked }
  }
  const { asked } = readTimes(clause, scene.today, false)
  const [only, ...more] = asked.kind === 'each' ? asked.periods : []
  if (only?.kind === 'trailing' && more.length === 0) return [clause]
  for (const { 0: joint, index } of clause.matchAll(LIST_JOINT).take(MOST_JOINTS)) {
    const [left, right] = [clause.slice(0, index), clause.slice(index + joint.length)]
    const [one, other] = [hear(left), hear(right)]
    const isWhole = [one, other].every(
      ({ metrics, asked }) => metrics.length > 0 && hasTimes(asked),
    )
    if (isWhole && !other.metrics.some(id => one.metrics.includes(id)))
      return [left, ...splitList(right, scene)]
  }
  return [clause]
}

interface Group extends Span {
  readonly companies: Set<string>
  readonly metrics: Set<string>
}

/** Pairs each company with its own metric: "Apple's revenue and Microsoft's net income". */
function splitPairs(clause: string, { companies, today }: Scene): string[] {
  const named = findMentions(clause, companies)
  const { mentions } = readTimes(clause, today, false)
  const measured = findMetrics(clause, [...named, ...mentions])
  const isInside = (at: number) =>
    [...named, ...measured].some(({ start, end }) => start <= at && at < end)
  const joints = clause
    .matchAll(LIST_JOINT)
    .filter(({ index }) => !isInside(index + 1))
    .take(MOST_JOINTS)
    .toArray()
  const groups: Group[] = []
  let start = 0
  for (const joint of [...joints, undefined]) {
    const end = joint?.index ?? clause.length
    const isIn = (one: Span) => start <= one.start && one.start < end
    const own = {
      companies: new Set(named.filter(isIn).map(({ company }) => company.cik)),
      metrics: new Set(measured.filter(isIn).map(({ metric }) => metric.id)),
    }
    const last = groups.at(-1)
    if (!last || (isPair(last) && isPair(own))) groups.push({ start, end, ...own })
    else groups.splice(-1, 1, join(last, { start, end, ...own }))
    start = end + (joint?.[0].length ?? 0)
  }
  const [first, ...others] = groups
  const differs = (of: 'companies' | 'metrics') =>
    first && others.some(one => one[of].symmetricDifference(first[of]).size > 0)
  const isPaired = groups.every(isPair) && differs('companies') && differs('metrics')
  return isPaired ? groups.map(one => clause.slice(one.start, one.end)) : [clause]
}

function isPair({ companies, metrics }: Pick<Group, 'companies' | 'metrics'>): boolean {
  return companies.size > 0 && metrics.size > 0
}

function join(one: Group, other: Group): Group {
  return {
    start: one.start,
    end: other.end,
    companies: one.companies.union(other.companies),
    metrics: one.metrics.union(other.metrics),
  }
}
