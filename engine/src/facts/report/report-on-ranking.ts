import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { lower } from '../say-facts.ts'
import { canSum } from '../select-facts.ts'
import { cellOf, factOf, fieldRows } from './describe-topic.ts'
import { type Layer, medianOf, type Reporting } from './reporting.ts'
import { nameOf, percent, sayAmountIn, sayValue, state } from './say-value.ts'
import { computedCell, standingOf, withName } from './standings.ts'
import type { Field, Topic } from './topics.ts'

const SHOWN = { standard: 10, deep: 25 }
const LEADERS = 10
const MOST_FIELDS = 6
const PEOPLE = 'population.people'

/** The sections on a ranking: its ends, its middle, its regions, and what would change it. */
export function reportOnRanking(answer: FactAnswer, reporting: Reporting): Layer[] | undefined {
  const among = rankedIn(answer, reporting)
  const [first] = among
  if (!first || among.length < 3) return undefined
  const topic = reporting.topics.all.find(({ fields }) =>
    fields.some(({ attribute }) => attribute.id === first.attribute.id),
  )
  const own = topic?.fields.find(
    ({ attribute, qualifier }) =>
      attribute.id === first.attribute.id && qualifier === (first.qualifier ?? ''),
  )
  const name = own?.name ?? lower(first.attribute.label)
  const others = (topic?.fields ?? []).filter(
    field =>
      field !== own && among.some(one => one.subject.kind === 'country') && field.name !== name,
  )
  return [
    {
      least: 'standard',
      build: () => [
        {
          heading: `${capital(name)}: the first ${Math.min(SHOWN.standard, among.length)}`,
          statements: sayMiddle(among, name),
          isProse: true,
          table: tableOf(among.slice(0, SHOWN.standard), 0),
        },
      ],
    },
    {
      least: 'deep',
      build: () => [
        further(among, name),
        regions(among, name, reporting),
        topic && leaders(among.slice(0, LEADERS), others.slice(0, MOST_FIELDS), reporting),
      ],
    },
    {
      least: 'exhaustive',
      build: () => [
        among.length > SHOWN.deep
          ? {
              heading: `All ${among.length} by ${name}`,
              statements: [],
              table: tableOf(among.slice(SHOWN.deep), SHOWN.deep),
            }
          : undefined,
        relatedFigures(among, topic, reporting),
        perHead(among, name, reporting),
        years(among, name),
      ],
    },
    {
      least: 'frontier',
      build: () => [
        {
          heading: 'How firm the ranking is',
          statements: [
            ...withoutFirst(among, name),
            ...ofNewestYear(among, name),
            ...otherMeasures(among, others, reporting),
          ],
        },
      ],
    },
  ]
}

/** The subjects of a ranking; those of a plain list of countries by their population. */
function rankedIn({ list }: FactAnswer, { topics, figures }: Reporting): readonly Fact[] {
  if (!list?.among || list.isRanked) return list?.among ?? []
  const field = topics.field(PEOPLE)
  const members = new Set(list.among.map(({ subject }) => subject.id))
  return field ? figures(field).filter(({ subject }) => members.has(subject.id)) : []
}

function tableOf(facts: readonly Fact[], before: number): NonNullable<FactSection['table']> {
  return {
    columns: [facts[0]?.attribute.label ?? ''],
    rows: facts.map((fact, at) => ({
      label: `${before + at + 1}. ${fact.subject.name}`,
      cells: [cellOf([fact])],
    })),
  }
}

function sayMiddle(among: readonly Fact[], name: string): FactStatement[] {
  const median = medianOf(byNumber(among))
  const [first] = among
  if (!median || !first || among.length < 2) return []
  const middle = state(
    say`Half of the ${among.length} have a ${name} of ${sayValue(median)} or more; ${nameOf(median.subject)} is in the middle`,
  )
  const sumOf = (facts: readonly Fact[]) => facts.reduce((all, { number = 0 }) => all + number, 0)
  const sum = sumOf(among)
  const five = among.slice(0, 5)
  const isWhole = canSum(first) && among.every(({ number = 0 }) => number >= 0) && sum > 0
  if (!isWhole || (first.number ?? 0) <= (median.number ?? 0)) return [middle]
  const shares = say`${nameOf(first.subject)} alone has ${percent((first.number ?? 0) / sum)}% of the sum of all ${among.length}, and the first five together have ${percent(sumOf(five) / sum)}%`
  return [middle, state({ ...shares, numbers: [...shares.numbers, 5] }, ...five)]
}

function further(among: readonly Fact[], name: string): FactSection {
  const next = among.slice(SHOWN.standard, SHOWN.deep)
  const last = among.slice(-5).toReversed()
  const ends = last.map(fact => say`${nameOf(fact.subject)} (${sayValue(fact)})`)
  return {
    heading: `${capital(name)}: further places`,
    statements: [state(say`At the other end are ${list(ends)}`)],
    ...(next.length > 0 && { table: tableOf(next, SHOWN.standard) }),
  }
}

/** The median of each region of the world. */
function regions(
  among: readonly Fact[],
  name: string,
  { facts, admits }: Reporting,
): FactSection | undefined {
  const attribute = facts.attributes().find(({ label }) => label === 'Region')
  if (!attribute) return undefined
  const home = new Map(
    facts
      .find({ attributes: [attribute.id] })
      .filter(admits)
      .map(fact => [fact.subject.id, fact]),
  )
  const groups = Map.groupBy(among, ({ subject }) => home.get(subject.id)?.text ?? '')
  const rows = [...groups]
    .filter(([region, own]) => region !== '' && own.length > 1)
    .flatMap(([region, own]) => {
      const ranked = byNumber(own)
      const [top] = ranked
      const median = medianOf(ranked)
      return top && median ? [{ region, count: own.length, top, median }] : []
    })
    .toSorted((one, other) => (other.median.number ?? 0) - (one.median.number ?? 0))
  if (rows.length < 2) return undefined
  return {
    heading: `${capital(name)} by region`,
    statements: [],
    table: {
      columns: ['Countries', 'Highest', 'Median'],
      rows: rows.map(({ region, count, top, median }) => ({
        label: region,
        cells: [computedCell(say`${count}`, top), withName(top), withName(median)],
      })),
    },
  }
}

/** Other figures of the leaders, from the same topic. */
function leaders(
  among: readonly Fact[],
  fields: readonly Field[],
  { profile }: Reporting,
): FactSection | undefined {
  const numeric = fields.filter(field =>
    among.some(({ subject }) => factOf(field, profile(subject))?.number !== undefined),
  )
  if (numeric.length === 0) return undefined
  return {
    heading: 'Other figures of the leaders',
    statements: [],
    table: {
      columns: numeric.map(({ name }) => capital(name)),
      rows: among.map(({ subject }) => ({
        label: subject.name,
        cells: fieldRows(numeric, [profile(subject)], true).flatMap(({ cells }) => cells),
      })),
    },
  }
}

/** The main figures of the topics that bear on the ranking. */
function relatedFigures(
  among: readonly Fact[],
  topic: Topic | undefined,
  reporting: Reporting,
): FactSection | undefined {
  const fields = (topic?.related ?? []).flatMap(
    id => reporting.topics.all.find(one => one.id === id)?.ranked[0] ?? [],
  )
  const found = leaders(among.slice(0, SHOWN.deep), fields.slice(0, MOST_FIELDS), reporting)
  return found && { ...found, heading: 'Figures that bear on the ranking' }
}

/** The same ranking per inhabitant, for values that add up. */
function perHead(
  among: readonly Fact[],
  name: string,
  { topics, figures }: Reporting,
): FactSection | undefined {
  const field = topics.field(PEOPLE)
  const [sample] = among
  if (!field || !sample || !canSum(sample) || sample.attribute.id === field.attribute.id)
    return undefined
  const people = new Map(figures(field).map(fact => [fact.subject.id, fact]))
  const rows = among
    .flatMap(fact => {
      const count = people.get(fact.subject.id)
      return count?.number ? [{ fact, count, value: (fact.number ?? 0) / count.number }] : []
    })
    .toSorted((one, other) => other.value - one.value)
    .slice(0, LEADERS)
  if (rows.length < 3) return undefined
  const unit = sample.unit ?? ''
  return {
    heading: `${capital(name)} per inhabitant`,
    statements: [],
    table: {
      columns: ['Per inhabitant', 'Total', 'Population'],
      rows: rows.map(({ fact, count, value }) => {
        const each = computedCell(sayAmountIn(value, unit), fact, count)
        return { label: fact.subject.name, cells: [each, cellOf([fact]), cellOf([count])] }
      }),
    },
  }
}

/** Of which years the values are. */
function years(among: readonly Fact[], name: string): FactSection | undefined {
  const byYear = [...Map.groupBy(among, ({ year }) => year)]
    .filter(([year]) => year !== undefined)
    .toSorted(([one = 0], [other = 0]) => other - one)
  if (byYear.length < 2) return undefined
  const counts = list(byYear.map(([year, own]) => say`${own.length} of ${year}`))
  const statement = state(
    say`The values of ${name} are of several years: ${counts}`,
    ...byYear.flatMap(([, own]) => own.slice(0, 1)),
  )
  return { heading: 'Years of the values', statements: [statement] }
}

function withoutFirst(among: readonly Fact[], name: string): FactStatement[] {
  const [first, second, third] = among
  if (!first?.number || !second?.number || !third) return []
  const gap = percent(Math.abs(first.number / second.number - 1))
  return [
    state(
      say`With ${nameOf(first.subject)} (${sayValue(first)}) left out, ${nameOf(second.subject)} would lead by ${name} with ${sayValue(second)}; they are ${gap}% apart`,
    ),
  ]
}

function ofNewestYear(among: readonly Fact[], name: string): FactStatement[] {
  const newest = Math.max(...among.map(({ year = 0 }) => year))
  const recent = among.filter(({ year }) => year === newest)
  if (recent.length === among.length || newest === 0) return []
  const top = recent.slice(0, 3)
  const names = joinAnd(top.map(({ subject }) => nameOf(subject)))
  return [
    state(
      say`With values of ${newest} alone (${recent.length} of ${among.length}), the first by ${name} are ${names}`,
      ...top,
    ),
  ]
}

/** The leaders by other measures of the same topic. */
function otherMeasures(
  among: readonly Fact[],
  fields: readonly Field[],
  { figures }: Reporting,
): FactStatement[] {
  const members = new Set(among.map(({ subject }) => subject.id))
  const [leader] = among
  return fields.slice(0, MOST_FIELDS).flatMap(field => {
    const ranked = figures(field).filter(({ subject }) => members.has(subject.id))
    const { fact, rank, count } = (leader && standingOf(leader.subject, field, ranked)) ?? {}
    const [first] = ranked
    if (!first || !fact) return []
    const name = nameOf(fact.subject)
    return [
      state(
        fact === first
          ? say`${name} also leads by ${field.name} (${sayValue(fact)})`
          : say`By ${field.name}, ${nameOf(first.subject)} comes first (${sayValue(first)}) and ${name} ${rank} of ${count} (${sayValue(fact)})`,
      ),
    ]
  })
}

function byNumber(facts: readonly Fact[]): Fact[] {
  return facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
}
