import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactAnswer, FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { lower } from '../say-facts.ts'
import { byNumber, canSum, sumOf } from '../select-facts.ts'
import { cellOf, factOf, fieldRows } from './describe-topic.ts'
import { nameOf, percent, sayValue, state } from './say-value.ts'
import { computedCell, sayRank, standingOf, withName } from './standings.ts'
import { type Field, type Layer, medianOf, type Reporting, tableSection } from './topics.ts'

const SHOWN = { standard: 10, deep: 25 }
const LEADERS = 10
const MOST_ENDS = 5
/** The first of a ranking and those that its summary names after it. */
const NEXT = 5
const MOST_FIELDS = 6
const PEOPLE = 'population.people'

/** The sections on a ranking: its ends, its middle, its regions, and what would change it. */
export function reportOnRanking(answer: FactAnswer, reporting: Reporting): Layer[] | undefined {
  const among = rankedIn(answer, reporting)
  const [first] = among
  if (!first || among.length < 3) return undefined
  const { topics } = reporting
  const isOwn = ({ attribute }: Field) => attribute.id === first.attribute.id
  const topic = topics.all.find(({ fields }) => fields.some(isOwn))
  const own = topic?.fields.find(one => isOwn(one) && one.qualifier === (first.qualifier ?? ''))
  const name = own?.name ?? lower(first.attribute.label)
  const isOfCountries = among.some(({ subject }) => subject.kind === 'country')
  const others = (isOfCountries ? (topic?.fields ?? []) : []).filter(one => one.name !== name)
  const related = (topic?.related ?? []).flatMap(
    id => topics.all.find(one => one.id === id)?.ranked[0] ?? [],
  )
  const isListed = (answer.list?.facts.length ?? 0) > 1
  const rest = among.slice(SHOWN.deep)
  const title = capital(name)
  const isLong = among.length > SHOWN.standard
  const next = among.slice(SHOWN.standard, SHOWN.deep)
  const ends = among.slice(Math.max(SHOWN.standard, among.length - MOST_ENDS)).toReversed()
  const end = state(say`At the other end ${ends.length === 1 ? 'is' : 'are'} ${namedIn(ends)}`)
  return [
    [
      'standard',
      () => [
        tableSection(
          `${title}: the first ${Math.min(SHOWN.standard, among.length)}`,
          tableOf(among.slice(0, SHOWN.standard), { before: 0, title }),
          sayMiddle(among, name, isListed),
        ),
      ],
    ],
    [
      'deep',
      () => [
        isLong
          ? {
              heading: `${title}: further places`,
              statements: [end],
              table: tableOf(next, { before: SHOWN.standard, title }),
            }
          : undefined,
        regions(among, name, reporting),
        leaders('Other figures of the leaders', among.slice(0, LEADERS), others, reporting),
      ],
    ],
    [
      'exhaustive',
      () => [
        rest.length > 0
          ? tableSection(
              `${title}: places ${SHOWN.deep + 1} to ${among.length}`,
              tableOf(rest, { before: SHOWN.deep, title }),
            )
          : undefined,
        leaders('Figures that bear on the ranking', among.slice(0, SHOWN.deep), related, reporting),
      ],
    ],
    [
      'frontier',
      () => [
        {
          heading: 'How firm the ranking is',
          statements: [...sayFirmness(among, name), ...otherMeasures(among, others, reporting)],
        },
      ],
    ],
  ]
}

/** The subjects of a ranking; those of a plain list of countries by their population. */
function rankedIn({ list }: FactAnswer, { topics, figures }: Reporting): readonly Fact[] {
  if (!list?.among || list.isRanked) return list?.among ?? []
  const field = topics.field(PEOPLE)
  const members = new Set(list.among.map(({ subject }) => subject.id))
  return field ? figures(field).filter(({ subject }) => members.has(subject.id)) : []
}

function namedIn(facts: readonly Fact[]) {
  return list(facts.map(fact => say`${nameOf(fact.subject)} (${sayValue(fact)})`))
}

function tableOf(
  facts: readonly Fact[],
  { before, title }: { readonly before: number; readonly title: string },
): FactTable {
  const rows = facts.map((fact, at) => ({
    label: `${before + at + 1}. ${fact.subject.name}`,
    cells: [cellOf([fact])],
  }))
  return { columns: [title], rows }
}

function sayMiddle(among: readonly Fact[], name: string, isListed: boolean): FactStatement[] {
  const median = medianOf(byNumber(among))
  const [first] = among
  if (!median || !first) return []
  const next = among.slice(1, NEXT)
  const isTop = (first.number ?? 0) > (median.number ?? 0)
  const following = isListed
    ? []
    : [state(say`${nameOf(first.subject)} is followed by ${namedIn(next)}`, first)]
  const middle = state(
    say`The median ${name} of the ${among.length} is ${sayValue(median)} (${nameOf(median.subject)})`,
  )
  const sum = sumOf(among)
  const five = among.slice(0, 5)
  const isWhole = canSum(first) && among.every(({ number = 0 }) => number >= 0) && sum > 0
  if (!isWhole || !isTop) return [...following, middle]
  const shares = say`${nameOf(first.subject)} alone has ${percent((first.number ?? 0) / sum)}% of the sum of all ${among.length}, and the first five together have ${percent(sumOf(five) / sum)}%`
  return [...following, middle, state({ ...shares, numbers: [...shares.numbers, 5] }, ...five)]
}

/** The median of each region of the world. */
function regions(among: readonly Fact[], name: string, reporting: Reporting) {
  const home = reporting.regions()
  const rows = [...Map.groupBy(among, ({ subject }) => home.get(subject.id)?.text ?? '')]
    .filter(([region, own]) => region !== '' && own.length > 1)
    .flatMap(([region, own]) => {
      const [top] = byNumber(own)
      const median = medianOf(byNumber(own))
      return top && median ? [{ region, count: own.length, top, median }] : []
    })
    .toSorted((one, other) => (other.median.number ?? 0) - (one.median.number ?? 0))
    .map(({ region, count, top, median }) => ({
      label: region,
      cells: [computedCell(say`${count}`, top), withName(top), withName(median)],
    }))
  const columns = ['Countries', 'Highest', 'Median']
  return rows.length > 1 ? tableSection(`${capital(name)} by region`, { columns, rows }) : undefined
}

/** Other figures of those who come first. */
function leaders(
  heading: string,
  among: readonly Fact[],
  fields: readonly Field[],
  { profile }: Reporting,
): FactSection | undefined {
  const numeric = fields
    .slice(0, MOST_FIELDS)
    .filter(one => among.some(({ subject }) => factOf(one, profile(subject))?.number !== undefined))
  const rows = among.map(({ subject }) => ({
    label: subject.name,
    cells: fieldRows(numeric, [profile(subject)], true).flatMap(({ cells }) => cells),
  }))
  const columns = numeric.map(({ name }) => capital(name))
  return numeric.length > 0 ? tableSection(heading, { columns, rows }) : undefined
}

/** The ranking without the first, and with values of the newest year alone. */
function sayFirmness(among: readonly Fact[], name: string): FactStatement[] {
  const [first, second] = among
  const newest = Math.max(...among.map(({ year = 0 }) => year))
  const recent = among.filter(({ year }) => year === newest)
  const top = recent.slice(0, 3)
  const names = joinAnd(top.map(({ subject }) => nameOf(subject)))
  const isMixed = recent.length < among.length && newest > 0
  return [
    ...(first && second ? [sayLead(first, second)] : []),
    ...(isMixed
      ? [
          say<Fact>`With values of ${newest} alone (${recent.length} of ${among.length}), the first by ${name} are ${names}`,
        ]
      : []),
  ].map((said, at) => state(said, ...(at > 0 || !second ? top : [])))
}

/** How far the first is from the second. */
function sayLead(first: Fact, second: Fact) {
  const [a = 0, b = 0] = [first.number, second.number]
  const isShare = /^%/.test(first.unit ?? '')
  const apart = isShare ? Number(Math.abs(a - b).toFixed(1)) : percent(Math.abs(a / b - 1))
  const unit = isShare ? (apart === 1 ? ' percentage point' : ' percentage points') : '%'
  const names = say`${nameOf(first.subject)} (${sayValue(first)}) and ${nameOf(second.subject)} (${sayValue(second)})`
  return a === b
    ? say`${names}, first and second, are level`
    : say`${names}, first and second, are ${apart}${unit} apart`
}

/** The place of the leader by other measures of the same topic. */
function otherMeasures(among: readonly Fact[], fields: readonly Field[], { figures }: Reporting) {
  const [leader] = among
  const members = new Set(among.map(({ subject }) => subject.id))
  return fields.slice(0, MOST_FIELDS).flatMap(field => {
    const ranked = figures(field).filter(({ subject }) => members.has(subject.id))
    const standing = leader && standingOf(leader.subject, field, ranked)
    const [first] = ranked
    if (!first || !standing) return []
    const { fact } = standing
    const name = nameOf(fact.subject)
    const said =
      fact === first
        ? say`${name} is also highest by ${field.name} (${sayValue(fact)})`
        : say`By ${field.name}, ${nameOf(first.subject)} is highest (${sayValue(first)}) and ${name} is the ${sayRank(standing)} (${sayValue(fact)})`
    return [state(said)]
  })
}
