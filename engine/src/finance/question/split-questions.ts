import type { Company } from '../../search/company-fact.ts'
import { sentences } from '../../text/sentences.ts'
import { findMentions } from '../companies/find-companies.ts'
import { findMetrics, metricsIn } from './find-metrics.ts'
import { readTimes } from './read-times.ts'

/** One question, word for word. */
export interface Clause {
  readonly text: string
  /** The sentence around it, which may state the time for all its questions. */
  readonly whole: string
}

const LONGEST_CLAUSE = 600
const MOST_CLAUSES = 60
const MOST_JOINTS = 12
/** Marks the start of another question in a sentence. */
const JOINT =
  /;\s|,?\s(?:and|as well as|plus)\s(?=(?:also\s)?(?:(?:in|by|at|for|from|to)\s(?=what|which|how))?(?:what|which|who|how|when|why|where|calculate|compute|compare|give|list|show|tell|find|explain|describe|discuss|summari[sz]e|assess|analy[sz]e|identify|is|was|did|does|can|could|has|have|are|were)\b)|,\s(?=(?:what|which|how(?! come)|why|(?:is|was|did|does|has) it|(?:are|were|did|do|have) they)\b)/i
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
    .flatMap(splitMarks)
    .flatMap(sentence => sentence.split(JOINT))
    .slice(0, MOST_CLAUSES)
    .map(clause => clause.slice(0, LONGEST_CLAUSE))
    .flatMap(whole => splitList(whole, scene).map(text => ({ text, whole })))
    .filter(clause => clause.text.trim() !== '')
}

/** "Is the dividend covered? last 3 years": a piece without a figure belongs to the question before it. */
function splitMarks(sentence: string): string[] {
  const pieces: string[] = []
  for (const piece of sentence.split(/(?<=\?)\s+/)) {
    const isOwn = pieces.length === 0 || metricsIn(piece).length > 0
    if (isOwn) pieces.push(piece)
    else pieces.push(`${pieces.pop()} ${piece}`)
  }
  return pieces
}

/** Splits parts that each have a metric and a company, or a metric and a time, of their own. */
function splitList(clause: string, scene: Scene): string[] {
  const hear = (text: string) => {
    const named = findMentions(text, scene.companies)
    const { asked, mentions } = readTimes(text, scene.today, false)
    const isTimed = asked.kind !== 'each' || asked.periods.some(({ kind }) => kind !== 'latest')
    const metrics = findMetrics(text, [...named, ...mentions]).map(({ metric }) => metric.id)
    const isFirst = named.some(({ start }) => text.slice(0, start).trim() === '')
    const isLast = named.some(({ end }) => text.slice(end).trim() === '')
    return { metrics, isTimed, isOfCompany: named.length > 0, isFirst, isLast }
  }
  for (const { 0: joint, index } of clause.matchAll(LIST_JOINT).take(MOST_JOINTS)) {
    const [left, right] = [clause.slice(0, index), clause.slice(index + joint.length)]
    const [one, other] = [hear(left), hear(right)]
    const isOwn = (one.isTimed && other.isTimed) || (one.isOfCompany && other.isOfCompany)
    const differ =
      one.metrics.length > 0 &&
      other.metrics.length > 0 &&
      !other.metrics.some(id => one.metrics.includes(id))
    // "R&D of Intel and AMD": a list of companies is one part.
    const isList = one.isLast && other.isFirst
    if (isOwn && differ && !isList) return [left, ...splitList(right, scene)]
  }
  return [clause]
}
