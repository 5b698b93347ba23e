import type { Company } from '../search/company-fact.ts'
import { list, say } from '../text/say.ts'
import { type ProfileScene, sayLater } from './answer-overview.ts'
import type { Answer } from './answer-query.ts'
import { sayName } from './companies/company-names.ts'
import { type CompanyYears, profileOf } from './company-profile.ts'
import { signOf, toNumber } from './decimal.ts'
import { YEARS } from './describe-figures.ts'
import { type Figure, isMoment } from './figure.ts'
import { allFigures, divisorOf } from './look-up.ts'
import { isQuotient, metricOf } from './metrics.ts'
import type { Test } from './profiles.ts'
import { NUMBERS } from './question/read-times.ts'
import { amount, gainOrLoss, nameOwner, nameTime, type Phrase, state } from './statements/say.ts'

interface Tested {
  readonly test: Test
  readonly figure: Figure
  readonly isPassed: boolean
}

/** Fewer make no verdict. */
const LEAST_TESTS = 3
/** The shares of tests that such finances may fail. */
const MOST_OF_SOUND = 0.25
const MOST_OF_MIXED = 0.5
const RECORD_YEARS = 5
const RESULT = 'net-income'

/** Judges the finances of a company by the tests for its industry, and says by which mark each is passed. */
export function judgeHealth(company: Company, scene: ProfileScene): Answer {
  const { book, voice, effort, isAlone } = scene
  const profile = profileOf(book, company)
  const results = profile?.tests.map(test => apply(test, profile)) ?? []
  const tested = results.filter(one => one !== undefined)
  const [first] = tested
  if (!profile || !first || tested.length < LEAST_TESTS) {
    const missing = [
      `${sayName(company)}: a verdict on its finances (the filings here have too few figures)`,
    ]
    return { statements: [], figures: [], missing }
  }
  const open = profile.tests.filter((_, at) => results[at] === undefined)
  const passed = tested.filter(({ isPassed }) => isPassed)
  const failed = tested.filter(({ isPassed }) => !isPassed)
  const record = profile.series(metricOf(RESULT), RECORD_YEARS)
  const sayOne = ({ test, figure }: Tested): Phrase =>
    say`${sayFigure(figure)} (${sayMark(test)}${test.metric === RESULT ? sayRecord(record) : ''})`
  const [opening, ...rest] = [['fails', failed] as const, ['passes', passed] as const].flatMap(
    ([verb, own]) =>
      own.length > 0
        ? [say`it ${verb} ${count(own.length, tested.length)}, with ${list(own.map(sayOne))}`]
        : [],
  )
  const sources = tested.map(({ figure }) => figure)
  const isFew = open.length >= tested.length
  const verdict = say`by ${count(tested.length)} usual tests${profile.named && ` ${profile.named}`} on the figures of ${nameTime(first.figure)}, ${nameOwner(first.figure)} finances look ${sayGrade(failed.length, tested.length)}${isFew ? ', as far as the filings here tell' : ''}: ${opening}`
  const lacking = list(open.map(test => say`${metricOf(test.metric).name} (${sayMark(test)})`))
  const tests = `more ${open.length > 1 ? 'tests' : 'test'} cannot be made, as the filings here lack the figures`
  return {
    statements: [
      ...[verdict, ...rest, ...turnsOf(tested, profile, scene)],
      ...(open.length > 0 ? [{ ...say`${count(open.length)} ${tests}: ${lacking}`, sources }] : []),
    ].map((one, at) => ({
      ...state(one, voice),
      about: at === 0 || isAlone ? [] : [sayName(company)],
    })),
    figures: sources,
    tabled: tested.flatMap(({ test, figure: { metric } }) =>
      profile.series(metric, YEARS[effort]).map(one => ({
        ...one,
        metric: { ...metric, name: `${metric.name} (${sayMark(test).text})` },
      })),
    ),
    missing: [],
  }
}

/** Undefined if no filing has the figure, nor the one that takes its place. */
function apply(test: Test, profile: CompanyYears): Tested | undefined {
  const metric = metricOf(test.metric)
  const figure = profile.find(metric)
  if (figure) return { test, figure, isPassed: passes(test, figure) }
  // Debt has no ratio to equity or to a cash flow that is below zero, which is worse than a high one.
  const [part, divisor] = [metric.formulas[0]?.of[0], divisorOf(metric)]
  const under = divisor && profile.find(divisor)
  if (part && divisor && under && signOf(under.value) <= 0 && profile.choose([part]))
    return { test: { metric: divisor.id, above: 0 }, figure: under, isPassed: false }
  return test.otherwise && apply(test.otherwise, profile)
}

function passes(
  { above = -Infinity, least = -Infinity, most = Infinity }: Test,
  { value }: Figure,
) {
  const size = toNumber(value)
  return size > above && size >= least && size <= most
}

/** "should be at least 20%". */
function sayMark({ metric, least, most }: Test): Phrase {
  const mark = least ?? most
  const sign = metricOf(metric).formulas[0]?.as === 'percent' ? '%' : ''
  return mark === undefined
    ? say`should be above zero`
    : say`should be at ${least === undefined ? 'most' : 'least'} ${mark}${sign}`
}

/** "; it was in 3 of the 5 years to 2025". */
function sayRecord(years: readonly Figure[]): Phrase {
  const good = years.filter(({ value }) => signOf(value) > 0)
  const isAll = good.length === years.length
  const last = years.at(-1)?.period.fiscalYear
  return {
    ...say`; it was in ${isAll ? 'each' : good.length} of the ${years.length} years to ${last}`,
    sources: years,
  }
}

/** "free cash flow of −$4.95 billion", "total debt at 0.41 times shareholders' equity". */
function sayFigure(figure: Figure): Phrase {
  const { metric, unit, terms = [] } = figure
  const [part = '', whole] = terms.map(one => one.figure.metric.name.replace(/ including .*/, ''))
  if (whole && signOf(figure.value) === 0) return say`no ${part} beside ${whole}`
  if (isQuotient(metric))
    return say`${part} at ${amount(figure)}${unit === 'times' ? ' times' : ' of'} ${whole}`
  const isLoss = metric.id === RESULT && signOf(figure.value) < 0
  return say`${isLoss ? '' : `${metric.name} of `}${gainOrLoss(figure)}`
}

function sayGrade(failed: number, all: number): string {
  if (failed > all * MOST_OF_MIXED) return 'weak'
  return failed > all * MOST_OF_SOUND ? 'mixed' : failed > 0 ? 'mostly sound' : 'sound'
}

/** "three", and "all three" of three. */
function count(size: number, all = 0): Phrase {
  return { ...say`${size === all ? 'all ' : ''}${NUMBERS[size - 1]}`, numbers: [size] }
}

/** The newer result, the tests that newer figures turn around, and a newest quarter that goes the other way. */
function turnsOf(tested: readonly Tested[], profile: CompanyYears, { book, voice }: ProfileScene) {
  const notes = new Map<Figure, string>()
  for (const { test, figure, isPassed } of tested) {
    const later = profile.later(figure.metric)
    const isTurned = later && passes(test, later) !== isPassed
    if (isTurned) notes.set(later, ` (which would ${isPassed ? 'fail' : 'pass'})`)
    else if (later && test.metric === RESULT) notes.set(later, '')
  }
  const figures = [...notes.keys()]
  const result = figures.find(({ metric }) => metric.id === RESULT)
  const quarter = result && allFigures(book, result.company, result.metric).at(-1)
  const isTurned = quarter && signOf(quarter.value) !== signOf(result.value)
  return [
    ...[false, true].flatMap(is => {
      const same = figures.filter(one => isMoment(one) === is)
      return sayLater(same, voice, notes) ?? []
    }),
    ...(isTurned
      ? [say`in ${nameTime(quarter)} alone, the result was ${gainOrLoss(quarter)}`]
      : []),
  ]
}
