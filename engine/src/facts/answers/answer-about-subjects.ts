import type { FactAnswer, FactStatement } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import type { Fact, Subject } from '../fact.ts'
import { isPlace } from '../filters.ts'
import type { FactQuestion } from '../read-question.ts'
import { sayAmount, sayChange, sayFact, sayTogether, tableOf } from '../say-facts.ts'
import { type Asking, type AttributeSense, canSum, isSeries, valuesOf } from '../select-facts.ts'
import {
  answerOverview,
  answerReasons,
  answerSections,
  isWhy,
  joined,
  sectionsOf,
} from './answer-sections.ts'

/** A share of a whole is calculated elsewhere; two values side by side are none. */
const SHARE = /\b(?:share|percentage|percent|proportion|fraction) of\b/i

/** Answers questions about named subjects: values, comparisons, series, sections, an overview. */
export function answerAboutSubjects(asking: Asking): FactAnswer | undefined {
  const { question } = asking
  const strangers = question.rest.filter(word => /^\p{Lu}/u.test(word))
  if ([...question.phrases, ...question.mentions].some(({ isNegated }) => isNegated))
    return undefined
  if (isWhy(question) && strangers.length === 0)
    return answerReasons(
      question.mentions.map(({ subjects }) => subjects),
      asking,
    )
  if (strangers.length < question.rest.length || question.thresholds.length > 0) return undefined
  if (SHARE.test(question.text) && question.mentions.length > 1) return undefined
  // "Western Australia" is not Australia, and "the Muslim population" not the population.
  if (!strangers.every(word => isListed(word, question))) return undefined
  if (!isHonoured(asking)) return undefined
  const sets = question.phrases
    .map(({ senses }) => senses.filter(sense => sense.type === 'attribute'))
    .filter(senses => senses.length > 0)
  const extremes = question.phrases.map(({ senses }) =>
    senses.flatMap((sense): AttributeSense[] =>
      sense.type === 'extreme' ? [{ type: 'attribute', attribute: sense.attribute }] : [],
    ),
  )
  // "Is Bolivia larger than Peru?" compares by area.
  if (sets.length === 0 && question.mentions.length > 1) {
    sets.push(...extremes.filter(senses => senses.length > 0))
  }
  if (
    /^who\b/i.test(question.text) &&
    sets.length > 0 &&
    !question.direction &&
    !sets.some(senses => isOfPeople(senses, asking))
  )
    return undefined
  const entries = answerEntries(sets, asking)
  if (entries) return entries
  const groups = question.mentions.map(({ subjects }) => subjects)
  if (groups.length === 0) return undefined
  // "Which countries gained independence from France?" asks for other countries; only borders name them.
  const isOfOthers =
    /\b(?:which|what|how many) (?:\w+ )?(?:countries|nations)\b|\bhow many people speak\b/i.test(
      question.text,
    )
  const isOfBorders = sets.flat().some(({ attribute }) => /boundaries/i.test(attribute.label))
  if (isOfOthers && !isOfBorders && sets.length > 0) return undefined
  if (isShared(question)) return answerShared(groups, sets, asking)
  const sections = sectionsOf(asking)
  const isKnown = strangers.length === 0
  if (sections.length > 0 && isKnown) {
    const own = question.phrases.filter(({ senses }) =>
      senses.every(({ type }) => type !== 'section'),
    )
    const single = sets.filter(set =>
      own.some(({ senses }) => set.every(one => senses.includes(one))),
    )
    const parts = [
      ...(single.length > 0 ? [answerValues(groups, onceEach(single), asking)] : []),
      ...sections.map(section => answerSections(groups, [section], asking)),
    ]
    return joined(parts, asking)
  }
  if (sets.length > 0) return ofShares(answerValues(groups, onceEach(sets), asking), question)
  if (!isKnown) return undefined
  const { operations } = question
  if (operations.has('overview') || operations.has('compare') || question.isBare)
    return answerOverview(groups, asking)
  return undefined
}

/** "How many people speak French in Canada?": the list of a country that has the entry, with its share. */
function answerEntries(
  sets: readonly (readonly AttributeSense[])[],
  asking: Asking,
): FactAnswer | undefined {
  const { mentions } = asking.question
  const senses = sets.flat().filter(({ attribute }) => asking.lexicon.wordsOf(attribute)?.having)
  const [entry, ...more] = mentions.filter(({ isOwnName }) => !isOwnName)
  const [own, ...others] = mentions.filter(({ isOwnName }) => isOwnName)
  if (senses.length === 0 || !entry || !own || more.length + others.length > 0) return undefined
  const facts = own.subjects.flatMap(subject => valuesOf(subject, senses, asking))
  const [fact] = facts.filter(({ text }) => text?.includes(entry.text))
  return fact && { statements: [sayFact(fact, asking)], details: [], missing: [] }
}

/** Returns whether the question asks for nothing but values of the subjects. */
function isHonoured({ question }: Asking): boolean {
  const { text, conditions, operations, mentions, phrases } = question
  const { relation, others, isLast: _, ...narrow } = conditions
  const isOfKind = phrases.some(({ senses }) => senses.some(({ type }) => type === 'kind'))
  const isOpen = others.every(
    word => ['also', 'both', 'each', 'only'].includes(word) && (!isOfKind || isShared(question)),
  )
  const isApart = relation === undefined || (relation === 'between' && operations.has('compare'))
  const isAlone = mentions.length < 2
  if (!isOpen || !isApart || !isPlain({ ...narrow, isLast: false, others: [] })) return false
  if (/\b(?:than|rank(?:s|ed|ing)?)\b/i.test(text) && isAlone) return false
  return !operations.has('average') || (isAlone && !isSeries(question))
}

/** "Which countries border both France and Germany?" */
function isShared({ phrases, conditions }: FactQuestion): boolean {
  return (
    conditions.others.join() === 'both' &&
    phrases.some(({ senses }) => senses.some(({ type }) => type === 'kind'))
  )
}

/** The entries that the lists of all subjects have. */
function answerShared(
  groups: readonly (readonly Subject[])[],
  [senses, ...more]: readonly (readonly AttributeSense[])[],
  asking: Asking,
): FactAnswer | undefined {
  if (!senses || more.length > 0 || groups.length < 2) return undefined
  const facts = groups.flatMap(group =>
    chosen(group, senses, asking).flatMap(({ rows }) => rows.slice(0, 1)),
  )
  const lists = facts.map(({ text = '' }) =>
    text.split(/;\s*/).map(entry => entry.replace(/\s+\(?[\d,.]+.*$/, '').trim()),
  )
  const shared = (lists[0] ?? []).filter(entry => lists.every(list => list.includes(entry)))
  const isList = facts.length === groups.length && lists.every(list => list.length > 1)
  if (!isList || shared.length === 0) return undefined
  const all = facts.map(({ subject }) => subject.name).join(' and ')
  const text = `The ${facts[0]?.attribute.label.toLowerCase()} of both ${all} include ${shared.join(', ')}.`
  return { statements: [{ text, facts }], details: [], missing: [] }
}

/** The one year whose change is asked for: "the GDP growth of Ireland in 2015". */
function yearOfChange({ years, isSpan, operations, phrases }: FactQuestion): number | undefined {
  const isChange = operations.has('change') || phrases.some(({ text }) => /\bgrowth\b/i.test(text))
  return isChange && !isSpan && years.length === 1 ? years[0] : undefined
}

/** The values that are asked for; of a change in one year its rate, or the values of that year and the one before. */
function askedOf(subject: Subject, senses: readonly AttributeSense[], asking: Asking): Fact[] {
  const year = yearOfChange(asking.question)
  if (year === undefined) return valuesOf(subject, senses, asking)
  const isRate = ({ attribute }: AttributeSense) => /\bgrowth\b/i.test(attribute.label)
  const rates = valuesOf(subject, senses.filter(isRate), asking)
  if (rates.length > 0) return rates
  const question = { ...asking.question, years: [year - 1, year], isSpan: true }
  const levels = senses.filter(sense => !isRate(sense))
  const rows = valuesOf(subject, levels, { ...asking, question })
  return rows.length === 2 ? rows : []
}

/** "The combined population of Chile and Peru". */
function saySum(facts: readonly Fact[], asking: Asking): FactStatement | undefined {
  const [first] = facts
  const isAlike = facts.every(({ unit, number }) => number !== undefined && unit === first?.unit)
  if (!first || !isAlike || !canSum(first)) return undefined
  const { amount, value } = sayAmount(
    facts.reduce((sum, { number = 0 }) => sum + number, 0),
    first,
  )
  const { text, computed = [] } = sayTogether(facts, { lexicon: asking.lexicon, isSum: true })
  return {
    text: `${text.replace(/\.$/, '')}; together ${amount}.`,
    facts,
    computed: [value, ...computed],
  }
}

/** "Which languages are spoken" names one attribute twice. */
function onceEach(sets: readonly (readonly AttributeSense[])[]): (readonly AttributeSense[])[] {
  const keyOf = (senses: readonly AttributeSense[]) =>
    senses.map(({ attribute, qualifier }) => `${attribute.id} ${qualifier}`).join()
  return [...new Map(sets.map(senses => [keyOf(senses), senses])).values()]
}

/** Among subjects that share a name, returns those that the collections have facts about. */
function chosen(group: readonly Subject[], senses: readonly AttributeSense[], asking: Asking) {
  const found = group.map(subject => ({ subject, rows: askedOf(subject, senses, asking) }))
  const having = found.filter(({ rows }) => rows.length > 0)
  return having.length > 0 ? having : found.slice(0, 1)
}

function isOfPeople(senses: readonly AttributeSense[], { lexicon }: Asking): boolean {
  return senses.some(({ attribute }) => lexicon.wordsOf(attribute)?.titles !== undefined)
}

function answerValues(
  groups: readonly (readonly Subject[])[],
  sets: readonly (readonly AttributeSense[])[],
  asking: Asking,
): FactAnswer {
  const { question } = asking
  // The words "where is" mean a country's location, not where a company has its headquarters.
  const placeOr = (kind: string) => (isPlace(kind) ? 'place' : kind)
  const kinds = new Set(groups.flat().map(({ kind }) => placeOr(kind)))
  const fitting = sets.filter(senses =>
    senses.some(({ attribute }) => kinds.has(placeOr(attribute.kind))),
  )
  const asked = fitting.length > 0 ? fitting : sets
  const cells = asked.map(senses => groups.flatMap(group => chosen(group, senses, asking)))
  const missing = cells.flatMap((row, at) =>
    row
      .filter(({ rows }) => rows.length === 0)
      .map(({ subject }) => nameMissing(subject, asked[at]?.[0], question.years)),
  )
  const held = cells
    .map(row => row.filter(({ rows }) => rows.length > 0))
    .filter(row => row.length > 0)
  const statements = held.flatMap((row): FactStatement[] => {
    if (isSeries(question) || question.operations.has('change') || yearOfChange(question)) {
      const changes = row.map(({ rows }) =>
        rows.length > 1 ? sayChange(rows) : rows.map(one => sayFact(one, asking))[0],
      )
      return changes.filter(change => change !== undefined)
    }
    const newest = row.map(({ rows }) => rows)
    const isSum = question.operations.has('sum') && groups.length > 1
    if (isSum)
      return row.length === groups.length
        ? [saySum(newest.flat(), asking)].filter(one => one !== undefined)
        : []
    // "The highest GDP of Chile" may be of any year.
    if (question.direction && groups.length === 1 && newest.flat().every(({ number }) => number))
      return []
    if (newest.length > 1 && newest.every(rows => rows.length === 1))
      return [sayTogether(newest.flat(), asking)]
    return newest.flat().map(fact => sayFact(fact, asking))
  })
  const all = held.flat().flatMap(({ rows }) => rows)
  const isTable =
    all.length > 2 && (groups.length > 1 || isSeries(question) || question.operations.has('change'))
  return {
    statements,
    details: [],
    ...(isTable && { table: tableOf(all) }),
    missing: [...missing, ...missingStrangers(asked, asking)],
  }
}

/** Leaves out answers without a percentage to questions for one: the electricity that people use is not a share of them. */
function ofShares(answer: FactAnswer, { text }: FactQuestion): FactAnswer | undefined {
  if (!/\b(?:share|percent(?:age)?|proportion)\b/i.test(text)) return answer
  const statements = answer.statements.filter(({ facts }) =>
    facts.every(({ unit = '', text: value = '' }) => `${unit} ${value}`.includes('%')),
  )
  return statements.length > 0 ? { ...answer, statements } : undefined
}

/** Returns whether an unknown name is one of several, as in "Chile and Zembla". */
function isListed(name: string, { text }: FactQuestion): boolean {
  const own = RegExp.escape(name)
  const before = new RegExp(
    `(?:,|&|\\b(?:and|or|vs\\.?|versus|than|with|to))\\s+(?:the\\s+)?${own}\\b`,
    'iu',
  )
  const after = new RegExp(`${own}(?:['’]s)?\\s*(?:,|&|\\b(?:and|or|vs|versus|with|to)\\b)`, 'iu')
  return before.test(text) || after.test(text)
}

/** Lists names that no collection knows as missing. */
function missingStrangers(
  sets: readonly (readonly AttributeSense[])[],
  { question }: Asking,
): string[] {
  return question.rest.flatMap(name =>
    sets.map(senses => `${name}: ${senses[0]?.attribute.label ?? ''}`),
  )
}

function nameMissing(
  subject: Subject,
  sense: AttributeSense | undefined,
  years: readonly number[],
): string {
  const when = years.length > 0 ? ` in ${years.join(' to ')}` : ''
  return `${subject.name}: ${sense?.attribute.label ?? ''}${when}`
}
