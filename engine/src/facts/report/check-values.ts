import data from '../../../data/topics.json' with { type: 'json' }
import { say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { factOf } from './describe-topic.ts'
import { fillTemplate } from './fill-template.ts'
import {
  nameOf,
  ownerOf,
  percent,
  type Said,
  sayAmountIn,
  sayFigure,
  sayValue,
  state,
} from './say-value.ts'
import type { Profile, Reporting, Topic } from './topics.ts'

/** Up to this much apart, rounding and revisions explain the gap. */
const CLOSE_PERCENT = 3
const CLOSE_POINTS = 0.5
/** In per cent. */
const LEAST_SAID = 0.1
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
  reporting: Reporting & { readonly isOne: boolean },
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  return CHECKS.filter(check => check.topics.some(id => scope.has(id))).flatMap(
    check => sayCheck(check, profile, reporting) ?? [],
  )
}

/** Calculates with values of one year alone; a change needs the year before as well. */
function sayCheck(
  { values, result, unit, say: template }: Check,
  profile: Profile,
  { topics, isOne }: Reporting & { readonly isOne: boolean },
): FactStatement | undefined {
  const isEarlier = (name: string) => values[name]?.endsWith('.before')
  const found = new Map(
    Object.entries(values).flatMap(([name, path]) => {
      const field = topics.field(path.replace(/\.before$/, ''))
      const fact = field && factOf(field, profile, path.endsWith('.before'))
      return fact ? [[name, fact] as const] : []
    }),
  )
  const years = new Set(
    [...found].flatMap(([name, { year }]) =>
      name === 'stated' || isEarlier(name) ? [] : (year ?? []),
    ),
  )
  if (years.size > 1) return undefined
  const given = found.get('stated')
  const stated = given && (given.year === undefined || years.has(given.year)) ? given : undefined
  if (found.size < Object.keys(values).length - ('stated' in values && !given ? 1 : 0))
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
  return state(
    say`${told}${isOne ? '' : `${nameOf(profile.subject)}: `}${before}${said}${after}${stated && compareStated(number, stated)}`,
  )
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

/** Sets a value of the profile against that of the same year in a series of another collection. */
export function crossCheck(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting,
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  return data.against
    .filter(one => one.topics.some(id => scope.has(id)))
    .flatMap(({ field: id, series, name }) => {
      const field = reporting.topics.field(id)
      const attribute = reporting.topics.series(series)
      const rows = attribute ? profile.yearly(attribute) : []
      const pairs = (field ? profile.rows(field) : []).flatMap(fact => {
        const other = rows.find(({ year }) => year === fact.year)
        return fact.number && other?.number ? [{ fact, other }] : []
      })
      return pairs.slice(0, 1).map(({ fact, other }) => sayAgainst(fact, other, name))
    })
}

function sayAgainst(fact: Fact, other: Fact, name: string): FactStatement {
  const gap = Number((Math.abs((fact.number ?? 0) / (other.number ?? 1) - 1) * 100).toFixed(1))
  const apart = gap < LEAST_SAID ? say`they agree` : say`${gap}% apart`
  return state(
    say`${ownerOf(fact.subject)} ${name} in ${fact.year} is ${sayValue(fact)} in The World Factbook and ${sayFigure(other)} in the World Bank series: ${apart}`,
    other,
  )
}
