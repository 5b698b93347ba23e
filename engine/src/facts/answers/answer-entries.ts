import { answerOf, type FactAnswer } from '../answer.ts'
import type { Fact } from '../fact.ts'
import { type Asking, read, sensesOf } from '../select-facts.ts'

const CITIES = 'Major urban areas - population'
const CITY = /(\d[\d.,]*\d(?: million)?) ([^,]+?)(?: \(capital\))?(?=,|\s*\(\d{4}\)|$)/g
const TRADE = /\b(export|import)(?:s|ed|ing)?\b(?:[^?]*?)\b(to|from)\s+(?:the\s+)?$/i
const PARTNER = /([^,]+?) (\d[\d.]*)%/g

/** Answers with one entry of a list that is a single value: a partner in trade, the population of a city. */
export function answerEntry(asking: Asking): FactAnswer | undefined {
  return answerPartner(asking) ?? answerCity(asking)
}

/** "Germany exports to China": the partner's share, or the partners if it is not among them. */
function answerPartner(asking: Asking): FactAnswer | undefined {
  const { text, mentions, rest, years, thresholds } = asking.question
  const [owner, partner, ...more] = mentions
  const [, kind = '', towards = ''] = TRADE.exec(text.slice(0, partner?.start ?? 0)) ?? []
  const isFit = (kind.toLowerCase() === 'export') === (towards.toLowerCase() === 'to')
  const isMore = more.length + rest.length + years.length + thresholds.length > 0
  if (!owner || !partner || kind === '' || !isFit || isMore) return undefined
  const label = `${kind.charAt(0).toUpperCase()}${kind.slice(1).toLowerCase()}s - partners`
  const subjects = owner.subjects.map(({ id }) => id)
  const [fact] = rowsOf(label, asking, subjects)
  const named = partner.subjects[0]?.name ?? ''
  if (!fact?.text) return undefined
  const ids = partner.subjects.map(({ id }) => id)
  const found = [...fact.text.matchAll(PARTNER)].find(([, name = '']) => {
    const written = name.trim().replace(/^S\. /, 'South ').replace(/^N\. /, 'North ')
    return asking.facts.findSubjects([written]).some(({ subject }) => ids.includes(subject.id))
  })
  const trade = `${fact.subject.name}’s ${kind.toLowerCase()}s`
  const verb = towards.toLowerCase() === 'to' ? 'went to' : 'came from'
  const said = found
    ? `${found[2]}% of ${trade} ${verb} ${named} in ${fact.year}.`
    : `${named} is not among the main partners for ${trade}, which are ${fact.text}.`
  return answerOf({ text: said, facts: [fact] })
}

/** "How many people live in Lagos?": from the list of a country's largest cities. */
function answerCity(asking: Asking): FactAnswer | undefined {
  const { mentions, phrases, rest, years, thresholds, conditions } = asking.question
  const asked = sensesOf('attribute', asking).filter(one =>
    /^Population(?: by year)?$/.test(one.attribute.label),
  )
  const isMore =
    years.length + thresholds.length + conditions.others.length > 0 || mentions.length > 1
  const isOnly = phrases.every(({ senses }) =>
    senses.some(one => one.type === 'attribute' && asked.includes(one)),
  )
  if (asked.length === 0 || rest.length === 0 || isMore || !isOnly) return undefined
  const wanted = rest.join(' ').toLowerCase()
  const subjects = mentions[0]?.subjects.map(({ id }) => id)
  const found = rowsOf(CITIES, asking, subjects).flatMap(fact =>
    [...(fact.text ?? '').matchAll(CITY)].flatMap(([, value = '', city = '']) =>
      city.toLowerCase() === wanted ? [{ fact, value, city }] : [],
    ),
  )
  const [only, ...others] = found
  if (!only || others.length > 0) return undefined
  const { fact, value, city } = only
  const name = city.replace(/\p{Lu}+/gu, word => word.charAt(0) + word.slice(1).toLowerCase())
  return answerOf({
    text: `The urban area of ${name} in ${fact.subject.name} had a population of ${value} in ${fact.year}.`,
    facts: [fact],
  })
}

function rowsOf(label: string, asking: Asking, subjects?: readonly number[]): Fact[] {
  const attribute = asking.facts.attributes().find(one => one.label === label)
  if (!attribute) return []
  return read({ attributes: [attribute.id], ...(subjects && { subjects }) }, asking).filter(
    ({ qualifier }) => qualifier === undefined,
  )
}
