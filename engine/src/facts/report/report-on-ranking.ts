import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactAnswer, FactStatement } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { commonYear, lower, nameOf as nameOfFigure } from '../say-facts.ts'
import { byNumber, canSum, sumOf } from '../select-facts.ts'
import { nameOfSeries } from './describe-series.ts'
import { cellOf } from './describe-topic.ts'
import { nameOf, percent, sayValue, state } from './say-value.ts'
import { computedCell, withName } from './standings.ts'
import { type Field, type Layer, medianOf, type Reporting, tableSection } from './topics.ts'

/** Places that the table has; one of a few shows all. */
const FEW = 25
const SHOWN = { lite: 10, standard: 10, deep: 25, exhaustive: 50, frontier: 300 }
const MOST_ENDS = 5
/** The first of a ranking and those that its summary names after it. */
const NEXT = 5
const PEOPLE = 'population.people'

/** The sections on a ranking: its ends, its middle, its regions, and what would change it. */
export function reportOnRanking(answer: FactAnswer, reporting: Reporting): Layer[] | undefined {
  const among = rankedIn(answer, reporting)
  const [first] = among
  if (!first || among.length < 3) return undefined
  const { topics, effort } = reporting
  const isOwn = ({ attribute }: Field) => attribute.id === first.attribute.id
  const topic = topics.all.find(({ fields }) => fields.some(isOwn))
  const own = topic?.fields.find(one => isOwn(one) && one.qualifier === (first.qualifier ?? ''))
  const name =
    own?.name ??
    (first.text === undefined
      ? nameOfSeries(first.attribute)
      : lower(nameOfFigure(first, reporting.lexicon)))
  const { list: listed } = answer
  const isShort = effort === 'standard'
  // The sentence names all that a filter leaves.
  const isWhole = listed !== undefined && listed.facts.length === listed.among?.length
  const isAsked = listed?.isRanked || first.attribute.id === listed?.among?.[0]?.attribute.id
  const shown = among.length <= FEW ? among.length : Math.min(SHOWN[effort], among.length)
  if (isWhole && isShort && (!isAsked || shown < among.length)) return []
  const ends = among.slice(Math.max(shown, among.length - MOST_ENDS)).toReversed()
  const rows = among
    .slice(0, shown)
    .map((fact, at) => ({ label: `${at + 1}. ${fact.subject.name}`, cells: [cellOf([fact])] }))
  const said =
    isAsked && !isWhole
      ? [
          ...sayMiddle(among, {
            isListed: (listed?.facts.length ?? 0) > 1,
            isShort,
            place: listed?.facts[0],
          }),
          ...(ends.length > 0 && !isShort
            ? [state(say`At the other end ${ends.length === 1 ? 'is' : 'are'} ${namedIn(ends)}`)]
            : []),
        ]
      : []
  const end = (first.number ?? 0) < (among.at(-1)?.number ?? 0) ? 'lowest' : 'highest'
  const heading = `${capital(name)}: ${shown < among.length ? `the ${shown} ${end} of ${among.length}` : 'all places'}`
  const table = () => [tableSection(heading, { columns: [capital(name)], rows }, said)]
  return [
    // Each effort has a longer table.
    [effort, table],
    ['deep', () => [regions(among, name, reporting)]],
    [
      'frontier',
      () => [
        {
          heading: 'How firm the ranking is',
          statements: sayFirmness(among, name),
        },
      ],
    ],
  ]
}

/** The subjects of a ranking; those of a list by what is listed, or else by their population. */
function rankedIn({ list }: FactAnswer, { topics, figures }: Reporting): readonly Fact[] {
  if (!list?.among || list.isRanked) return list?.among ?? []
  const measures = list.among.flatMap(({ number }) => number ?? [])
  if (measures.length === list.among.length && new Set(measures).size > 1) {
    return byNumber(list.among, Math.min(...measures) < 0 ? 'lowest' : 'highest')
  }
  const field = topics.field(PEOPLE)
  const members = new Set(list.among.map(({ subject }) => subject.id))
  return field ? figures(field).filter(({ subject }) => members.has(subject.id)) : []
}

/** The subjects with their values, and the years that are not the common one. */
function namedIn(facts: readonly Fact[], common = commonYear(facts)) {
  const when = ({ year }: Fact) => (year === undefined || year === common ? '' : ` in ${year}`)
  return list(facts.map(fact => say`${nameOf(fact.subject)} (${sayValue(fact)}${when(fact)})`))
}

function sayMiddle(
  among: readonly Fact[],
  {
    isListed,
    isShort,
    place,
  }: {
    readonly isListed: boolean
    readonly isShort: boolean
    readonly place: Fact | undefined
  },
): FactStatement[] {
  const median = medianOf(byNumber(among))
  const [first] = among
  if (!median || !first) return []
  const next = among.slice(1, NEXT)
  const isTop = (first.number ?? 0) > (median.number ?? 0)
  const following = isListed
    ? []
    : [
        state(
          place === first
            ? say`${nameOf(first.subject)} is followed by ${namedIn(next, first.year)}`
            : say`The first are ${namedIn([first, ...next])}`,
          first,
        ),
      ]
  const middle = isShort
    ? []
    : [
        state(
          say`The median of the ${among.length} is ${sayValue(median)} (${nameOf(median.subject)})`,
        ),
      ]
  const sum = sumOf(among)
  const five = among.slice(0, 5)
  const isOfParts = canSum(first) && among.every(({ number = 0 }) => number >= 0) && sum > 0
  if (!isOfParts || !isTop) return [...following, ...middle]
  const shares = say`${nameOf(first.subject)} alone has ${percent((first.number ?? 0) / sum)}% of the sum of all ${among.length}, and the first five together have ${percent(sumOf(five) / sum)}%`
  return [...following, ...middle, state({ ...shares, numbers: [...shares.numbers, 5] }, ...five)]
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

/** How far the first two are apart, and who would be first by values of the newest year alone. */
function sayFirmness(among: readonly Fact[], name: string): FactStatement[] {
  const [first, second] = among
  const newest = Math.max(...among.map(({ year = 0 }) => year))
  const recent = among.filter(({ year }) => year === newest)
  const top = recent.slice(0, 3)
  const names = joinAnd(top.map(({ subject }) => nameOf(subject)))
  const isMixed = recent.length < among.length && newest > 0
  return [
    ...(first && second ? [state(sayLead(first, second))] : []),
    ...(isMixed
      ? [
          state(
            say<Fact>`With values of ${newest} alone (${recent.length} of ${among.length}), the first by ${name} are ${names}`,
            ...top,
          ),
        ]
      : []),
  ]
}

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
