import type { Company } from '../../search/company-fact.ts'
import { blankOut } from '../../text/lex/numbers.ts'
import { sentences } from '../../text/sentences.ts'
import { overlaps, type Span } from '../../text/span.ts'
import { words } from '../../text/words.ts'
import { isPlainWord } from '../companies/company-names.ts'
import { findMentions } from '../companies/find-companies.ts'
import { type Metric, metricOf } from '../metrics.ts'
import { comparedBy } from '../profiles.ts'
import { findMetrics, findNarrowed, type MetricMention, namedIn } from './find-metrics.ts'
import { aimsAt, withoutAim } from './read-aims.ts'
import { type Condition, readConditions } from './read-conditions.ts'
import {
  isBeyondFigures,
  type Operation,
  readOperation,
  readWhether,
  type Whether,
} from './read-operation.ts'
import {
  type AskedPeriod,
  type AskedTimes,
  findPeriods,
  hasTimes,
  readTimes,
} from './read-times.ts'

/** One question about reported figures. */
export interface Query {
  /** The clause that asks it, word for word. */
  readonly clause: string
  /** The clause with blanks for the names of companies: Best Buy is no verdict, and Expand Energy no growth. */
  readonly bare: string
  readonly companies: readonly Company[]
  /** Names beside theirs that no company here goes by. */
  readonly unknown: readonly string[]
  readonly metrics: readonly Metric[]
  readonly times: AskedTimes
  readonly operation: Operation
  readonly whether?: Whether
  /** True if the question asks when the first company was ahead of the other. */
  readonly isRace: boolean
  /** True if the question asks for a reason or a judgement, to which figures only contribute. */
  readonly isOpen: boolean
  /** Whether each time is compared with the one before it. */
  readonly isAgainstPrevious: boolean
  /** Whether metrics or times are only implied, so that absent figures are not reported as missing. */
  readonly isLoose: boolean
  /** The limit that some of the companies are to pass. */
  readonly condition?: Condition
  /** Set if a company's figures together are asked for, or a judgment of them. */
  readonly profile?: 'overview' | 'health' | undefined
  /** Parts of figures that are asked for beside the metrics. */
  readonly narrowed: readonly string[]
}

/** More than one question, which is nobody's plain words. */
const SEVERAL =
  /(?:;|,|\b(?:and|but|also))\s+(?:what|which|who|how|when|why|where|explain|is|was|did|does|tell|give)\b|\bnot\b.*\bbut\b/i
const MOST_METRICS = 8
const MOST_QUERIES = 12
const LONGEST_INPUT = 8_000
const OF_SEVERAL =
  /^which of .+ ha(?:s|d|ve) .+ (?:above|below|of at least|of at most|between) [$\d]/i
const EACH_OF = /\bin each of the last\b/i
/** Of several companies, the total is their sum. */
const TOTAL = /^what (?:is|are|was|were) the total /i
const FISCAL = /\b(?:fiscal|fy)/i
const GROWTH = /\bgrowth\b/gi
const GROWTH_OF = /\bgrowth of (?:the )?$/i
const LISTED = /\d{4},? and (?:in )?(?:fiscal )?\d{4}/i
const EVER_YEARS = 20
const LATEST_YEARS = { kind: 'last', count: 5, part: 'year' } as const
const RECENT_YEARS = { ...LATEST_YEARS, count: 3 }

/** Reads the questions that reported figures can answer, one in each sentence; empty if there are none. */
export function readQueries(question: string, scene: Scene): Query[] {
  return readSentences(question)
    .flatMap(sentence => readSentence(sentence, scene))
    .filter(({ companies, metrics }) => companies.length > 0 && metrics.length > 0)
    .slice(0, MOST_QUERIES)
}

export function readSentences(text: string): string[] {
  // "Yum! Brands" ends no sentence.
  const short = text.slice(0, LONGEST_INPUT).replace(/(?<=\p{Lu}\p{L}*)!(?= \p{Lu})/gu, '')
  return sentences(short).map(({ start, end }) => short.slice(start, end).replace(/\s+/g, ' '))
}

/** The measures whose growth is asked for: "growth of revenue". */
function readGrowth(text: string, mentions: readonly MetricMention[]): readonly Metric[] {
  return mentions.flatMap(({ metric, start }) =>
    GROWTH_OF.test(text.slice(0, start)) ? metric : [],
  )
}

/** From and to the fiscal years that cover most of the years named. */
function ofCalendar(times: AskedTimes): AskedTimes {
  if (times.kind !== 'range') return times
  const covering = (one: AskedPeriod): AskedPeriod =>
    one.kind === 'fiscal' && one.part === 'year' ? { kind: 'mostly', year: one.year } : one
  return { ...times, from: covering(times.from), ...(times.to && { to: covering(times.to) }) }
}

interface Scene {
  readonly companies: readonly Company[]
  readonly today: string
}

function readSentence(text: string, { companies, today }: Scene): Query[] {
  if (SEVERAL.test(text)) return []
  const mentions = findMentions(text, companies)
  const bare = blankOut(text, mentions)
  const times = readTimes(text, today, aimsAt(bare, 'change'))
  const unknown = findUnknownNames(text, { mentions, today })
  const known = [...mentions, ...times.mentions, ...unknown]
  const measured = findMetrics(text, known)
  const distinct = new Set(measured.map(({ metric }) => metric))
  const metrics = withoutCovered([...distinct]).slice(0, MOST_METRICS)
  const isTimed = hasTimes(times.asked)
  const isPace = metrics.length > 0 && aimsAt(bare, 'pace')
  const isEach = times.asked.kind !== 'each' && (aimsAt(bare, 'eachYear') || EACH_OF.test(text))
  // "In 2020 and 2023" asks for the change of each.
  const isListed = times.asked.kind === 'each' && LISTED.test(text)
  const isRace = mentions.length === 2 && aimsAt(bare, 'overtakes') && aimsAt(bare, 'asksWhen')
  const isEver = !isTimed && (isRace || aimsAt(bare, 'whichYears'))
  const isTotal = mentions.length > 1 && TOTAL.test(text)
  const read = readOperation(bare, isTotal || times.asked.kind !== 'each')
  const isWhy = metrics.length > 0 && aimsAt(bare, 'reason')
  const isMove = isWhy && times.asked.kind === 'each' && read.kind === 'value'
  // A verdict over several years sets the courses of the companies side by side.
  const isCourse = read.kind === 'extreme' && aimsAt(bare, 'verdict')
  const operation: Operation = isMove ? { kind: 'change' } : isCourse ? { kind: 'value' } : read
  const conditions = OF_SEVERAL.test(text) ? readConditions(text) : []
  // A profit is above no percentage.
  if (OF_SEVERAL.test(text) && conditions.length === 0) return []
  const plain = withoutAim(text, 'overview')
  const isOverview = metrics.length + unknown.length === 0 && plain !== text && isBare(plain, known)
  const isOfOne = isOverview && mentions.length === 1
  const aim = isOfOne ? 'overview' : aimsAt(bare, 'health') ? 'health' : undefined
  // Figures of now say nothing about another time.
  const profile = isTimed ? undefined : aim
  if (!isOverview && isBeyondFigures(isWhy ? withoutAim(bare, 'reason') : bare)) return []
  const whether = readWhether(bare, operation)
  const growth = operation.kind === 'change' && metrics.length === 0 && isBare(text, known)
  const named =
    companies.length === 1 ? companies : [...new Set(mentions.map(({ company }) => company))]
  const asked =
    isOverview || profile
      ? comparedBy(named)
      : // A company that recovered has more revenue.
        growth
        ? [metricOf('revenue')]
        : metrics
  const query: Query = {
    ...{ clause: text, bare, metrics: asked, unknown: unknown.map(({ name }) => name) },
    companies: named,
    times: isEver
      ? { ...LATEST_YEARS, count: EVER_YEARS }
      : isPace && !isTimed
        ? RECENT_YEARS
        : // The courses of several companies are of the same years, whatever each calls its own.
          mentions.length > 1 && !FISCAL.test(text)
          ? ofCalendar(times.asked)
          : times.asked,
    operation: typeof whether === 'object' ? { kind: 'value' } : operation,
    ...(whether && !isWhy && { whether }),
    ...{ isRace, isOpen: isWhy, isLoose: isEver || isOverview, profile },
    isAgainstPrevious:
      times.isAgainstPrevious || isPace || (operation.kind === 'change' && (isEach || isListed)),
    narrowed: findNarrowed(text, known),
    ...(conditions[0] && { condition: conditions[0] }),
  }
  const grown = operation.kind === 'change' ? readGrowth(text, measured) : []
  const ungrown = metrics.filter(one => !grown.includes(one))
  const rest = bare.replace(GROWTH, ' ')
  // "Growth of revenue and margins" asks for one change; "how did sales and margins change" for all.
  if (grown.length === 0 || ungrown.length === 0 || aimsAt(rest, 'change')) return [query]
  return [
    { ...query, metrics: [...new Set(grown)] },
    { ...query, metrics: ungrown, operation: readOperation(rest, times.asked.kind !== 'each') },
  ]
}

/** "Is the dividend covered by free cash flow?" asks how often, and not for the cash flow too. */
function withoutCovered(metrics: readonly Metric[]): readonly Metric[] {
  const covers = metrics.filter(({ isCover }) => isCover)
  const parts = covers.flatMap(({ formulas }) => formulas.flatMap(({ of }) => of))
  return metrics.filter(({ id, isCover }) => isCover || !parts.includes(id))
}

/** Returns whether a text has only words that ask, count or report. */
function isBare(text: string, mentions: readonly Span[]): boolean {
  return words(text).every(word => overlaps(word, mentions) || isPlainWord(word))
}

const JOINT = ',? (?:and|or) |, '
const VERB =
  'has|have|had|is|are|was|were|did|do|does|can|ma[dk]e|gr[eo]w|recovered|rose|fell|pa(?:y|id)|cover|change|return|combined|together'
const TIME = 'in|since|from|over|at|by|to|for|with|than|as|until|between|each|every|first|last'
const NEXT_ITEM = new RegExp(
  `^(?:${JOINT})(?<name>(?!(?:the|its|their|what|how|which|who|why|when)\\b)[^,?]+?)(?=${JOINT}| (?:${VERB}|${TIME})\\b|[?.!:;]*\\s*$)`,
  'i',
)
const OF_NAME = new RegExp(`^ of (?<name>[^,?]+?)(?= (?:${VERB}|${TIME})\\b|[?.!:;]*\\s*$)`, 'i')
const ITEM_BEFORE = new RegExp(
  `(?:\\b(?:of|compare|rank|between|than|${VERB}) |${JOINT})(?<name>(?!(?:the|its|their)\\b)(?:(?!${JOINT}).)+)(?:${JOINT})$`,
  'i',
)

/** Items of a list of companies that no company here goes by. */
export function findUnknownNames(
  question: string,
  { mentions, today }: { readonly mentions: readonly Span[]; readonly today: string },
): (Span & { readonly name: string })[] {
  const times = findPeriods(question, today)
  const measures = namedIn(question, [...mentions, ...times])
  const known = [...mentions, ...times, ...measures]
  const found: (Span & { readonly name: string })[] = []
  const add = (start: number, name: string) => {
    const item = { start, end: start + name.length, name }
    // "…, please" and "…, in dollars" name nobody.
    const isName = /\p{Lu}/u.test(name) || !words(name).every(isPlainWord)
    const isNew = isName && !overlaps(item, [...known, ...found])
    if (isNew) found.push(item)
    return isNew ? item : undefined
  }
  // "The net margin of Visa and the net margin of Adidas"
  for (const { start, end } of mentions.length > 0 ? measures : []) {
    const isSecond = / (?:and|or|as|than) (?:the )?$/i.test(question.slice(0, start))
    const [all, name]: readonly string[] = (isSecond && OF_NAME.exec(question.slice(end))) || []
    if (all && name) add(end + all.length - name.length, name)
  }
  for (const { start, end } of mentions) {
    let next: Span | undefined = { start, end }
    while (next) {
      const [all, name]: readonly string[] = NEXT_ITEM.exec(question.slice(next.end)) ?? []
      next = all && name ? add(next.end + all.length - name.length, name) : undefined
    }
    const { 0: all = '', index = 0, groups } = ITEM_BEFORE.exec(question.slice(0, start)) ?? {}
    const name = groups?.['name']
    if (name !== undefined) add(index + all.indexOf(name), name)
  }
  return found
}
