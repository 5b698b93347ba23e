import type { HeldValue } from '../../evidence/finding.ts'
import { metricsIn, readMetric } from '../../finance/question/find-metrics.ts'
import type { MaybeFilled } from '../../shape/fill-parts.ts'
import { askedName, askedStems, type Property } from '../../shape/property.ts'
import { contentStems } from '../../text/words.ts'
import { yearsIn } from '../of-years.ts'
import { type Filling, holds, type Place, type When } from './ask-property.ts'
import type { Subject } from './find-subjects.ts'
import type { Held } from './look-up.ts'
import { readHeld, type Wanted } from './read-value.ts'

/** The times that plain questions have, for one value. */
const TIME =
  /\b(?:in|for|of|during) (?:the (?:first|second|third|fourth) quarter (?:of )?)?(?:(?:fiscal|calendar) (?:year )?)?\d{4}\b|\bin the (?:latest (?:quarter|fiscal year|year)|trailing twelve months)\b/gi
/** The times that plain questions have, for a series. */
const SERIES =
  /\b(?:in each year )?from \d{4} to \d{4}\b|\bsince \d{4}\b|\b(?:in each of|over) the last \d+ years\b|\bin (?:\d{4}, )*\d{4},? and \d{4}\b/i
const OF_TIME =
  /\b(?:quarter|half|months?|week|trailing|ttm|ytd|next|last|previous|prior|forecast|expected|projected|guidance|ago)\b|\bfy ?['’]?\d{2}\b|['’]\d{2}\b/i
const YEAR = /\b(?:in )?(?:(?:fy|fiscal|calendar)(?: year)? ?)?((?:1[6-9]|20)\d{2})\b/gi
const BESIDE = /\b(?:of|in|the|total|annual|reported|company|country)\b/g
const SHARE_OF = /^share of /
/** Names that mean whoever a question asks for, if it asks for that. */
const NAMED = /^(?:answer|result|name|person|people)$/
const ASKS_WHO = /^(?:who|which (?!years?\b))/i

/** The time that the property or the place gives, or else the request. */
export function whenOf(
  filling: Filling,
  { name, gist }: Property,
  { year, subject }: Place,
): When | undefined {
  const input = askedOf(filling, subject)
  const own = [...`${name} ${gist}`.matchAll(YEAR)]
  // The year that a company is listed by is its fiscal year.
  const isListed = year !== undefined && subject?.isCompany === true
  const isFiscal = isListed || /\b(?:fiscal|fy)/i.test(`${input} ${name} ${gist}`)
  const inYear = (of: number) => ({ phrase: ` in ${isFiscal ? 'fiscal ' : ''}${of}`, year: of })
  if (year !== undefined) return inYear(year)
  const [told, ...more] = new Set(own.map(([, digits]) => Number(digits)))
  if (told !== undefined) return more.length > 0 ? undefined : inYear(told)
  const phrases = Array.from(input.matchAll(TIME), ([phrase]) => phrase)
  const [named, ...others] = yearsIn(input)
  const known = new Set(yearsIn(filling.questions.join(' ')))
  const isLost = yearsIn(filling.input).some(one => !known.has(one))
  if (isLost || others.length > 0 || phrases.length > 1 || SERIES.test(input)) return undefined
  const [phrase] = phrases
  if (phrase === undefined) {
    if (named !== undefined) return inYear(named)
    return OF_TIME.test(input) ? undefined : { phrase: '' }
  }
  const said = phrase.replace(/^\w+/, 'in')
  return { phrase: ` ${said}`, ...(named !== undefined && { year: named }) }
}

/** The questions that name the subject, or all of them. */
function askedOf({ questions }: Filling, subject: Subject | undefined): string {
  const names = [subject?.name ?? '', ...(subject?.otherNames ?? [])].filter(one => one !== '')
  const own = questions.filter(one => names.some(name => one.includes(name)))
  return (own.length > 0 ? own : questions).join(' ')
}

/** Looks up the number that a property asks for, of one subject at one time. */
export async function askNumber(
  filling: Filling,
  wanted: Wanted,
  { subject, place, when }: { subject: Subject; place: Place; when: When },
): Promise<MaybeFilled> {
  for (const measure of measuresOf(filling, wanted.property, subject)) {
    const listed = place.listed?.value
    const isListed = listed && isMeasure(listed, listed.label, { measure, subject })
    const found = isListed ? undefined : await filling.lookUp(questionOf(measure, subject, when))
    const { values: [own, ...others] = [], isExact, said = '' } = found ?? {}
    const isOwn = own?.subject === subject.name && others.length === 0 && isExact
    const isThen = own && (when.year === undefined || isOfYear(own, when.year))
    const isFound = isOwn && isThen && isMeasure(own, said, { measure, subject })
    const value = isListed ? listed : isFound ? own : undefined
    const filled = value && readHeld(value, wanted, place.pointer)
    if (filled) return filled
  }
  return undefined
}

/** Returns whether a value has all that the words of a measure say, such as the women of "women in parliament". */
function isMeasure(
  { label }: HeldValue,
  said: string,
  { measure, subject }: { measure: string; subject: Subject },
): boolean {
  if (subject.isCompany) return label === readMetric(measure)?.name
  const known = contentStems(said.replace(/purchasing power parity/i, '$& PPP'))
  return askedStems(measure.replace(SHARE_OF, '')).every(stem => holds(known, stem))
}

/** The years for which the collections have the measures of a list of years. */
export async function yearsHeld(
  filling: Filling,
  properties: readonly Property[],
  subject: Subject,
): Promise<readonly HeldValue[]> {
  const [span] = SERIES.exec(askedOf(filling, subject)) ?? []
  if (span === undefined) return []
  for (const property of properties) {
    for (const measure of measuresOf(filling, property, subject)) {
      const when = { phrase: ` ${span.replace(/^from/i, 'in each year from')}` }
      const { values = [] } = (await filling.lookUp(questionOf(measure, subject, when))) ?? {}
      const isYearly = values.every(one => one.subject === subject.name && one.year !== undefined)
      const byYear = new Map(values.map(one => [one.year, one]))
      if (values.length > 1 && isYearly && byYear.size === values.length)
        return [...byYear.values()].toSorted((a, b) => (a.year ?? 0) - (b.year ?? 0))
    }
  }
  return []
}

/** The measures that a property may mean, in the words of a plain question. */
function measuresOf({ input }: Filling, property: Property, { isCompany }: Subject): string[] {
  const { gist, around } = property
  const name = askedName(property)
  const asked = [name, [...around.slice(-1), name].join(' '), gist].map(one =>
    one.replace(YEAR, ' ').replace(/\s+/g, ' ').trim(),
  )
  const own = asked.filter(one => askedStems(one).length > 0)
  const shares = property.unit.measures.has('percent') ? own.map(one => `share of ${one}`) : []
  if (!isCompany) return [...new Set([...own, ...shares])]
  const bare = own.map(one => one.replace(BESIDE, ' ').replace(/\s+/g, ' ').trim())
  const [only, ...others] = own.length > 0 ? [] : metricsIn(input)
  const told = only && others.length === 0 ? [only.name] : []
  return [...new Set([...bare, ...told])].filter(one => readMetric(one) !== undefined)
}

function questionOf(measure: string, { name, isCompany }: Subject, { phrase }: When): string {
  const when = isCompany ? phrase : phrase.replace(/(?:fiscal|calendar) (?:year )?/i, '')
  return `What was the ${measure} of ${name}${when}?`
}

function isOfYear({ year, end = '' }: HeldValue, wanted: number): boolean {
  return year === wanted || (year === undefined && end.startsWith(String(wanted)))
}

/** The values of a record whose role a property names: the winner of a tournament, a president, a laureate. */
export function inRole(
  { records, input, questions }: Filling,
  property: Property,
): { readonly names: readonly string[]; readonly values: readonly HeldValue[] } | undefined {
  const name = singular(askedName(property))
  const isNamed = (role: string) => {
    const rest = name === role ? '' : name.endsWith(` ${role}`) ? name.slice(0, -role.length) : name
    return askedStems(rest).every(stem => contentStems(input).has(stem)) && rest !== name
  }
  const isAnyName = NAMED.test(name) && questions.every(one => ASKS_WHO.test(one))
  const fitting = records.filter(({ values }) =>
    values.every(one => rolesOf(one).some(role => isNamed(role)) || isAnyName),
  )
  const [record, ...others] = fitting
  if (!record || others.length > 0) return undefined
  return { names: [...new Set(record.values.map(one => one.subject))], values: record.values }
}

/** Returns whether an answer names who held an office or won. */
export function isRecord({ values, list }: Held): boolean {
  return !list && values.length > 0 && values.every(one => rolesOf(one).length > 0)
}

/** The role that a record gives its subject. */
function rolesOf({ kind, label }: HeldValue): readonly string[] {
  const [head = ''] = label
    .toLowerCase()
    .replace(/^united states /, '')
    .split(' of ')
  if (kind === 'laureate') return ['laureate', 'winner', 'recipient']
  if (kind === 'officeholder') return [head]
  if (/\btitle$/.test(head)) return ['winner', 'champion']
  return /\brunner-up$/.test(head) ? ['runner up'] : []
}

function singular(name: string): string {
  return name === 'runners up' ? 'runner up' : name.replace(/(?<!s)s$/, '')
}

const START = /\b(?:took office|start(?:ed)?|began|begin|inaugurated|since|from)\b/
const END = /\b(?:left office|end(?:ed)?|until|to)\b/

/** The day that one record begins or ends; terms without a gap are one. */
export function dayInRecord(
  { records }: Filling,
  { name }: Property,
): (HeldValue & { day: string }) | undefined {
  const [record, ...others] = records
  if (!record || others.length > 0 || new Set(record.values.map(one => one.subject)).size !== 1)
    return undefined
  const terms = record.values.toSorted((a, b) => (a.start ?? '').localeCompare(b.start ?? ''))
  const [first, last] = [terms[0], terms.at(-1)]
  const isWhole = terms.every((one, at) => at === 0 || one.start === terms[at - 1]?.end)
  if (!first || !last || !isWhole) return undefined
  const isOneDay = terms.length === 1 && first.start === undefined
  if (START.test(name) && first.start) return { ...first, day: first.start }
  if ((END.test(name) && first.start && last.end) || (isOneDay && /\bdate$/.test(name) && last.end))
    return { ...last, day: last.end }
  return undefined
}
