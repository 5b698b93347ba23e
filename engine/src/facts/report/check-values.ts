import data from '../../../data/topics.json' with { type: 'json' }
import { say } from '../../text/say.ts'
import type { FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { factOf } from './describe-topic.ts'
import { fillTemplate } from './fill-template.ts'
import { nameOf, sayAmountIn, state } from './say-value.ts'
import type { Profile, Reporting, Topic } from './topics.ts'

/** Stands for the result until the other values are filled in. */
const RESULT = '<result>'

type Formula = string | number | readonly [string, Formula, Formula]

interface Check {
  readonly topics: readonly string[]
  /** Paths of fields by slot. */
  readonly values: Readonly<Record<string, string>>
  readonly result: Formula
  readonly unit: string
  readonly say: string
}

const CHECKS = data.checks as unknown as readonly Check[]

/** Calculates shares and differences of values of one year. */
export function recompute(
  topics: readonly Topic[],
  profile: Profile,
  reporting: Reporting & { readonly isOne: boolean },
): FactStatement[] {
  const scope = new Set(topics.map(({ id }) => id))
  const fields = new Set(topics.flatMap(topic => topic.fields.map(({ id }) => id)))
  const isMeant = (check: Check) =>
    check.topics.some(id => scope.has(id)) &&
    Object.values(check.values).some(path => fields.has(path.replace(/\.before$/, '')))
  return CHECKS.filter(isMeant).flatMap(check => sayCheck(check, profile, reporting) ?? [])
}

function sayCheck(
  { values, result, unit, say: template }: Check,
  profile: Profile,
  { topics, isOne }: Reporting & { readonly isOne: boolean },
): FactStatement | undefined {
  const factAt = (path = '') => {
    const field = topics.field(path.replace(/\.before$/, ''))
    return field && factOf(field, profile, path.endsWith('.before'))
  }
  const found = new Map(Object.entries(values).map(([name, one]) => [name, factAt(one)]))
  const years = new Set(
    [...found].flatMap(([name, fact]) =>
      values[name]?.endsWith('.before') ? [] : (fact?.year ?? []),
    ),
  )
  const number = calculate(result, found)
  if (years.size > 1 || number === undefined || !Number.isFinite(number)) return undefined
  const filled = fillTemplate(
    template.replace('{result}', RESULT),
    slot => found.get(slot),
    profile,
  )
  if (!filled) return undefined
  const [before = '', after = ''] = filled.text.split(RESULT)
  const told = { text: '', numbers: filled.computed ?? [], sources: filled.facts }
  return state(
    say`${told}${isOne ? '' : `${nameOf(profile.subject)}: `}${before}${sayAmountIn(number, unit)}${after}`,
  )
}

function calculate(
  formula: Formula,
  values: ReadonlyMap<string, Fact | undefined>,
): number | undefined {
  if (typeof formula === 'number') return formula
  if (typeof formula === 'string') return values.get(formula)?.number
  const [operator, one, other] = formula
  const [a, b] = [calculate(one, values), calculate(other, values)]
  if (a === undefined || b === undefined) return undefined
  if (operator === '+') return a + b
  if (operator === '-') return a - b
  return operator === '*' ? a * b : a / b
}
