import type { Attribute, Fact } from './fact.ts'
import type { Facts } from './open-facts.ts'
import { writeNumber } from './write-fact.ts'

/** A series that no collection has: each value comes from two rows that they do have. */
interface Calculated {
  readonly label: string
  /** Labels of the two series, which may be the same one. */
  readonly of: readonly [string, string]
  /** How many years the second row is before the first. */
  readonly yearsBefore: number
  readonly unit: string
  readonly from: (one: number, other: number) => number
}

const CALCULATED: readonly Calculated[] = [
  {
    label: 'GDP per capita (current US$)',
    of: ['GDP (current US$)', 'Population by year'],
    yearsBefore: 0,
    unit: 'USD',
    from: (gdp, people) => Math.round(gdp / people),
  },
  {
    label: 'Population growth rate by year',
    of: ['Population by year', 'Population by year'],
    yearsBefore: 1,
    unit: '%',
    from: (now, before) => Number(((now / before - 1) * 100).toFixed(2)),
  },
]

/** Adds attributes whose rows are calculated when they are read; each row names those it comes from. */
export function withCalculated(facts: Facts): Facts {
  let series: ReturnType<typeof readSeries> | undefined
  const own = () => {
    series ??= readSeries()
    return series
  }
  const find: Facts['find'] = query => {
    const { subjects, attributes: wanted, years, parts } = query
    const isMeant = ({ id }: Attribute) => wanted?.includes(id) ?? subjects !== undefined
    const calculated = own()
      .filter(({ attribute }) => isMeant(attribute) && !parts)
      .flatMap(one => rowsOf(one, subjects ? { subjects } : {}))
      .filter(({ year = 0 }) => years?.includes(year) ?? true)
    return [...facts.find(query), ...calculated]
  }
  const readSeries = () => {
    const known = facts.attributes()
    return CALCULATED.flatMap(({ label, ...rule }, at) => {
      const bases = rule.of.flatMap(of => known.find(one => one.label === of) ?? [])
      const [first, second] = bases
      // Ids below zero are of no row that is stored.
      return first && second
        ? [{ ...rule, first, second, attribute: { ...first, id: -1 - at, key: label, label } }]
        : []
    })
  }
  const rowsOf = (
    { first, second, attribute, yearsBefore, unit, from }: ReturnType<typeof readSeries>[number],
    query: { readonly subjects?: readonly number[] },
  ): Fact[] => {
    const rows = facts.find({ ...query, attributes: [first.id, second.id] })
    const keyOf = (fact: Fact, label: number, year = fact.year ?? 0) =>
      `${fact.subject.id} ${label} ${year}`
    const byKey = new Map(rows.map(row => [keyOf(row, row.attribute.id), row]))
    return rows.flatMap(row => {
      const other = byKey.get(keyOf(row, second.id, (row.year ?? 0) - yearsBefore))
      if (row.attribute.id !== first.id || !row.number || !other?.number) return []
      const number = from(row.number, other.number)
      const amount = unit === 'USD' ? `$${writeNumber(number)}` : `${number}${unit}`
      const text = `${amount} (${row.year})`
      return [
        {
          ...row,
          id: attribute.id * 1e9 - row.id,
          attribute,
          text,
          number,
          unit,
          from: [row, other],
        },
      ]
    })
  }
  return {
    ...facts,
    find,
    attributes: () => [...facts.attributes(), ...own().map(one => one.attribute)],
  }
}

/** The stored rows behind facts, for citations. */
export function storedRows(facts: readonly Fact[]): Fact[] {
  return [...new Set(facts.flatMap(fact => fact.from ?? fact))]
}
