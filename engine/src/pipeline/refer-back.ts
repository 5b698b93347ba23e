import type { ReportedFigures } from '../evidence/finding.ts'
import type { FactAnswer } from '../facts/answer.ts'
import { CITIES } from '../facts/answers/answer-entries.ts'
import type { Fact } from '../facts/fact.ts'
import { namesCompany } from '../finance/companies/find-companies.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { SHAPE } from '../finance/profiles.ts'
import { joinAnd } from '../text/say.ts'

/** What an answer is about, for a question that refers to its result. */
interface Result {
  readonly names: readonly string[]
  readonly year?: string | undefined
  /** "Lima in Peru". */
  readonly city?: string | undefined
  /** Whether the names are in the order of a figure. */
  readonly isRanked?: boolean
}

export interface Answered {
  readonly answer?: FactAnswer
  readonly figures?: ReportedFigures
}

/** A question that is complete without the others. */
export interface Complete {
  readonly text: string
  /** True if the list before it shows that. */
  readonly isSaid?: boolean
}

export interface Referring {
  /** Puts names, years and measures in place of references; undefined if there are none. */
  resolve(question: string): Complete | undefined
  remember(found: readonly Answered[]): void
}

const YEAR = /\b(?:1[5-9]|20)\d\d\b/g
const THEM =
  /\beach of them\b|(?<=\b(?:of|for|among|between|in|compare|rank) )(?:them|these|those)\b/i
/** Fewer than the ranking lists. */
const FIRST_OF_THEM = /\bthe first (?<count>\d+) of them\b/
const ASKS_YEAR = /^(?:In which (?:fiscal )?year|When) /
/** Without a list before it, "they" is anybody: "What money do they use in Japan?" */
const THEY = /\bthey\b/
const THAT_ONE = /\bthat (?:country|company|person|team|state)\b/
const THAT_CITY = /\bthat city\b/
const FIRST = /^Which of them (?:has|have) the (?:high|larg)est (?<measure>.+)\?$/
const THAT_YEAR = /\b(?:(?<when>in|since|from|before|after) )?that year\b/
const MOST_NAMES = 40
/** A verdict that names no measure is one over the measures of the questions before it. */
const VERDICT = /^Which of (?<names>.+) is (?:in better shape|better off)\?$/
const OPENING =
  /^(?:(?:What|How) (?:is|are|was|were|did)|Compare|Did|Is|Are|Which of .+ (?:has|have|had)) the (?:higher |highest |lower |lowest )?/
const MOST_MEASURES = 6

/** Follows the plain questions of a request in order: "of them" means what an answer before has listed. */
export function followResults(companies: CompanyStore | undefined): Referring {
  const results: Result[] = []
  const asked: string[] = []
  let among: readonly string[] | undefined
  return {
    resolve(written) {
      const measured = withMeasures(written, asked)
      const isOfFirms = companies !== undefined && namesCompany(measured, companies)
      const text = isOfFirms ? withPeriod(measured, asked) : measured
      const { measure } = FIRST.exec(written)?.groups ?? {}
      const isSaid = measure !== undefined && isInOrder(measure, asked.at(-1), results.at(-1))
      asked.push(written)
      const many = results.findLast(({ names }) => names.length > 1) ?? results.at(-1)
      among = THEM.test(text) || THEY.test(text) ? many?.names : undefined
      const one = results.findLast(({ names }) => names.length > 0)
      const year = results.findLast(result => result.year !== undefined)?.year
      const count = Number(FIRST_OF_THEM.exec(text)?.groups?.['count'])
      const given: readonly (readonly [RegExp, string | undefined])[] = [
        [FIRST_OF_THEM, many && joinAnd(many.names.slice(0, count))],
        [THEM, many && joinAnd(many.names)],
        [THAT_ONE, one?.names[0]],
        [THAT_CITY, results.findLast(({ city }) => city !== undefined)?.city],
        [THAT_YEAR, year && `${THAT_YEAR.exec(text)?.groups?.['when'] ?? 'in'} ${year}`],
      ]
      if (given.some(([gap, put]) => gap.test(text) && !put)) return undefined
      const replaced = [...given, [THEY, many && joinAnd(many.names)] as const]
      const put = (all: string, [gap, name]: (typeof given)[number]) =>
        name ? all.replace(gap, name) : all
      return { text: replaced.reduce(put, text), ...(isSaid && { isSaid }) }
    },
    remember(found) {
      const result = resultOf(found, { companies, question: asked.at(-1) ?? '' })
      // An answer about some of a list may cite the rest of it.
      const names = result?.names.filter(name => among?.includes(name) ?? true)
      if (result && names) results.push({ ...result, names })
    },
  }
}

/** A list of all that have a figure above a mark begins with the highest one. */
function isInOrder(measure: string, asked = '', result?: Result): boolean {
  return (
    result?.isRanked === true &&
    new RegExp(`\\b${RegExp.escape(measure)} (?:above|of at)`).test(asked)
  )
}

/** A verdict with the measures that it is by. */
function withMeasures(question: string, asked: readonly string[]): string {
  const { names } = VERDICT.exec(question)?.groups ?? {}
  if (names === undefined) return question
  const all = names.split(/, | and /)
  const measures = asked
    .filter(one => all.every(name => one.includes(name)))
    .flatMap(one => splitMeasures(one, all).measures)
  const own = [...new Set(measures)].slice(0, MOST_MEASURES)
  const by = own.length > 0 ? joinAnd(own) : question.endsWith('shape?') ? SHAPE : undefined
  return by === undefined ? question : `Which of ${names} does best by ${by}?`
}

const OF_NO_PERIOD =
  /^(?:Which of (?<names>.+?) does (?:best|worst) by|Can (?<name>.+?) cover\b)(?!.* (?:in|since|over|from|until) ).*\?$/
const PERIOD = / (?<period>(?:in|since|over|from|until) [^?.]*?\d[^?.]*|in the latest [^?.]*)[?.]$/
const OF_YEAR = /^in (?:fiscal )?\d{4}$/
const OF_YEARS = /^(?:since|over|from) /

/** A verdict or a yes or a no on companies is about the only period that the questions before it name. */
function withPeriod(question: string, asked: readonly string[]): string {
  const { names, name = names } = OF_NO_PERIOD.exec(question)?.groups ?? {}
  if (name === undefined) return question
  const own = asked.filter(one => name.split(/, | and /).every(each => one.includes(each)))
  const periods = new Set(own.flatMap(one => PERIOD.exec(one)?.groups?.['period'] ?? []))
  const [period, ...others] = periods
  const isFit = (one: string) => OF_YEAR.test(one) || (names !== undefined && OF_YEARS.test(one))
  return period && others.length === 0 && isFit(period)
    ? question.replace('?', ` ${period}?`)
    : question
}

/** "Research and development expense" is one measure. */
const NEXT_MEASURE =
  /, (?!general|plant)| and (?!development|administrative|equipment|cash equivalents|amortization)/

/** The measures that a plain question lists, and the words around them. */
function splitMeasures(question: string, names: readonly string[]) {
  const before = OPENING.exec(question)?.[0] ?? ''
  const ends = names.map(name => question.indexOf(` of ${name}`)).filter(at => at > 0)
  const end = before === '' || ends.length === 0 ? 0 : Math.min(...ends)
  const measures = question.slice(before.length, end).split(NEXT_MEASURE).filter(Boolean)
  return { before, measures, after: question.slice(end) }
}

/** Asks for one measure at a time: "Compare the area and climate of …" */
export function oneByOne(question: string): string[] {
  const name = / of (?=\p{Lu})/u.exec(question)
  const [first] = name ? [question.slice(name.index + 4).split(/[ ,?]/)[0] ?? ''] : ['']
  if (!first) return []
  const { before, measures, after } = splitMeasures(question, [first])
  return measures.length > 1 ? measures.map(one => `${before}${one}${after}`) : []
}

/** The year of each title, prize or independence in the answer: "the population of Ghana in that year" */
function yearsOf(answer: FactAnswer | undefined): readonly string[] {
  const facts = answer?.statements[0]?.facts ?? []
  return facts.flatMap(({ subject: { kind }, attribute: { label }, text = '', year }) =>
    label === 'Independence'
      ? (text.match(YEAR)?.slice(0, 1) ?? [])
      : year !== undefined && (label.endsWith(' title') || kind === 'laureate')
        ? [String(year)]
        : [],
  )
}

/** The capital or the largest city that an answer names. */
function cityOf({ subject, attribute, qualifier, text = '', entry }: Fact): string | undefined {
  const isCapital = attribute.label === 'Capital' && qualifier === 'name'
  const [name = ''] =
    /^[^(;]+/.exec(isCapital ? text : attribute.label === CITIES ? (entry?.name ?? '') : '') ?? []
  return name === '' ? undefined : `${name.trim()} in ${subject.name}`
}

interface ResultOptions {
  readonly companies: CompanyStore | undefined
  readonly question: string
}

function resultOf(
  found: readonly Answered[],
  { companies, question }: ResultOptions,
): Result | undefined {
  const names = found.flatMap(({ answer, figures }) => {
    const facts = answer?.list?.facts ?? answer?.statements.flatMap(one => one.facts) ?? []
    const ciks = (figures?.given ?? []).map(one => one.split(' ')[0])
    const listed = ciks.flatMap(
      cik => companies?.companies.find(one => one.cik === cik)?.name ?? [],
    )
    return [...facts.map(({ subject }) => subject.name), ...listed]
  })
  const answers = found.flatMap(({ answer }) => answer ?? [])
  const [first] = answers.flatMap(({ statements: [statement] }) => statement?.facts ?? [])
  const [said] = found.flatMap(({ figures }) => figures?.statements ?? [])
  const told = ASKS_YEAR.test(question) ? said?.text.match(YEAR)?.[0] : undefined
  const year = answers.flatMap(yearsOf)[0] ?? first?.year?.toString() ?? told
  const own = [...new Set(names)].slice(0, MOST_NAMES)
  const isRanked = answers.some(({ list }) => list?.isRanked)
  const city = first && cityOf(first)
  return own.length > 0 || year !== undefined ? { names: own, year, city, isRanked } : undefined
}
