import { capital } from '../text/say.ts'
import type { Fact } from './fact.ts'
import type { Mention, Phrase } from './find-named.ts'
import { type Condition, ORGANIZATIONS, patternOf } from './lexicon.ts'
import type { Threshold } from './read-question.ts'
import { nameOf as nameOfSubject } from './report/say-value.ts'
import { directionOf, isPlural, lower, nameOf } from './say-facts.ts'
import { type Asking, type AttributeSense, byTime, figuresOf, read } from './select-facts.ts'
import { writeNumber } from './write-fact.ts'

const LONGEST_VALUE = 400
/** Values that are named; more go by the word of the question. */
const MOST_VALUES = 3
const PEOPLE: Readonly<Record<string, string>> = { female: ' of women', male: ' of men' }

/** One condition that subjects must meet: "in Africa", "landlocked", "with more than 50 million people". */
export interface Filter {
  /** After a noun: "in Africa", "that are landlocked". */
  readonly of: string
  /** As a predicate: "are in Africa", "are landlocked". */
  readonly is: string
  readonly isNot: string
  /** For each subject whose value is known, the fact and whether it meets the condition. */
  readonly tested: ReadonlyMap<number, { readonly fact: Fact; readonly isMet: boolean }>
  /** Whether the fact itself is the best answer to whether a subject meets the condition. */
  readonly saysFact?: boolean
  /** True if it selects a region, which goes with the noun. */
  readonly isGroup?: boolean
  /** The name of a group that no fact has. */
  readonly named?: string
  /** The noun for its subjects, in place of their kind: "Nordic countries". */
  readonly nouns?: string
  /** True if the condition is about the years that the question names. */
  readonly isDated?: boolean
  /** Set if the condition is about a figure. */
  readonly figures?: AttributeSense
  /** The mark that the figure is tested against: "above $10,000". */
  readonly mark?: string
}

export interface Filters {
  readonly filters: readonly Filter[]
  /** The phrases and mentions that the filters honour. */
  readonly used: ReadonlySet<Phrase | Mention>
  /** Whether the filters honour the words that no collection knows. */
  readonly hasRest: boolean
}

/** Reads the conditions on subjects of a kind; undefined if one of them cannot be tested. */
export function readFilters(asking: Asking, kind: string): Filters | undefined {
  const { question } = asking
  const used = new Set<Phrase | Mention>()
  const filters: Filter[] = []
  for (const phrase of question.phrases) {
    const sense = phrase.senses.find(one => one.type === 'condition')
    const filter = sense && ofCondition(sense, phrase.isNegated, asking)
    if (!filter) continue
    filters.push(filter)
    used.add(phrase)
    for (const mention of question.mentions) if (mention.text === phrase.text) used.add(mention)
  }
  const isOfMore =
    filters.length + question.thresholds.length > 0 || directionOf(question) !== undefined
  const borders = kind === 'country' && isOfMore ? ofBorder(asking) : undefined
  if (borders) filters.push(borders.filter)
  for (const one of borders?.used ?? []) used.add(one)
  let marked: Phrase | undefined
  let last: Threshold | undefined
  for (const threshold of question.thresholds) {
    const gap = question.text.slice(last?.end, threshold.start)
    const isSecond = last !== undefined && /^\s*and\s*$/.test(gap)
    const phrase = (!isSecond && nearest(threshold, asking, used)) || marked
    last = threshold
    const filter = phrase && ofThreshold(threshold, measuresOf(phrase), asking)
    if (!filter) return undefined
    const before = phrase === marked ? filters.pop() : undefined
    filters.push(before ? both(before, filter) : filter)
    used.add(phrase)
    marked = phrase
  }
  const dated = ofDate(asking, used)
  if (dated) filters.push(dated)
  const text = ofText(asking, kind, used)
  if (text === null) return undefined
  return { filters: text ? [...filters, text] : filters, used, hasRest: text !== undefined }
}

export function attributesOf({ senses }: Phrase): AttributeSense[] {
  return senses.filter(sense => sense.type === 'attribute')
}

/** Returns the facts why a subject meets all filters; undefined if it does not, or if that is unknown. */
export function reasonsFor(subject: number, filters: readonly Filter[]): Fact[] | undefined {
  const reasons = filters.map(({ tested }) => tested.get(subject))
  if (!reasons.every(one => one?.isMet)) return undefined
  return reasons.flatMap(one => one?.fact ?? [])
}

function ofCondition(
  { attribute, qualifier, has, is, isNot, saysFact, group }: Condition,
  isNegated: boolean,
  asking: Asking,
): Filter {
  const rows = read({ attributes: [attribute.id] }, asking).filter(
    row => (row.qualifier ?? '') === qualifier,
  )
  // The newest value of a subject comes last and counts.
  const tested = new Map(
    rows
      .toSorted(byTime)
      .map(fact => [fact.subject.id, { fact, isMet: has(fact) !== isNegated }] as const),
  )
  // The list of an index is complete, so its newest row tells that a company is not on it.
  const newest = rows.toSorted(byTime).at(-1)
  if (newest && attribute.collection === 'sp500')
    for (const { id } of asking.facts.subjectsOfKind(attribute.kind))
      if (!tested.has(id)) tested.set(id, { fact: newest, isMet: isNegated })
  const words = isNegated ? { is: isNot, isNot: is } : { is, isNot }
  const [, nouns] = /^the (.*(?:states|countries))$/.exec(group?.name ?? '') ?? []
  return {
    of: group ? `${isNegated ? 'outside' : 'in'} ${group.name}` : `that ${words.is}`,
    ...{ ...words, saysFact, tested, isGroup: group?.isRegion === true },
    ...(group && { named: group.name }),
    ...(nouns && !isNegated && { nouns }),
  }
}

/** Two marks that one figure is between: "more than 5 and less than 6 million people". */
function both(one: Filter, other: Filter): Filter {
  const tested = [...one.tested].map(([id, { fact, isMet }]) => {
    return [id, { fact, isMet: isMet && other.tested.get(id)?.isMet === true }] as const
  })
  const and = (text: string) => `${text} and ${other.mark?.replace(/^and /, '')}`
  return { ...one, of: and(one.of), is: and(one.is), tested: new Map(tested) }
}

function said(of: string, is: string) {
  return {
    of,
    is,
    isNot: is.replace(/^(are|have)\b/, (_, verb) => (verb === 'are' ? 'are not' : 'do not have')),
  }
}

/** "EU countries that border Germany": the countries that list it among their neighbours. */
function ofBorder(asking: Asking): { filter: Filter; used: (Phrase | Mention)[] } | undefined {
  const { phrases, mentions, text } = asking.question
  const isBorder = ({ attribute }: AttributeSense) => attribute.label === 'Land boundaries'
  const phrase = phrases.find(one => attributesOf(one).some(isBorder))
  const sense = phrase && attributesOf(phrase).find(isBorder)
  const [mention, ...others] = mentions.filter(one => one.start >= (phrase?.end ?? text.length))
  const [subject, ...namesakes] = mention?.subjects ?? []
  if (!phrase || !sense || !mention || !subject || others.length + namesakes.length > 0)
    return undefined
  const isIt = ({ entry }: Fact) =>
    asking.facts.findSubjects([entry?.name ?? '']).some(one => one.subject.id === subject.id)
  const rows = read({ attributes: [sense.attribute.id] }, asking).filter(
    ({ entry, qualifier }) => entry ?? qualifier === 'border countries',
  )
  const isNegated = phrase.isNegated || mention.isNegated
  const tested = new Map(
    [...Map.groupBy(rows, row => row.subject.id)].flatMap(([id, own]) => {
      const found = own.find(isIt)
      // The list as a whole: the length of one border is no figure of the country.
      const fact = own.find(({ entry }) => !entry)
      return fact ? [[id, { fact, isMet: (found !== undefined) !== isNegated }] as const] : []
    }),
  )
  const [is, isNot] = [
    `border ${nameOfSubject(subject)}`,
    `do not border ${nameOfSubject(subject)}`,
  ]
  const words = isNegated ? { is: isNot, isNot: is } : { is, isNot }
  return { filter: { of: `that ${words.is}`, ...words, tested }, used: [phrase, mention] }
}

/** The attribute closest to a threshold: "more than 50 million people", "GDP per capita above $50,000". */
function nearest(
  { start, end }: Threshold,
  { question }: Asking,
  used: ReadonlySet<Phrase | Mention>,
): Phrase | undefined {
  const distance = (phrase: Phrase) =>
    phrase.start >= end ? phrase.start - end : Math.max(0, start - phrase.end)
  const open = question.phrases.filter(phrase => !used.has(phrase))
  const named = open.filter(phrase => attributesOf(phrase).length > 0)
  // "Larger than 5 million sq km" names its attribute by the comparison alone.
  const measures = named.length > 0 ? named : open.filter(phrase => measuresOf(phrase).length > 0)
  return measures.toSorted((one, other) => distance(one) - distance(other))[0]
}

function measuresOf(phrase: Phrase): AttributeSense[] {
  const named = attributesOf(phrase)
  if (named.length > 0) return named
  return phrase.senses.flatMap(sense =>
    sense.type === 'extreme' ? [{ type: 'attribute' as const, attribute: sense.attribute }] : [],
  )
}

/** Of figures that are in another unit than the mark, a qualifier of the same attribute that is in it. */
function figuresIn(unit: Threshold['unit'], sense: AttributeSense, asking: Asking): Fact[] {
  const figures = figuresOf(sense, asking)
  const isFit = (fact: Fact) => unit === undefined || isOfUnit(unit, fact)
  if (figures.every(isFit)) return figures
  const rows = read({ attributes: [sense.attribute.id] }, asking).filter(isFit)
  const [[qualifier] = []] = [...Map.groupBy(rows, row => row.qualifier).entries()].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  return qualifier === undefined ? [] : figuresOf({ ...sense, qualifier }, asking).filter(isFit)
}

function isOfUnit(unit: 'percent' | 'money', { unit: own = '' }: Fact): boolean {
  return own.startsWith(unit === 'percent' ? '%' : 'USD')
}

function ofThreshold(
  { text, value, direction, isInclusive, isNegated, unit }: Threshold,
  senses: readonly AttributeSense[],
  asking: Asking,
): Filter | undefined {
  if (isNegated) return undefined
  const all = senses.map(sense => ({ sense, figures: figuresIn(unit, sense, asking) }))
  // Of a past year, profiles have the figures of few countries.
  if (asking.question.years.length > 0)
    all.sort((one, other) => other.figures.length - one.figures.length)
  for (const { sense, figures } of all) {
    if (figures.length === 0) continue
    const isMet = (number: number) =>
      (isInclusive && number === value) ||
      (direction === 'highest' ? number > value : number < value)
    const tested = figures.map(
      fact => [fact.subject.id, { fact, isMet: isMet(fact.number ?? 0) }] as const,
    )
    const label = lower(figures[0] ? nameOf(figures[0], asking.lexicon) : '')
    const article = isPlural(label) ? '' : /^[aeiou](?!ni)/.test(label) ? 'an ' : 'a '
    const of = /^(?:more|less|fewer|at|up)\b/i.test(text) ? ' of' : ''
    const whose = PEOPLE[figures[0]?.qualifier ?? ''] ?? ''
    const isBare = figures[0]?.unit?.startsWith('USD') && !text.includes('$')
    const written = text.replace(/\b\d{4,}\b/g, digits => writeNumber(Number(digits)))
    const mark = isBare ? written.replace(/(\d.*?)(?: (?:US )?dollars?)?$/i, '$$$1') : written
    const having = `${article}${label}${whose}${of} ${mark}`
    return {
      ...said(`with ${having}`, `have ${having}`),
      tested: new Map(tested),
      figures: sense,
      mark,
      saysFact: true,
    }
  }
  return undefined
}

/** "Became independent in 1960": the first year of the value is one of the question's. */
function ofDate(asking: Asking, used: Set<Phrase | Mention>): Filter | undefined {
  const { years, isSpan, phrases } = asking.question
  const [from = 0, to = from] = years
  const datesOf = (phrase: Phrase) =>
    attributesOf(phrase)
      .map(({ attribute }) => attribute)
      .filter(attribute => asking.lexicon.wordsOf(attribute)?.isCompared === false)
  const phrase = phrases.find(one => !used.has(one) && datesOf(one).length > 0)
  if (!phrase || years.length === 0) return undefined
  const rows = read({ attributes: datesOf(phrase).map(({ id }) => id) }, asking)
  const met = rows.filter(({ text = '' }) => {
    const year = Number(/^[^;(]*?\b([12]\d{3})\b/.exec(text)?.[1])
    return isSpan ? year >= from && year <= to : years.includes(year)
  })
  if (met.length === 0) return undefined
  used.add(phrase)
  const verb = phrase.text
    .replace(/^independent$/i, 'became $&')
    .replace(/^(?:founded|added)\b/i, 'were $&')
  const span = from === 0 ? `before ${to + 1}` : `from ${from} to ${to}`
  const is = `${verb} ${isSpan ? span : `in ${years.join(' and ')}`}`
  const tested = new Map(met.map(fact => [fact.subject.id, { fact, isMet: true }] as const))
  return { ...said(`that ${is}`, is), tested, isDated: true }
}

/**
 * Words that no collection knows, and adjectives of countries, are values of the attribute that is named:
 * "companies based in Atlanta", "countries that speak Portuguese". If none is named, they are the class of the subjects:
 * "companies that are airlines". Null if they are of none.
 */
function ofText(
  asking: Asking,
  kind: string,
  used: Set<Phrase | Mention>,
): Filter | undefined | null {
  const { question } = asking
  const open = question.phrases.filter(phrase => !used.has(phrase))
  const sections = open.filter(({ senses }) => kind !== 'country' && senses[0]?.type === 'section')
  const mentioned = question.mentions.filter(
    mention =>
      !used.has(mention) && !(mention.isOwnName && mention.subjects.some(one => one.kind === kind)),
  )
  const wanted = [
    ...sections.map(({ text }) => [text]),
    ...mentioned.map(({ text, subjects }) => [text, ...subjects.map(({ name }) => name)]),
    ...question.rest.map(word => [word]),
  ]
  if (wanted.length === 0) return undefined
  const isOwn = ({ attribute }: AttributeSense) =>
    attribute.kind === kind || (isPlace(attribute.kind) && isPlace(kind))
  const named = open.flatMap(phrase =>
    attributesOf(phrase)
      .filter(isOwn)
      .map(({ attribute, qualifier }) => ({ attribute, qualifier, phrase })),
  )
  const classes = asking.facts.attributes().flatMap(attribute => {
    const isClass = attribute.kind === kind && asking.lexicon.wordsOf(attribute)?.classes
    return isClass ? [{ attribute, qualifier: undefined, phrase: undefined }] : []
  })
  for (const { attribute, qualifier, phrase } of named.length > 0 ? named : classes) {
    const { having, entry, classes: called = {} } = asking.lexicon.wordsOf(attribute) ?? {}
    const forms = wanted.map(([word = '', ...names]) => {
      const [one, plural] = formsOf(word)
      return called[one] ?? [word, ...names, one, plural]
    })
    const patterns = forms.map(own => own.map(patternOf))
    const rows = read({ attributes: [attribute.id] }, asking).filter(
      row =>
        row.qualifier !== 'note' &&
        (qualifier === undefined || row.qualifier === qualifier) &&
        (row.text?.length ?? 0) <= LONGEST_VALUE,
    )
    const [[only = ''] = [], ...more] = wanted
    // "In the semiconductors industry" is not in that of the equipment for them.
    const isWhole = ({ text = '' }: Fact) => text.toLowerCase() === only.toLowerCase()
    const isOne = phrase && having && more.length === 0
    const isExact = isOne && attribute.collection === 'sp500' && rows.some(isWhole)
    const isLike = ({ text = '' }: Fact) =>
      patterns.every(
        own =>
          own.some(form => form.test(text)) &&
          (entry === undefined ||
            text
              .split(/[,;](?![^(]*\)) ?/)
              .some(part => part.includes(entry) && own.some(form => form.test(part)))),
      )
    const isMet = isExact ? isWhole : isLike
    const met = new Set(rows.filter(isMet).map(({ text = '' }) => text))
    // An organization of one country is a note about that country.
    if (met.size < (attribute.label === ORGANIZATIONS ? 2 : 1)) continue
    const asked = wanted
      .map(([word = '']) => capital(word))
      .join(' ')
      .replace(/^(?:United|Netherlands|Bahamas)\b/, 'the $&')
    const isClass = phrase === undefined || wanted.some(([word = '']) => called[formsOf(word)[0]])
    const value = isClass && met.size <= MOST_VALUES ? [...met].join(' or ') : asked
    const is = having?.replace('{value}', value) ?? `have “${value}” under “${attribute.label}”`
    const honoured = [...(phrase ? [phrase] : []), ...sections, ...mentioned]
    for (const one of honoured) used.add(one)
    const isNegated = honoured.some(one => one.isNegated)
    const tested = new Map(
      [...Map.groupBy(rows, ({ subject }) => subject.id)].flatMap(([id, own]) => {
        const fact = own.find(isMet) ?? own[0]
        return fact ? [[id, { fact, isMet: isMet(fact) !== isNegated }] as const] : []
      }),
    )
    const { isNot } = said('', is)
    return isNegated
      ? { of: `that ${isNot}`, is: isNot, isNot: is, tested, named: asked }
      : { ...said(`that ${is}`, is), tested }
  }
  return null
}

/** A noun in the singular and the plural. */
function formsOf(word: string): [string, string] {
  const one = word
    .toLowerCase()
    .replace(/ies$/, 'y')
    .replace(/(?<!s)s$/, '')
  return [one, one.replace(/y?$/, end => (end === 'y' ? 'ies' : 's'))]
}

export function isPlace(kind: string): boolean {
  return ['country', 'territory', 'region', 'ocean'].includes(kind)
}
