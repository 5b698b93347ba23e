import { capital, fillSlots } from '../text/say.ts'
import type { FactStatement } from './answer.ts'
import { DERIVED, type Derived } from './derived-figures.ts'
import type { Attribute, Fact, FactQuery } from './fact.ts'
import { ownerOf, nameOf as subjectName } from './report/say-value.ts'
import { datedValue, sayAmount } from './say-facts.ts'
import { canSum } from './select-facts.ts'

/** A figure that is calculated from two rows, of which the second may be some years older. */
interface Rule extends Pick<Derived, 'of'> {
  readonly label: string
  readonly by?: Derived['by']
  readonly yearsBefore?: number
  readonly from: (one: number, other: number) => number
  /** If it is not that of a row. */
  readonly unit?: string
}

const FROM: Readonly<Record<Derived['by'], Rule['from']>> = {
  minus: (one, other) => one - other,
  per: (one, other) => one / other,
  times: (percent, whole) => (percent / 100) * whole,
}
const JOINED = { minus: 'minus', per: 'divided by' } as const
const CALCULATED: readonly Rule[] = [
  {
    label: 'GDP per capita (current US$)',
    of: [[['GDP (current US$)']], [['Population by year']]],
    from: (gdp, people) => Math.round(gdp / people),
    unit: 'USD',
  },
  {
    label: 'Population growth rate by year',
    of: [[['Population by year']], [['Population by year']]],
    yearsBefore: 1,
    from: (now, before) => Number(((now / before - 1) * 100).toFixed(2)),
    unit: '%',
  },
  ...DERIVED.map(({ named: label, by, of }) => ({ label, by, of, from: FROM[by] })),
]

const STRENGTHS = 'Military and security service personnel strengths'
const SOLDIERS = 'Active military personnel'
const COUNTED = -1 - CALCULATED.length
/** "Estimated 1.1-1.2 million active …", "approximately 30-35,000 active-duty …". */
const ACTIVE =
  /(?:approximately|estimated|as many as) (?<low>[\d.,]+)(?:-(?<high>[\d.,]+))?(?<scale> million)?(?= active\b)/

/** The soldiers on active duty, whom the source gives in a text: of a span, the middle. */
function countOf(row: Fact, attribute: Attribute): Fact[] {
  const found = ACTIVE.exec(row.text ?? '')
  const { low = '', high = low, scale } = { ...found?.groups }
  if (!found || row.qualifier) return []
  // In "30-35,000" both are thousands, and in "850,000-1 million" only one is millions.
  const short = scale ? 1e6 : high.includes(',') ? 1e3 : 1
  const [from = 0, to = 0] = [low, high].map(
    one => Number(one.replaceAll(',', '')) * (one.includes(',') ? 1 : short),
  )
  const text = row.year === undefined ? found[0] : `${found[0]} (${row.year})`
  const own = { id: COUNTED * 1e9 - row.id, attribute, text, number: (from + to) / 2 }
  return [{ ...row, ...own, unit: 'people', from: [row] }]
}

interface Rows {
  attributes(): readonly Attribute[]
  find(query: FactQuery): readonly Fact[]
}

/** A figure with the attributes of its two values. */
interface Series extends Omit<Rule, 'label' | 'of'> {
  readonly ones: readonly Side[]
  readonly others: readonly Side[]
  readonly attribute: Attribute
}

interface Side {
  readonly attribute: Attribute
  readonly qualifier: string
}

function calculate(
  { ones, others, attribute, yearsBefore = 0, by, from, unit }: Series,
  { subjects, years }: FactQuery,
  facts: Rows,
): Fact[] {
  const both = years?.flatMap(year => [year, year - yearsBefore])
  const attributes = [...ones, ...others].map(one => one.attribute.id)
  const query = { attributes, ...(subjects && { subjects }), ...(both && { years: both }) }
  const keyOf = (subject: number, id: number, qualifier = '', year = 0) =>
    `${subject} ${id} ${qualifier} ${year}`
  const rows = facts.find(query).filter(({ number }) => number)
  const byKey = new Map(
    rows.map(row => [keyOf(row.subject.id, row.attribute.id, row.qualifier, row.year), row]),
  )
  const seen = new Set<string>()
  return rows.flatMap(({ subject, year = 0 }) => {
    const find = (sides: readonly Side[], of: number) =>
      sides
        .map(side => byKey.get(keyOf(subject.id, side.attribute.id, side.qualifier, of)))
        .find(row => row !== undefined)
    const [first, second] = [find(ones, year), find(others, year - yearsBefore)]
    const key = `${subject.id} ${year}`
    if (!first?.number || !second?.number || seen.has(key)) return []
    seen.add(key)
    // A share of GDP does not divide by the population.
    if (by === 'per' && !canSum(first)) return []
    const exact = from(first.number, second.number)
    const as = { ...first, unit: unit ?? (by === 'times' ? second : first).unit ?? '' }
    const { amount, value } = sayAmount(Math.abs(exact), as)
    const [number, sign] = exact < 0 ? [-value, '−'] : [value, '']
    const { qualifier: _, ...row } = as
    const when = year === 0 ? '' : ` (${year})`
    const own = { attribute, text: `${sign}${amount}${when}`, number, from: [first, second] }
    return [{ ...row, ...own, id: attribute.id * 1e9 - first.id }]
  })
}

/** Adds attributes whose rows are calculated when they are read; each row names those it comes from. */
export function withCalculated<Store extends Rows>(facts: Store): Store {
  const known = Map.groupBy(facts.attributes(), ({ label }) => label)
  const series = CALCULATED.flatMap(({ label, of, ...rule }, at): Series[] => {
    const [ones = [], others = []] = of.map(names =>
      names.flatMap(([name = '', qualifier = '']) =>
        (known.get(name) ?? []).map(attribute => ({ attribute, qualifier })),
      ),
    )
    const [one] = ones
    // Ids below zero are of no row that is stored.
    return one && others.length > 0
      ? [{ ...rule, ones, others, attribute: { ...one.attribute, id: -1 - at, key: label, label } }]
      : []
  })
  const [strength] = known.get(STRENGTHS) ?? []
  const counted = strength && { ...strength, id: COUNTED, key: SOLDIERS, label: SOLDIERS }
  return {
    ...facts,
    attributes: () => [
      ...facts.attributes(),
      ...series.map(({ attribute }) => attribute),
      ...(counted ? [counted] : []),
    ],
    find(query: FactQuery) {
      const { subjects, attributes, years, parts } = query
      const calculated = series
        .filter(
          ({ attribute: { id }, unit }) => attributes?.includes(id) ?? (unit && subjects && !parts),
        )
        .flatMap(one => calculate(one, query, facts))
      const inTime = calculated.filter(({ year = 0 }) => years?.includes(year) ?? true)
      const stored = facts.find(query)
      if (!counted || !attributes?.includes(COUNTED)) return [...stored, ...inTime]
      const texts = facts.find({ ...query, attributes: [strength.id] })
      return [...stored, ...inTime, ...texts.flatMap(row => countOf(row, counted))]
    },
  }
}

/** The stored rows behind facts, for citations. */
export function storedRows(facts: readonly Fact[]): Fact[] {
  return [...new Set(facts.flatMap(fact => fact.from ?? fact))]
}

/** A figure from two others with both: "… was $175 billion in 2024: $1.949 trillion minus $1.774 trillion." */
export function sayCalculated(fact: Fact): FactStatement | undefined {
  const { attribute, subject, year, from: [one, other] = [] } = fact
  const derived = DERIVED.find(({ named }) => named === attribute.label)
  if (!derived || !one || !other) return undefined
  const { named, by, whole, say } = derived
  const bare = (row: Fact) => datedValue(row).replace(/\s*\(\d{4}(?: est\.)?\)$/, '')
  const shown = sayAmount(other.number ?? 0, other)
  const share = bare(one).replace(/ of (?:GDP|(?:total )?population)$/, '')
  const how =
    by === 'times'
      ? `${share} of a ${whole} of ${shown.amount}`
      : `${bare(one)} ${JOINED[by]} ${bare(other)}`
  const isMany = /^[\w ]*[^su]s\b/.test(named.split(' (')[0]?.split(' per ')[0] ?? '')
  const amount = bare(fact)
  const said = say
    ? fillSlots(say, { amount: amount.replace(/ people$/, ''), subject: subjectName(subject) })
    : `${capital(ownerOf(subject))} ${named} ${isMany ? 'were' : 'was'} ${amount}`
  return {
    text: `${said}${year === undefined ? '' : ` in ${year}`}: ${how}.`,
    facts: [fact],
    computed: [shown.value, ...[fact, one, other].flatMap(({ number = 0 }) => Math.abs(number))],
  }
}
