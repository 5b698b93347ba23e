import type { Company } from '../search/company-fact.ts'
import { sentences } from '../text/sentences.ts'
import { findCompanies } from './company-names.ts'
import { findMetrics } from './find-metrics.ts'
import { hasTimes, readPeriods } from './read-periods.ts'

const LONGEST_CLAUSE = 600
const MOST_CLAUSES = 60
const MOST_JOINTS = 12
/** Where a sentence goes on with another question. */
const JOINT =
  /;\s|,?\s(?:and|as well as|plus)\s(?=(?:also\s)?(?:what|which|who|how|when|why|where|calculate|compute|compare|give|list|show|tell|find|explain|describe|discuss|summari[sz]e|assess|analy[sz]e|identify|is|was|did|does)\b)|,\s(?=(?:what|which|how|why)\b)/i
/** Where two things may be asked with one verb: "revenue in 2022 and net income in 2023". */
const LIST_JOINT = /,\s(?:and\s)?|\sand\s/gi

interface Scene {
  readonly companies: readonly Company[]
  readonly today: string
}

/** The questions of a text, each to be answered by itself. */
export function splitQuestions(text: string, scene: Scene): string[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end).replace(/\s+/g, ' '))
    .flatMap(sentence => sentence.split(JOINT))
    .slice(0, MOST_CLAUSES)
    .flatMap(clause => splitList(clause.slice(0, LONGEST_CLAUSE), scene))
    .filter(clause => clause.trim() !== '')
}

/** Cuts apart what has a metric and a time of its own, where the metrics differ. */
function splitList(clause: string, scene: Scene): string[] {
  const hear = (text: string) => {
    const { asked, mentions } = readPeriods(text, scene.today)
    const known = [...findCompanies(text, scene.companies), ...mentions]
    return { metrics: findMetrics(text, known).map(({ metric }) => metric.id), asked }
  }
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
