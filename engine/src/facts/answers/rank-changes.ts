import type { FactStatement, FactTable } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import type { Direction } from '../lexicon.ts'
import { datedValue, lower } from '../say-facts.ts'
import { type Asking, type AttributeSense, read } from '../select-facts.ts'

interface Ranking {
  readonly selected: readonly Subject[]
  /** "Countries in Africa". */
  readonly named: string
  readonly towards: Direction
}

/** "Which country's GDP grew the most between 2010 and 2020?" */
export function rankChanges(
  senses: readonly AttributeSense[],
  { selected, named, towards }: Ranking,
  asking: Asking,
): FactStatement | undefined {
  const [from = 0, until = 0] = asking.question.years
  const subjects = selected.map(({ id }) => id)
  const ofYears = senses.map(({ attribute }) => {
    const rows = read({ subjects, attributes: [attribute.id] }, asking)
    const to = Math.max(...rows.flatMap(({ year = 0 }) => (year <= until ? year : [])))
    const of = (wanted: number) => rows.filter(({ year, number }) => year === wanted && number)
    return { to, starts: of(from), ended: of(to) }
  })
  const series = ofYears.find(({ starts, ended }) => starts.length > 1 && ended.length > 1)
  if (!series || series.to <= from) return undefined
  const { starts, to, ended } = series
  const ends = new Map(ended.map(fact => [fact.subject.id, fact]))
  const sign = towards === 'highest' ? -1 : 1
  const changes = starts
    .flatMap(start => {
      const end = ends.get(start.subject.id)
      if (!end?.number || !start.number || start.number <= 0) return []
      return [
        { start, end, percent: Number(((end.number / start.number - 1) * 100).toPrecision(3)) },
      ]
    })
    .toSorted((one, other) => sign * (one.percent - other.percent))
    .slice(0, asking.question.count ?? 1)
  const label = starts[0]?.attribute.label.replace(/ by year/, '') ?? ''
  const said = changes.map(
    ({ start, end, percent }) =>
      `${start.subject.name} ${percent > 0 ? '+' : ''}${percent}% (${datedValue(start)} to ${datedValue(end)})`,
  )
  const among = `${starts.length} ${named}`
  const growth = towards === 'highest' ? 'The largest growth' : 'The smallest growth'
  return {
    text: `${growth} of ${lower(label)} from ${from} to ${to} among ${among}: ${said.join(', ')}.`,
    facts: changes.flatMap(({ start, end }) => [start, end]),
    computed: [starts.length, ...changes.map(({ percent }) => percent)],
  }
}

/** A table with one figure of each subject. */
export function tableOfRanks(ranked: readonly Fact[]): FactTable {
  return {
    columns: [ranked[0]?.attribute.label ?? ''],
    rows: ranked.map(fact => ({
      label: fact.subject.name,
      cells: [{ text: datedValue(fact), facts: [fact] }],
    })),
  }
}
