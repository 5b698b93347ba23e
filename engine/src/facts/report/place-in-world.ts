import type { FactSection, FactStatement } from '../answer.ts'
import type { Fact, Subject } from '../fact.ts'
import { canSum } from '../select-facts.ts'
import { cellOf } from './describe-topic.ts'
import { medianOf, type Reporting } from './reporting.ts'
import { capital, nameOf, ownerOf, sayValue } from './say-value.ts'
import type { Field } from './topics.ts'

const LEAST_RANKED = 20

export interface Place {
  readonly field: Field
  readonly fact: Fact
  /** From 1, the highest first. */
  readonly rank: number
  readonly count: number
  readonly median: Fact
  /** In per cent of the sum of all countries, for values that add up. */
  readonly share?: number
}

export function placeOf(subject: Subject, field: Field, { figures }: Reporting): Place | undefined {
  const ranked = figures(field)
  const fact = ranked.find(one => one.subject.id === subject.id)
  const median = medianOf(ranked)
  if (!fact || !median || ranked.length < LEAST_RANKED) return undefined
  const rank = 1 + ranked.filter(({ number = 0 }) => number > (fact.number ?? 0)).length
  const sum = ranked.reduce((all, { number = 0 }) => all + number, 0)
  const isPart = canSum(fact) && ranked.every(({ number = 0 }) => number >= 0)
  const share = isPart ? Number((((fact.number ?? 0) / sum) * 100).toPrecision(2)) : undefined
  return { field, fact, rank, count: ranked.length, median, ...(share !== undefined && { share }) }
}

/** Ranks a subject among all countries by each field, with the median and its share of the whole. */
export function placeInWorld(
  subject: Subject,
  fields: readonly Field[],
  reporting: Reporting,
): FactSection | undefined {
  const places = fields.flatMap(field => placeOf(subject, field, reporting) ?? [])
  if (places.length === 0) return undefined
  const hasShare = places.some(({ share }) => share !== undefined)
  return {
    heading: `${capital(ownerOf(subject))} place in the world`,
    statements: sayPlaces(subject, places),
    isProse: true,
    table: {
      columns: ['Value', 'Rank', 'Median country', ...(hasShare ? ['Share of all countries'] : [])],
      rows: places.map(({ field, fact, rank, count, median, share }) => ({
        label: capital(field.name),
        cells: [
          cellOf([fact]),
          { text: `${rank} of ${count}`, facts: [fact], computed: [rank, count] },
          { ...cellOf([median]), text: `${cellOf([median]).text}, ${median.subject.name}` },
          ...(hasShare
            ? [
                share === undefined
                  ? undefined
                  : { text: `${share}%`, facts: [fact], computed: [share] },
              ]
            : []),
        ],
      })),
    },
  }
}

/** The extremes in words; the table has the others. */
function sayPlaces(subject: Subject, places: readonly Place[]): FactStatement[] {
  const standing = ({ rank, count }: Place) => rank / count
  const ordered = places.toSorted((one, other) => standing(one) - standing(other))
  const [top] = ordered
  const bottom = ordered.at(-1)
  const named = (place: Place) => `${place.field.name} (${place.rank} of ${place.count})`
  const extremes: FactStatement[] =
    top && bottom && top !== bottom
      ? [
          {
            text: `Among the countries with a value, ${nameOf(subject)} stands highest by ${named(top)} and lowest by ${named(bottom)}; 1 is the highest value.`,
            facts: [top.fact, bottom.fact],
            computed: [top, bottom].flatMap(({ rank, count }) => [rank, count, 1]),
          },
        ]
      : []
  const main = places[0]
  if (!main) return extremes
  const { field, fact, median, rank, count, share } = main
  const against = sayValue(median)
  const own = sayValue(fact)
  const part =
    share === undefined
      ? ''
      : `${capital(nameOf(subject))} makes up ${share}% of the ${field.name} of all ${count} together.`
  const year = fact.year === undefined ? '' : ` (${fact.year})`
  return [
    {
      text: `By ${field.name}, ${nameOf(subject)} ranks ${rank} of ${count} with ${own.text}${year}; the median country, ${nameOf(median.subject)}, has ${against.text}.`,
      facts: [fact, median],
      computed: [rank, count, ...own.computed, ...against.computed],
    },
    ...(part === '' ? [] : [{ text: part, facts: [fact], computed: [share ?? 0, count] }]),
    ...extremes,
  ]
}

/** The countries just above and below in the ranking of all countries. */
export function nextInRank(
  subject: Subject,
  fields: readonly Field[],
  { figures }: Reporting,
): FactSection | undefined {
  const rows = fields.flatMap(field => {
    const ranked = figures(field)
    const at = ranked.findIndex(one => one.subject.id === subject.id)
    if (at < 0 || ranked.length < LEAST_RANKED) return []
    const cellAt = (place: number) => {
      const fact = ranked[place]
      return fact && { text: `${fact.subject.name}: ${cellOf([fact]).text}`, facts: [fact] }
    }
    const cells = [at - 2, at - 1, at, at + 1, at + 2].map(cellAt)
    return [{ label: capital(field.name), cells }]
  })
  if (rows.length === 0) return undefined
  return {
    heading: `Countries next to ${nameOf(subject)} in the ranking`,
    statements: [],
    table: {
      columns: ['Two above', 'One above', subject.name, 'One below', 'Two below'],
      rows,
    },
  }
}
