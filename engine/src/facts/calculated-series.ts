import type { Attribute, Fact, FactQuery } from './fact.ts'
import { writeNumber } from './write-fact.ts'

/** Series that no collection has. Each value comes from two rows, of which the second may be some years older. */
const CALCULATED = [
  {
    label: 'GDP per capita (current US$)',
    of: ['GDP (current US$)', 'Population by year'],
    yearsBefore: 0,
    from: (gdp: number, people: number) => Math.round(gdp / people),
    unit: 'USD',
  },
  {
    label: 'Population growth rate by year',
    of: ['Population by year', 'Population by year'],
    yearsBefore: 1,
    from: (now: number, before: number) => Number(((now / before - 1) * 100).toFixed(2)),
    unit: '%',
  },
]

interface Rows {
  attributes(): readonly Attribute[]
  find(query: FactQuery): readonly Fact[]
}

/** Adds attributes whose rows are calculated when they are read; each row names those it comes from. */
export function withCalculated<Store extends Rows>(facts: Store): Store {
  const series = CALCULATED.flatMap(({ label, of, ...rule }, at) => {
    const [one, other] = of.map(name => facts.attributes().find(known => known.label === name))
    // Ids below zero are of no row that is stored.
    return one && other
      ? [{ ...rule, one, other, attribute: { ...one, id: -1 - at, key: label, label } }]
      : []
  })
  const calculate = (
    { one, other, attribute, yearsBefore, from, unit }: (typeof series)[number],
    { subjects, years }: FactQuery,
  ): Fact[] => {
    const both = years?.flatMap(year => [year, year - yearsBefore])
    const attributes = [one.id, other.id]
    const query = { attributes, ...(subjects && { subjects }), ...(both && { years: both }) }
    const keyOf = (row: Fact, id: number, year = 0) => `${row.subject.id} ${id} ${year}`
    const rows = facts.find(query)
    const byKey = new Map(rows.map(row => [keyOf(row, row.attribute.id, row.year), row]))
    return rows.flatMap(row => {
      const second = byKey.get(keyOf(row, other.id, (row.year ?? 0) - yearsBefore))
      if (row.attribute.id !== one.id || !row.number || !second?.number) return []
      const number = from(row.number, second.number)
      const amount = unit === 'USD' ? `$${writeNumber(number)}` : `${number}${unit}`
      const id = attribute.id * 1e9 - row.id
      const text = `${amount} (${row.year})`
      return [{ ...row, id, attribute, text, number, unit, from: [row, second] }]
    })
  }
  return {
    ...facts,
    attributes: () => [...facts.attributes(), ...series.map(({ attribute }) => attribute)],
    find(query: FactQuery) {
      const { subjects, attributes, years, parts } = query
      const calculated = series
        .filter(({ attribute: { id } }) => attributes?.includes(id) ?? (subjects && !parts))
        .flatMap(one => calculate(one, query))
      const inTime = calculated.filter(({ year = 0 }) => years?.includes(year) ?? true)
      return [...facts.find(query), ...inTime]
    },
  }
}

/** The stored rows behind facts, for citations. */
export function storedRows(facts: readonly Fact[]): Fact[] {
  return [...new Set(facts.flatMap(fact => fact.from ?? fact))]
}
