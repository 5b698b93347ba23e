import data from '../../../data/topics.json' with { type: 'json' }
import { say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { factOf } from './describe-topic.ts'
import { fillTemplate } from './fill-template.ts'
import type { Reporting } from './reporting.ts'
import {
  ownerOf,
  percent,
  type Said,
  sayAmountIn,
  sayFigure,
  sayValue,
  state,
} from './say-value.ts'
import type { Profile, Topic } from './topics.ts'

/** Up to this much apart, rounding and revisions explain the gap. */
const CLOSE_PERCENT = 3
const CLOSE_POINTS = 0.5
/** Stands for the result until the other values are filled in. */
const RESULT = '<result>'

type Formula = string | number | readonly [string, Formula, Formula]

interface Check {
  readonly topics: readonly string[]
  readonly values: Readonly<Record<string, string>>
  readonly result: Formula
  readonly unit: string
  readonly say: string
}

const CHECKS = data.checks as unknown as readonly Check[]

/** Calculates values again from others, and says whether a stated value agrees. */
export function recompute(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  return CHECKS.filter(check => check.topics.some(id => scope.has(id))).flatMap(
    check => sayCheck(check, profile, reporting) ?? [],
  )
}

function sayCheck(
  { values, result, unit, say: template }: Check,
  profile: Profile,
  { topics }: Reporting,
): FactStatement | undefined {
  const found = new Map(
    Object.entries(values).flatMap(([name, path]) => {
      const field = topics.field(path.replace(/\.before$/, ''))
      const fact = field && factOf(field, profile, path.endsWith('.before'))
      return fact ? [[name, fact] as const] : []
    }),
  )
  const stated = found.get('stated')
  if (found.size < Object.keys(values).length - ('stated' in values && !stated ? 1 : 0))
    return undefined
  const number = calculate(result, found)
  if (number === undefined || !Number.isFinite(number)) return undefined
  const said = sayAmountIn(number, unit)
  const filled = fillTemplate(
    template.replace('{result}', RESULT),
    slot => found.get(slot),
    profile,
  )
  if (!filled) return undefined
  const [before = '', after = ''] = filled.text.split(RESULT)
  const told = { text: '', numbers: filled.computed ?? [], sources: filled.facts }
  return state(say`${told}${before}${said}${after}${stated && compareStated(number, stated)}`)
}

function calculate(formula: Formula, values: ReadonlyMap<string, Fact>): number | undefined {
  if (typeof formula === 'number') return formula
  if (typeof formula === 'string') return values.get(formula)?.number
  const [operator, one, other] = formula
  const [a, b] = [calculate(one, values), calculate(other, values)]
  if (a === undefined || b === undefined) return undefined
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  return operator === '*' ? a * b : a / b
}

function compareStated(number: number, stated: Fact): Said {
  const when = stated.year === undefined ? '' : ` (${stated.year})`
  const own = say`; the source states ${sayValue(stated)}${when}`
  const isShare = /^%/.test(stated.unit ?? '')
  const { number: given = 1 } = stated
  const gap = isShare
    ? Number(Math.abs(number - given).toPrecision(2))
    : percent(Math.abs(number / given - 1))
  if (gap <= (isShare ? CLOSE_POINTS : CLOSE_PERCENT)) return say`${own}, which agrees`
  return say`${own}, ${gap}${isShare ? ' percentage points' : '%'} apart`
}

/** Sets a value of the profile against the same in a series of another collection. */
export function crossCheck(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  return data.against
    .filter(one => one.topics.some(id => scope.has(id)))
    .flatMap(({ field: id, series, ...against }) => {
      const field = reporting.topics.field(id)
      const attribute = reporting.topics.series(series)
      const fact = field && factOf(field, profile)
      const rows = attribute ? profile.yearly(attribute) : []
      const same = rows.find(({ year }) => year === fact?.year)
      const other = same ?? rows.at(-1)
      if (!fact?.number || !other?.number) return []
      return [sayAgainst(fact, other, against)]
    })
}

function sayAgainst(
  fact: Fact,
  other: Fact,
  { name, yearly }: { readonly name: string; readonly yearly: number },
): FactStatement {
  const gap = percent(Math.abs((fact.number ?? 0) / (other.number ?? 1) - 1))
  const years = Math.abs((fact.year ?? 0) - (other.year ?? 0))
  const isClose = gap <= (years === 0 ? CLOSE_PERCENT : yearly * years)
  const verdict = isClose
    ? years === 0
      ? 'they agree'
      : 'the years between them can explain it'
    : 'more than the years between them explain, so they differ'
  return state(
    say`${ownerOf(fact.subject)} ${name} is ${sayValue(fact)} (${fact.year}) in The World Factbook and ${sayFigure(other)} (${other.year}) in the World Bank series, ${gap}% apart: ${verdict}`,
    other,
  )
}
