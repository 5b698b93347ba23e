import type { Passage } from '../library/passage.ts'
import type { Fact } from './fact.ts'
import PARTS from './year-parts.json' with { type: 'json' }

/** Facts are not library documents, so their ids start beyond any document id. */
const FIRST_ID = 2 ** 40

/** Sizes from which a number is written with a word. */
export const SCALES = [
  [1e12, 'trillion'],
  [1e9, 'billion'],
  [1e6, 'million'],
] as const

/** Writes the line that cites a fact: subject, section, label, qualifier, time, value. */
export function writeFact(fact: Fact): string {
  if (fact.entry) return writeFact(fact.entry.row)
  const { subject, attribute, qualifier } = fact
  const { section, label } = attribute
  const isNamed = label.startsWith(section) || fact.part !== undefined
  const path = [subject.name, isNamed ? '' : section, label, qualifier, writeTime(fact)]
  return `${path.filter(Boolean).join(' — ')}: ${writeEnd(fact)}`
}

/** Writes the end of the line: the value, and the filing that a figure comes from. */
export function writeEnd(fact: Fact): string {
  const note = fact.source.form && fact.part ? ` (${writeFiling(fact)})` : ''
  return `${writeValue(fact)}${note}`
}

/** A fact as a passage that search could have found. */
export function factPassage(fact: Fact): Passage {
  const { url, title, publishedOn } = fact.source
  return {
    documentId: FIRST_ID + fact.id,
    start: 0,
    text: writeFact(fact),
    headings: [],
    score: 1,
    ...{ url, title, publishedOn, language: 'en' },
  }
}

/** The passage of a fact with the span of its whole line. */
export function quoteFact(fact: Fact) {
  const passage = factPassage(fact)
  return { passage, start: 0, end: passage.text.length }
}

/** Writes the value as the source does, or the exact number with its unit. */
export function writeValue({ text, number, unit = '' }: Fact): string {
  if (text !== undefined) return text
  if (number === undefined) return ''
  return [writeNumber(number), unit.replace('/shares', ' per share')].filter(Boolean).join(' ')
}

export function writeNumber(number: number): string {
  const [whole = '', decimals] = String(number).split('.')
  const grouped = whole.replace(/\B(?=(?:\d{3})+$)/g, ',')
  return decimals === undefined ? grouped : `${grouped}.${decimals}`
}

/** Empty if the value states its time itself or has none. */
function writeTime({ text, year, part, start, end }: Fact): string {
  if (part !== undefined) {
    const dates = start === undefined ? end : `${start} to ${end}`
    const named = `${PARTS[part].cited} ${year}`
    return start === undefined ? `end of ${named} (${dates})` : `${named} (${dates})`
  }
  if (start !== undefined && end !== undefined) return `${start} to ${end}`
  if (end !== undefined) return year === Number(end.slice(0, 4)) ? end : `${year} (${end})`
  if (year === undefined || text?.includes(String(year))) return ''
  return String(year)
}

function writeFiling({ source: { form, publishedOn } }: Fact): string {
  return form === 'standardised'
    ? 'standardised from the company’s filings, without a filing of its own'
    : `${form} filed ${publishedOn}`
}
