import type { Company } from '../../search/company-fact.ts'
import { blankOut } from '../../text/lex/numbers.ts'
import { overlaps, type Span } from '../../text/span.ts'
import { type Word, words } from '../../text/words.ts'
import {
  FINANCE_WORD,
  GENERIC,
  isPlainWord,
  NO_TICKERS,
  ORDINARY,
} from '../companies/company-names.ts'
import { findMentions, isBeside, isCompared } from '../companies/find-companies.ts'
import { isQuotient, type Metric, metricOf } from '../metrics.ts'
import { type AmountForm, readDecimals, type Scale } from '../write-amount.ts'
import {
  asksForJudgement,
  findMetrics,
  findNarrowed,
  type MetricMention,
  namedIn,
} from './find-metrics.ts'
import { aimsAt, withoutAim } from './read-aims.ts'
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
  type ReadTimes,
  readTimes,
} from './read-times.ts'
import { type Clause, splitQuestions } from './split-questions.ts'

/** One question about reported figures. */
export interface Query {
  /** The clause that asks it, word for word. */
  readonly clause: string
  /** The clause with blanks for the names of companies: Best Buy is no verdict, and Expand Energy no growth. */
  readonly bare: string
  readonly companies: readonly Company[]
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
  /** The distance between the compared times. */
  readonly step: 'year' | 'quarter'
  /** Whether metrics or times are only implied, so that absent figures are not reported as missing. */
  readonly isLoose: boolean
  /** Metrics that only the name of a group stands for. */
  readonly implied: readonly Metric[]
  /** Parts of figures that are asked for beside the metrics. */
  readonly narrowed: readonly string[]
  readonly form: AmountForm
  /** The requested currency, such as `USD`. */
  readonly currency?: string
}

const MOST_METRICS = 8
const MOST_QUERIES = 12
const LONGEST_INPUT = 8_000
/** Without a time, the latest years are meant. */
const BY_YEAR = /\b(?:by|each|every) (?:fiscal )?year\b|\byear[ -]by[ -]year\b/i
const THAN = / than (?!ever\b)/i
const LOSS = /\blos(?:s|t|e|ing)/i
const GROWTH = /\bgrowth(?: rates?)?\b/gi
/** Between a metric and the next: "revenue and profit growth". */
const AND = /^\s+(?:and|&)\s+$/i
const OVERVIEW_METRICS = ['revenue', 'net-income', 'net-margin', 'operating-cash-flow']
const LISTED = /\d{4},? and (?:in )?(?:fiscal )?\d{4}/i
const EVER_YEARS = 20
const LATEST_YEARS = { kind: 'last', count: 5, part: 'year' } as const
const RECENT_YEARS = { ...LATEST_YEARS, count: 3 }
const SCALE = /\bin\s+(?:usd\s+|us\s+dollars?\s+|\$\s?)?(?<scale>thousand|million|billion)s?\b/i
const CURRENCY =
  /\bin\s+(?:(?:millions?|billions?|thousands?)\s+(?:of\s+)?)?(?:(?<USD>usd|(?:u\.?s\.?\s+)?dollars)|(?<EUR>eur|euros?)|(?<GBP>gbp|(?:british\s+)?pounds)|(?<CHF>chf|swiss\s+francs)|(?<JPY>jpy|(?:japanese\s+)?yen))\b/i

interface Asking {
  readonly companies: readonly Company[]
  readonly today: string
}

/** Reads the questions that reported figures can answer; empty if there are none. */
export function readQueries(question: string, { companies, today }: Asking): Query[] {
  const text = question.slice(0, LONGEST_INPUT)
  const called = findMentions(text, companies).map(({ company }) => company)
  const found: Query[] = []
  let before: Heard = {}
  for (const clause of splitQuestions(text, { companies, today })) {
    const { heard, queries } = readClause(clause, { companies, named: called, today, before })
    before = { ...before, ...heard }
    found.push(...queries.filter(one => one.companies.length > 0 && one.metrics.length > 0))
    if (found.length >= MOST_QUERIES) break
  }
  // "Is its position better? Cash and debt": the list says what the group stands for.
  const named = found.flatMap(({ metrics, implied }) =>
    metrics.filter(one => !implied.includes(one)),
  )
  return found.filter(
    ({ implied, metrics }) =>
      implied.length < metrics.length || !implied.some(one => named.includes(one)),
  )
}

/** Growth asked for beside other things is that of the metric before it, or of revenue. */
function splitGrowth(text: string, mentions: readonly MetricMention[]): readonly Metric[] {
  return text
    .matchAll(GROWTH)
    .toArray()
    .flatMap(({ 0: { length }, index }) => {
      const behind = text.slice(index + length)
      const of = /^\s+(?:of|in)\s+(?:the\s+|its\s+)?/.exec(behind)
      const next = of && mentions.filter(({ start }) => start === index + length + of[0].length)
      if (next && next.length > 0) return next.map(({ metric }) => metric)
      const own: Metric[] = []
      let start = index
      for (const one of mentions.toReversed()) {
        const gap = text.slice(one.end, start)
        if (one.end > start || !(own.length === 0 ? /^\s+$/ : AND).test(gap)) continue
        own.push(one.metric)
        start = one.start
      }
      return own.length > 0 ? own : [metricOf('revenue')]
    })
}

/** The topic of a clause, for the clauses behind it. */
type Heard = Partial<Pick<Query, 'companies' | 'metrics' | 'times'>>

interface Scene {
  readonly companies: readonly Company[]
  /** Those that the whole of the question names. */
  readonly named: readonly Company[]
  readonly today: string
  /** The topic of the previous clauses. */
  readonly before: Heard
}

function readClause(clause: Clause, scene: Scene): { heard: Heard; queries: Query[] } {
  const { text, whole } = clause
  const { companies, today, before } = scene
  const mentions = findMentions(text, companies)
  const bare = blankOut(text, mentions)
  const ownTimes = readTimes(text, today, aimsAt(bare, 'change'))
  const hasOwn = hasTimes(ownTimes.asked) || ownTimes.isAgainstPrevious || whole === text
  const times = hasOwn
    ? ownTimes
    : { ...readTimes(whole, today, aimsAt(whole, 'change')), mentions: ownTimes.mentions }
  const unknown = findUnknownNames(text, { mentions, today })
  const measured = withoutGroups(findMetrics(text, [...mentions, ...ownTimes.mentions, ...unknown]))
  const distinct = new Set(measured.map(({ metric }) => metric))
  const metrics = withoutCovered([...distinct]).slice(0, MOST_METRICS)
  const isTimeless = !hasTimes(times.asked) && !before.times
  const isPace = metrics.length > 0 && aimsAt(bare, 'pace')
  const isTrend = !hasTimes(times.asked) && (aimsAt(bare, 'history') || BY_YEAR.test(bare))
  const isEach = (isTrend || times.asked.kind !== 'each') && aimsAt(bare, 'eachYear')
  // "In 2020 and 2023" asks for the change of each; "in 2023 compared with 2020" for that between them.
  const isListed = times.asked.kind === 'each' && LISTED.test(text)
  const isRace = mentions.length === 2 && aimsAt(bare, 'overtakes') && aimsAt(bare, 'asksWhen')
  const isOften = isRace || aimsAt(bare, 'whichYears') || aimsAt(bare, 'ever')
  const isEver = !hasTimes(times.asked) && isOften
  const plainly = readOperation(bare, times.asked.kind !== 'each')
  const read = measured.some(one => LOSS.test(text.slice(one.start, one.end)))
    ? ofLosses(plainly)
    : plainly
  const isWhy = metrics.length > 0 && aimsAt(bare, 'reason')
  const isMove = (times.base || (isWhy && times.asked.kind === 'each')) && read.kind === 'value'
  // Beside a company that is not known, the only other one is neither ahead nor behind.
  const isAlone = mentions.length === 1 && unknown.length > 0
  const isThan =
    mentions.length === 1 && !hasTimes(times.asked) && metrics.length === 1 && THAN.test(text)
  const isFirst = (isAlone || isThan) && read.kind === 'extreme'
  const operation: Operation = isMove ? { kind: 'change' } : isFirst ? { kind: 'value' } : read
  const isBeside = metrics.length === 0 && before.metrics !== undefined && aimsAt(bare, 'beside')
  const others = isBeside ? (before.companies ?? []) : []
  const named = [...others, ...mentions.map(({ company }) => company)]
  const who = chooseCompanies(text, named, scene)
  const heard = {
    ...(mentions.length > 0 && { companies: who }),
    ...(metrics.length > 0 && { metrics }),
    // The base of a comparison is not the topic of the next question.
    ...(hasTimes(times.asked) && !times.base && { times: times.asked }),
  }
  const plain = withoutAim(text, 'overview')
  const isOverview =
    metrics.length + unknown.length + others.length === 0 &&
    mentions.length > 0 &&
    plain !== text &&
    isBare(plain, [...mentions, ...ownTimes.mentions])
  const asking = isWhy ? withoutAim(bare, 'reason') : bare
  if (!isOverview && isBeyondFigures(asking)) return { heard, queries: [] }
  const isOpen = isWhy || asksForJudgement(text)
  // "How much did it grow?", "And in 2022?" and "And Microsoft?" refer to the previous question.
  const isFollowUp =
    (operation.kind !== 'value' ||
      hasTimes(times.asked) ||
      times.isAgainstPrevious ||
      mentions.length > 0) &&
    isBare(text, [...mentions, ...ownTimes.mentions])
  const whether = readWhether(bare, operation)
  const isTest = typeof whether === 'object'
  const query: Query = {
    ...{ clause: text, bare },
    companies: who,
    metrics: isOverview
      ? OVERVIEW_METRICS.map(metricOf)
      : metrics.length === 0 && isFollowUp
        ? (withoutRatios(before.metrics, operation) ?? allFor(operation, bare))
        : metrics,
    times: isEver
      ? { ...LATEST_YEARS, count: EVER_YEARS }
      : isTrend
        ? LATEST_YEARS
        : isPace && isTimeless
          ? RECENT_YEARS
          : chooseTimes(times, before.times),
    operation: isTest ? { kind: 'value' } : operation,
    ...(whether && !isOpen && { whether }),
    isRace,
    isOpen,
    isAgainstPrevious:
      times.isAgainstPrevious || isPace || (operation.kind === 'change' && (isEach || isListed)),
    step: aimsAt(bare, 'quarterStep') ? 'quarter' : 'year',
    isLoose: isTrend || isEver || isOverview,
    implied: isOverview
      ? OVERVIEW_METRICS.map(metricOf)
      : measured.flatMap(({ metric, isImplied }) => (isImplied ? metric : [])),
    narrowed: findNarrowed(text, [...mentions, ...ownTimes.mentions, ...unknown]),
    ...readForm(text),
  }
  const grown = metrics.length > 0 && operation.kind === 'change' ? splitGrowth(text, measured) : []
  const ungrown = query.metrics.filter(one => !grown.includes(one))
  const ungrowing = bare.replace(GROWTH, ' ')
  // "Revenue growth and margins" asks for one change; "how did sales and margins change" for all.
  if (grown.length === 0 || ungrown.length === 0 || aimsAt(ungrowing, 'change'))
    return { heard, queries: [query] }
  const rest = readOperation(ungrowing, times.asked.kind !== 'each')
  return {
    heard,
    queries: [
      { ...query, metrics: [...new Set(grown)] },
      { ...query, metrics: ungrown, operation: rest },
    ],
  }
}

/** The biggest loss is the lowest income. */
function ofLosses(operation: Operation): Operation {
  if (operation.kind !== 'extreme') return operation
  const direction = operation.direction === 'highest' ? 'lowest' : 'highest'
  return { kind: 'extreme', direction }
}

/** Chooses the times of the clause, or else the previous ones; a comparison needs both. */
function chooseTimes({ asked, base }: ReadTimes, before: AskedTimes | undefined): AskedTimes {
  if (asked.kind === 'range' && !asked.to) {
    const [to, ...others] = before?.kind === 'each' ? before.periods : []
    return to && others.length === 0 ? { ...asked, to } : asked
  }
  if (!base) return hasTimes(asked) ? asked : (before ?? asked)
  return { kind: 'each', periods: [base, ...comparedWith(base, before)] }
}

/** The times to compare the base with: the previous ones, or the latest of its kind. */
function comparedWith(base: AskedPeriod, before: AskedTimes | undefined): readonly AskedPeriod[] {
  if (before?.kind === 'each' && before.periods.length > 0) return before.periods
  if (before?.kind === 'range' && before.to) return [before.to]
  return [{ kind: 'latest', ...(base.kind === 'fiscal' && { part: base.part }) }]
}

function readForm(text: string): Pick<Query, 'form' | 'currency'> {
  const decimals = readDecimals(text)
  const scale = SCALE.exec(text)?.groups?.['scale']?.toLowerCase() as Scale | undefined
  const wanted = Object.entries(CURRENCY.exec(text)?.groups ?? {}).find(([, name]) => name)?.[0]
  return {
    form: {
      ...(decimals !== undefined && { decimals }),
      ...(scale && { scale }),
    },
    ...(wanted && { currency: wanted }),
  }
}

/** "Is the dividend covered by free cash flow?" asks how often, and not for the cash flow too. */
function withoutCovered(metrics: readonly Metric[]): readonly Metric[] {
  const covers = metrics.filter(({ isCover }) => isCover)
  const parts = covers.flatMap(({ formulas }) => formulas.flatMap(({ of }) => of))
  return metrics.filter(({ id, isCover }) => isCover || !parts.includes(id))
}

/** "Which is more profitable, by operating margin?": the named metric tells which of the group is meant. */
function withoutGroups(mentions: readonly MetricMention[]): readonly MetricMention[] {
  const named = new Set(mentions.flatMap(one => (one.isImplied ? [] : one.metric)))
  const groups = Map.groupBy(mentions, ({ start }) => start).values()
  return groups
    .filter(own => own.length === 1 || !own.some(({ metric }) => named.has(metric)))
    .toArray()
    .flat()
}

/** Returns whether a text has only words that ask, count or report. */
function isBare(text: string, mentions: readonly Span[]): boolean {
  return words(text).every(word => overlaps(word, mentions) || isPlainWord(word))
}

/** Growth behind a question about margins is that of the companies: "… and who grew faster?" */
function withoutRatios(metrics: readonly Metric[] | undefined, { kind }: Operation) {
  return kind === 'change' && metrics?.every(isQuotient) ? undefined : metrics
}

/** A company that grew or is bigger has more revenue. */
function allFor({ kind }: Operation, text: string): readonly Metric[] {
  if (kind === 'change' || kind === 'annual-rate' || aimsAt(text, 'bigger'))
    return [metricOf('revenue')]
  return []
}

function chooseCompanies(
  clause: string,
  mentioned: readonly Company[],
  { companies, named, before }: Scene,
): readonly Company[] {
  const distinct = (all: readonly Company[]) => [...new Set(all)]
  if (mentioned.length > 0) return distinct(mentioned)
  if (companies.length === 1) return companies
  if (aimsAt(clause, 'whichCompany')) return distinct(named.length > 1 ? named : companies)
  if (before.companies && before.companies.length > 0) return before.companies
  return distinct(named)
}

/** Names beside those of known companies in a comparison, which no company here goes by. */
export function findUnknownNames(
  question: string,
  { mentions, today }: { readonly mentions: readonly Span[]; readonly today: string },
): (Span & { readonly name: string })[] {
  if (mentions.length === 0) return []
  const times = findPeriods(question, today)
  const known = [...mentions, ...times, ...namedIn(question, [...mentions, ...times])]
  // Without capitals, only a list of companies tells a name from other words.
  const isList = aimsAt(question, 'compares') || mentions.length > 1
  const isSmall = !/\p{Lu}/u.test(question) && isList
  // "delta united american southwest", "delta, american, southwest"
  const gap = mentions.length > 2 ? /^(?: +| ?, ?)$/ : /^ ?, ?$/
  const isBetween = ({ start, end }: Span) =>
    mentions.some(one => gap.test(question.slice(one.end, start))) &&
    mentions.some(one => gap.test(question.slice(end, one.start)))
  // "Delta, United and American": in a list, a word of many names is one.
  const isItem = (word: Word) =>
    /^\p{Lu}/u.test(word.text) &&
    isBeside(question, word, mentions) &&
    /^(?:$|[?,.]| (?:and|or|did|does|had|has|have|in|since|from|over)\b)/.test(
      question.slice(word.end),
    )
  const open = words(question).filter(
    word =>
      (isSmall || /^\p{Lu}/u.test(word.text)) &&
      !overlaps(word, known) &&
      !isPlainWord(word) &&
      (!GENERIC.has(word.folded) || isItem(word)) &&
      ![NO_TICKERS, ORDINARY].some(set => set.has(word.folded)) &&
      !FINANCE_WORD.test(word.text),
  )
  const names: Span[] = []
  // "American Airlines": words of many names belong to the name behind them.
  const isNamed = ({ folded, text }: Word) =>
    GENERIC.has(folded) && (isSmall || /^\p{Lu}/u.test(text))
  const all = words(question).filter(word => !overlaps(word, known))
  for (const { start: at, end } of open) {
    const before = all.find(one => isNamed(one) && question.slice(one.end, at) === ' ')
    const start = before?.start ?? at
    const last = names.at(-1)
    if (last && /^(?:[ -]| & )$/.test(question.slice(last.end, start)))
      names.splice(-1, 1, { ...last, end })
    else names.push({ start, end })
  }
  return names
    .filter(name => isCompared(question, name) || (isSmall && isBeside(question, name, mentions)))
    .concat(all.filter(word => !isPlainWord(word) && isBetween(word)))
    .map(one => ({ ...one, name: question.slice(one.start, one.end).replace(/['’]s?$/, '') }))
}
