import data from '../../../data/topics.json' with { type: 'json' }
import { capital, joinAnd, list, say } from '../../text/say.ts'
import type { FactSection, FactStatement, FactTable } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { sayItems } from '../say-items.ts'
import { byNumber } from '../select-facts.ts'
import { SCALES, writeNumber, writeValue } from '../write-fact.ts'
import { type FindSlot, fillTemplate } from './fill-template.ts'
import {
  nameOf,
  percent,
  type Said,
  sayNames,
  sayUnits,
  sayValue,
  state,
  writtenNumber,
} from './say-value.ts'
import { type Field, isCurrent, type Profile, type Topic } from './topics.ts'

const MOST_EARLIER = 4

/** Says a topic of one subject: sentences, and a table with the exact values. */
export function describeTopic(
  topic: Topic,
  profile: Profile,
  isSaid: (fact: Fact) => boolean,
): FactSection | undefined {
  const statements = sayTopic(topic, { ...profile, isSaid })
  const table = tableOfTopic(topic, profile)
  if (statements.length === 0 && !table) return undefined
  return { heading: topic.heading, statements, isProse: true, ...(table && { table }) }
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

/** The exact values of all fields, with earlier years beside them. */
function tableOfTopic({ fields }: Topic, profile: Profile): FactTable | undefined {
  const rows = fields.flatMap(field => {
    const [newest, ...others] = profile.rows(field).filter(isShort)
    if (!newest) return []
    const earlier = others.filter(({ year }) => year !== newest.year).slice(0, MOST_EARLIER)
    return [{ label: capital(field.name), newest, earlier }]
  })
  if (rows.length === 0) return undefined
  const hasEarlier = rows.some(({ earlier }) => earlier.length > 0)
  return {
    columns: ['Latest value', ...(hasEarlier ? ['Earlier values'] : [])],
    rows: rows.map(({ label, newest, earlier }) => ({
      label,
      cells: [
        cellOf([newest]),
        ...(hasEarlier ? [earlier.length > 0 ? cellOf(earlier) : undefined] : []),
      ],
    })),
  }
}

/** Fields of several subjects side by side, if half of them have a value. */
export function fieldRows(
  fields: readonly Field[],
  profiles: readonly Profile[],
  isWhole = false,
): FactTable['rows'] {
  const rows = fields.map(field => ({
    label: capital(field.name),
    cells: profiles.map(profile => {
      const fact = factOf(field, profile)
      return fact && isShort(fact) ? cellOf([fact]) : undefined
    }),
  }))
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
  const { number, unit, year, qualifier = '' } = fact
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
    // The source counts imports as negative in the sum of what GDP is spent on.
    .replace(/(?<![\w.,)])-(?=[$\d])/g, qualifier.startsWith('imports') ? '' : '−')
  const isDated = year === undefined || plain.includes(String(year))
  return isDated ? plain : `${plain} (${year})`
}

function thousandths(number: number): number {
  const [scale = 1] = SCALES.find(([least]) => Math.abs(number) >= least) ?? []
  return (Math.round((number / scale) * 1e3) / 1e3) * scale
}

/** The number of a value, without what it counts. */
const AMOUNT = /^[−$\d.,]+(?: (?:thousand|million|billion|trillion))?%?/
/** Closer values are as good as equal. */
const LEAST_APART = 0.01

/** A topic of several subjects side by side. */
export function compareTopic(topic: Topic, profiles: readonly Profile[]): FactSection | undefined {
  const rows = fieldRows(topic.fields, profiles)
  if (rows.length === 0) return undefined
  return {
    heading: topic.heading,
    statements: topic.ranked.flatMap(field => compareField(field, profiles) ?? []),
    isProse: true,
    table: { columns: profiles.map(({ subject }) => subject.name), rows },
  }
}

/** Says who has more, by how much; undefined unless all have a number in one unit. */
export function compareField(
  field: Field,
  profiles: readonly Profile[],
): FactStatement | undefined {
  const facts = ofOneTime(field, profiles)
  const ranked = byNumber(facts)
  const [first] = ranked
  if (!first || facts.length < profiles.length || profiles.length < 2) return undefined
  if (facts.some(({ number, unit }) => number === undefined || unit !== first.unit))
    return undefined
  const isOfOneYear = ranked.every(({ year }) => year === first.year)
  const when = isOfOneYear && first.year !== undefined ? ` (${first.year})` : ''
  const dated = ({ year }: Fact) => (isOfOneYear || year === undefined ? '' : ` in ${year}`)
  const top = ranked.filter(({ number }) => number === first.number)
  const names = joinAnd(top.map(({ subject }) => nameOf(subject)))
  const others = ranked.slice(top.length)
  const [second, ...more] = others
  if (!second)
    return state(say`${names} have the same ${field.name}: ${sayValue(first)}${when}`, ...top)
  if (more.length === 0 && top.length === 1) {
    const gap = gapOf(first, second)
    return state(
      say`${names} has ${comparativeOf(field)} ${field.name}: ${sayValue(first)}${dated(first)} against ${bare(second, first)}${dated(second)} in ${nameOf(second.subject)}${when}${gap && say`, ${gap}`}`,
    )
  }
  const rest = list(
    others.map(fact => say`${nameOf(fact.subject)} (${bare(fact, first)}${dated(fact)})`),
  )
  const most = comparativeOf(field).replace(/^(?:an? )?(?:more|(.*)er)$/, (_, stem?: string) =>
    stem === undefined ? 'most' : `${stem}est`,
  )
  return state(
    say`${names} ${top.length > 1 ? 'have' : 'has'} the ${most} ${field.name}: ${sayValue(first)}${dated(first)}, followed by ${rest}${when}`,
    ...top,
  )
}

/** The value without what it counts, if the one before it says that. */
function bare(fact: Fact, before: Fact): Said {
  const [own, other] = [sayValue(fact), sayValue(before)]
  const [amount = own.text] = AMOUNT.exec(own.text) ?? []
  const isAlike = other.text.replace(AMOUNT, '') === own.text.slice(amount.length)
  return isAlike ? { ...own, text: amount } : own
}

/** Up to this many years apart, values of several subjects are compared. */
const MOST_APART = 1

/** The values of the newest year that all have, or the newest ones if they are of about one time. */
function ofOneTime(field: Field, profiles: readonly Profile[]): Fact[] {
  const rows = profiles.map(profile => profile.rows(field).filter(isCurrent))
  const [own = []] = rows
  const inYear = (year: number | undefined) =>
    rows.flatMap(some => some.find(one => one.year === year) ?? [])
  const common = own.map(({ year }) => inYear(year)).find(some => some.length === rows.length)
  const newest = rows.flatMap(some => some.slice(0, 1))
  const years = newest.flatMap(({ year }) => year ?? [])
  const isNear = years.length === 0 || Math.max(...years) - Math.min(...years) <= MOST_APART
  return common ?? (isNear ? newest : [])
}

const LEAST_COMPARED = 3

/** Says in one sentence by which figures each of several subjects is highest. */
export function sayLeaders(
  fields: readonly Field[],
  profiles: readonly Profile[],
): FactStatement | undefined {
  const leads = fields.flatMap(field => {
    const facts = ofOneTime(field, profiles)
    const [first, second] = facts.toSorted((one, other) => (other.number ?? 0) - (one.number ?? 0))
    const isAlike = facts.every(one => one.number !== undefined && one.unit === first?.unit)
    const isWhole = facts.length === profiles.length && isAlike && first?.number !== second?.number
    return first && second && isWhole ? [{ field, first, facts }] : []
  })
  const bySubject = [...Map.groupBy(leads, ({ first }) => first.subject.id).values()]
  if (leads.length < LEAST_COMPARED || profiles.length < 2) return undefined
  const isPair = profiles.length === 2
  const clauses = bySubject.map(own => {
    const [one] = own
    return `${one ? nameOf(one.first.subject) : ''} is ${isPair ? 'higher' : 'highest'} by ${joinAnd(own.map(({ field }) => field.name))}`
  })
  const text = `Of ${leads.length} figures that ${isPair ? 'both' : `all ${profiles.length}`} have for about the same year, ${clauses.join('; ')}`
  const sources = leads.flatMap(({ facts }) => facts)
  return state({ text, numbers: [leads.length, profiles.length], sources })
}

/** "A larger", "more", "higher": the word for more of a field. */
function comparativeOf({ name }: Field): string {
  const [, word = 'higher'] = data.comparatives.find(([of = '']) => new RegExp(of).test(name)) ?? []
  return word
}

function gapOf(first: Fact, second: Fact): Said | undefined {
  const [high = 0, low = 0, unit = ''] = [first.number, second.number, first.unit]
  const apart = Number((high - low).toFixed(1))
  if (unit.startsWith('%') || unit === 'years') {
    const [one, many] =
      unit === 'years' ? ['year', 'years'] : ['percentage point', 'percentage points']
    return apart === 0 ? undefined : say`${writtenNumber(apart)} ${apart === 1 ? one : many} more`
  }
  const ratio = high / low
  if (low <= 0 || ratio < 1 + LEAST_APART) return undefined
  if (ratio < 2) return say`${percent(ratio - 1)}% more`
  return say`${writtenNumber(Number(ratio.toPrecision(ratio < 10 ? 2 : 3)))} times as much`
}

/** Values this much older than the newest one are pointed out. */
const STALE_YEARS = 5
const RANKS =
  '- Ranks count the countries that have a value, each with its newest one, so years may differ between countries. A median is the value of the country in the middle.'

/** How the sources define the values. */
export function methodNotes(topics: readonly Topic[], profile: Profile): FactSection {
  const found = topics.flatMap(({ fields }) => fields.flatMap(field => profile.note(field) ?? []))
  const notes = new Map(found.map(note => [note.attribute.label, note]))
  const statements = [...notes].map(([label, note]) => ({
    text: `${label}: ${(note.text ?? '').replace(/\.$/, '')}.`,
    facts: [note],
  }))
  const ranks = profile.subject.kind === 'country' ? [RANKS] : []
  const heading = statements.length > 0 ? 'How the figures are defined' : 'How ranks are counted'
  return { heading, statements, notes: ranks }
}

/** Values that are old, and values that the source does not have. */
export function gapsOf(topics: readonly Topic[], profile: Profile): FactSection | undefined {
  const rows = topics
    .flatMap(topic => topic.fields)
    .map(({ name, ...field }) => ({ name, newest: profile.rows({ name, ...field })[0] }))
  const latest = Math.max(...rows.map(({ newest }) => newest?.year ?? 0))
  const missing = rows.filter(({ newest }) => !newest).map(({ name }) => name)
  const old = rows.flatMap(({ name, newest }) => {
    const year = newest?.year
    return newest && year && year <= latest - STALE_YEARS ? [{ name, newest, year }] : []
  })
  const said = list(old.map(({ name, year }) => say`${name} (${year})`))
  const found = old.map(({ newest }) => newest)
  const statements = old.length > 0 ? [state(say`Old values: ${said}`, ...found)] : []
  const gap = `- The World Factbook gives no value for ${nameOf(profile.subject)} for: ${missing.join('; ')}.`
  const notes = missing.length > 0 ? [gap] : []
  if (statements.length === 0 && notes.length === 0) return undefined
  return { heading: 'Old and missing values', statements, notes }
}
