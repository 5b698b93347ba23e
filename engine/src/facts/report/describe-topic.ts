import { capital, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact } from '../fact.ts'
import type { Lexicon } from '../lexicon.ts'
import { sayTogether } from '../say-compared.ts'
import { sayItems } from '../say-items.ts'
import { byNumber } from '../select-facts.ts'
import { SCALES, writeNumber, writeValue } from '../write-fact.ts'
import { type FindSlot, fillTemplate } from './fill-template.ts'
import { nameOf, roundNumbers, sayNames, sayUnits, sayValue, state } from './say-value.ts'
import { type Field, isCurrent, type Profile, type Topic } from './topics.ts'

const YEARS_BACK = 5

/** Says a topic of one subject or of several side by side. */
export function describeTopic(
  topic: Topic,
  profiles: readonly Profile[],
  { lexicon, isSaid }: { readonly lexicon: Lexicon; readonly isSaid: (fact: Fact) => boolean },
): FactSection {
  const [own, ...others] = profiles
  const statements =
    own && others.length === 0
      ? sayTopic(topic, { ...own, isSaid })
      : topic.ranked.flatMap(field => compareField(field, profiles, lexicon) ?? [])
  return { heading: topic.heading, statements, isProse: true }
}

export function sayTopic(
  topic: Topic,
  profile: Profile & { readonly isSaid?: (fact: Fact) => boolean },
): FactStatement[] {
  return topic.sentences.flatMap(
    sentence => fillTemplate(sentence, slotsOf(topic, profile), profile) ?? [],
  )
}

export function slotsOf({ id, fields }: Topic, profile: Profile): FindSlot {
  return slot => {
    const [key, ...more] = slot.split('.')
    const field = fields.find(one => one.id === `${id}.${key}`)
    const fact = field && factOf(field, profile, more.includes('before'))
    return fact && isCurrent(fact) ? fact : undefined
  }
}

export function factOf(field: Field, profile: Profile, isBefore = false): Fact | undefined {
  const rows = profile.rows(field)
  const [newest] = rows
  if (!isBefore || !newest) return newest
  const before = rows.find(({ year, number }) => number && year === (newest.year ?? 0) - 1)
  // A value that reads the same needs no second mention.
  return before && sayValue(before).text !== sayValue(newest).text ? before : undefined
}

/** A value for each of several years. */
export interface RowByYear {
  readonly label: string
  readonly facts: readonly Fact[]
}

/** The values of a field in its last years, if there are several. */
export function lastYearsOf(field: Field, { subject, rows }: Profile): RowByYear[] {
  const [newest, ...others] = rows(field).filter(one => one.number !== undefined && isShort(one))
  const earlier = others.filter(
    ({ year = 0 }) => year !== newest?.year && year > (newest?.year ?? 0) - YEARS_BACK,
  )
  const label = `${subject.name}: ${field.name}`
  return newest?.year && earlier.length > 0 ? [{ label, facts: [newest, ...earlier] }] : []
}

/** Fields of several subjects side by side, if half of them have a value. */
export function fieldRows(
  fields: readonly Field[],
  profiles: readonly Profile[],
  isWhole = false,
): FactTable['rows'] {
  const rows = fields.map(field => {
    // The sentences compare values of one year.
    const compared = profiles.length > 1 ? comparable(field, profiles) : []
    const cells = profiles.map(profile => {
      const isOwn = ({ subject }: Fact) => subject.id === profile.subject.id
      const fact = compared.find(isOwn) ?? factOf(field, profile)
      return fact && isShort(fact) ? cellOf([fact]) : undefined
    })
    return { label: capital(field.name), cells }
  })
  const least = Math.max(1, profiles.length / 2)
  return isWhole ? rows : rows.filter(({ cells }) => cells.filter(Boolean).length >= least)
}

const LONGEST_CELL = 160
const CITIES = 'Major urban areas - population'
/** The source writes the number of men and women beside the share of an age group. */
const SEXES = /\s*\(male [\d,]+\/female [\d,]+\)/

/** Long texts are said in the sentences. */
export function isShort(fact: Fact): boolean {
  return writeValue(fact).length <= LONGEST_CELL
}

export function cellOf(facts: readonly Fact[]): FactStatement {
  const computed = facts.flatMap(({ number = 0 }) => [Math.abs(number), thousandths(number)])
  return { text: facts.map(exact).join('; '), facts, computed }
}

/** The value with every digit that its source gives, up to a thousandth of the scale, and its year. */
export function exact(fact: Fact): string {
  const { number, unit, year } = fact
  const isMoney = fact.text === undefined && unit === 'USD' && number !== undefined
  const [scale = 1, word = ''] = SCALES.find(([least]) => Math.abs(number ?? 0) >= least) ?? []
  const value = isMoney
    ? `$${writeNumber(thousandths(number) / scale)}${word && ` ${word}`}`
    : fact.attribute.label === CITIES
      ? sayItems(writeValue(fact))
      : sayNames(fact, writeValue(fact))
  const plain = sayUnits(value)
    .replace(SEXES, '')
    .replace(/ est\.(?=\))/g, '')
    .replace(/(?<![\w.,)])-(?=[$\d])/g, '−')
  const isDated = year === undefined || plain.includes(String(year))
  return isDated ? plain : `${plain} (${year})`
}

function thousandths(number: number): number {
  const [scale = 1] = SCALES.find(([least]) => Math.abs(number) >= least) ?? []
  return (Math.round((number / scale) * 1e3) / 1e3) * scale
}

/** Says who has more, by how much; undefined unless all have a number in one unit. */
export function compareField(
  field: Field,
  profiles: readonly Profile[],
  lexicon: Lexicon,
): FactStatement | undefined {
  const facts = comparable(field, profiles)
  return facts.length > 1
    ? roundNumbers(sayTogether(facts, { lexicon, name: field.name }))
    : undefined
}

/** Up to this many years apart, values of several subjects are compared. */
const MOST_APART = 1

/** The numbers of all subjects in one unit, of the newest year that all have or of about one time; the highest first. */
function comparable(field: Field, profiles: readonly Profile[]): Fact[] {
  const rows = profiles.map(profile => profile.rows(field).filter(isCurrent))
  const [own = []] = rows
  const inYear = (year: number | undefined) =>
    rows.flatMap(some => some.find(one => one.year === year) ?? [])
  const common = own.map(({ year }) => inYear(year)).find(some => some.length === rows.length)
  const newest = rows.flatMap(some => some.slice(0, 1))
  const years = newest.flatMap(({ year }) => year ?? [])
  const isNear = years.length === 0 || Math.max(...years) - Math.min(...years) <= MOST_APART
  const facts = common ?? (isNear ? newest : [])
  const isAlike = facts.every(({ number, unit }) => number !== undefined && unit === facts[0]?.unit)
  return isAlike && facts.length === profiles.length ? byNumber(facts) : []
}

/** Values this much older than the newest one are pointed out. */
const STALE_YEARS = 5
const ESTIMATES = '- The World Factbook marks most of its figures as estimates.'
const RANKS =
  '- Ranks count the countries that have a value, each with its newest one, so years may differ between countries. A median is the value of the country in the middle.'

/** Values that are old or missing, and how the sources define the values. */
export function aboutFigures(topics: readonly Topic[], profile: Profile): FactSection {
  const fields = topics.flatMap(topic => topic.fields)
  const rows = fields.map(field => ({ name: field.name, newest: profile.rows(field)[0] }))
  const latest = Math.max(...rows.map(({ newest }) => newest?.year ?? 0))
  const old = rows.flatMap(({ name, newest }) => {
    const year = newest?.year
    return newest && year && year <= latest - STALE_YEARS ? [{ name, newest, year }] : []
  })
  const said = list(
    old.map(({ name, newest, year }) => say`${{ ...say`${name}`, sources: [newest] }} (${year})`),
  )
  const missing = rows.filter(({ newest }) => !newest).map(({ name }) => name)
  const gap = `- The World Factbook gives no value for ${nameOf(profile.subject)} for: ${missing.join('; ')}.`
  const statements = [
    ...(old.length > 0 ? [state(say`Old values: ${said}`)] : []),
    ...fields.flatMap(field => profile.note(field) ?? []).map(define),
  ]
  const notes = [
    ...(missing.length > 0 ? [gap] : []),
    ...(rows.some(({ newest }) => newest?.number !== undefined) ? [ESTIMATES] : []),
    ...(profile.subject.kind === 'country' && topics.some(one => one.ranked.length > 0)
      ? [RANKS]
      : []),
  ]
  return { heading: 'About these figures', statements, notes }
}

function define(note: Fact): FactStatement {
  return {
    text: `${note.attribute.label}: ${(note.text ?? '').replace(/\.$/, '')}.`,
    facts: [note],
  }
}
