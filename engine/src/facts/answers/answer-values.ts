import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement, type FactTable } from '../answer.ts'
import { sayCalculated } from '../calculated-series.ts'
import type { Fact, Subject } from '../fact.ts'
import { isPlace } from '../filters.ts'
import { type Lexicon, LOW_IS_BETTER } from '../lexicon.ts'
import type { FactQuestion } from '../read-question.ts'
import { nameOfSeries, sayRatio, tableByYear, tableOfChanges } from '../report/describe-series.ts'
import { nameOf as nameSubject } from '../report/say-value.ts'
import { sayMeasures, sayMix, sayTogether } from '../say-compared.ts'
import {
  datedValue,
  listValues,
  lower,
  nameOf,
  readable,
  sayChange,
  sayFact,
  sayTotal,
  tableOf,
} from '../say-facts.ts'
import {
  type Asking,
  type AttributeSense,
  canSum,
  isSeries,
  read,
  sensesOf,
  sumOf,
  valuesOf,
} from '../select-facts.ts'
import type { Groups } from './answer-topics.ts'
import { DOES_BEST, sayAhead } from './say-ahead.ts'
import { sayFaster, untilLast } from './say-faster.ts'

/** The senses of each phrase that names an attribute. */
export type Sets = readonly (readonly AttributeSense[])[]

/** In years. */
const NEAR = 3
/** Texts of more subjects make one list, if each has at most so many characters. */
const MOST_APART = 5
const LONGEST_ITEM = 200
/** Figures of more subjects are not listed beside their sum. */
const MOST_ADDED = 10
const isGrowth = ({ phrases }: FactQuestion) => phrases.some(({ text }) => /\bgrowth\b/i.test(text))

/** The one year whose change is asked for: "the GDP growth of Ireland in 2015". */
function yearOfChange(question: FactQuestion): number | undefined {
  const { years, operations } = question
  const isChange = operations.has('change') || isGrowth(question)
  return isChange && !isSeries(question) && years.length === 1 ? years[0] : undefined
}

/** The values that are asked for; of a change in one year its rate, or the values of that year and the one before. */
function askedOf(subject: Subject, senses: readonly AttributeSense[], asking: Asking): Fact[] {
  const year = yearOfChange(asking.question)
  if (year === undefined) {
    // "The population growth in each year" is a rate, and no change of the population.
    const isOfRates = isSeries(asking.question) && isGrowth(asking.question)
    const own = isOfRates ? valuesOf(subject, senses.filter(isRate), asking) : []
    const [from = 0] = asking.question.years
    // Those of the last years alone would leave most of the time out.
    if (own.length > 1 && (own[0]?.year ?? 0) <= from + 1) return own
    const found = valuesOf(subject, senses, asking)
    // "How has the population changed?" asks for a series, if a collection has one.
    const isOne = found.length === 1 && asking.question.operations.has('change')
    const each = isOne ? senses.map(sense => valuesOf(subject, [sense], asking)) : []
    const asked = each.find(rows => rows.length > 1) ?? found
    if (asked.length > 0) return asked
    const near = senses.flatMap(sense => nearOf(sense, asking) ?? [])
    return near.length > 0 ? valuesOf(subject, near, asking) : nearestTo(subject, senses, asking)
  }
  const rates = valuesOf(subject, senses.filter(isRate), asking)
  if (rates.length > 0) return rates
  const question = { ...asking.question, years: [year - 1, year], isSpan: true }
  const levels = senses.filter(sense => !isRate(sense))
  const rows = valuesOf(subject, levels, { ...asking, question })
  return rows.length === 2 ? rows : []
}

/** The closest that the collection has for a qualifier that it lacks: fossil fuels for coal. */
function nearOf(sense: AttributeSense, { lexicon }: Asking): AttributeSense | undefined {
  const qualifier = lexicon.wordsOf(sense.attribute)?.near?.[sense.qualifier ?? '']
  return qualifier === undefined ? undefined : { ...sense, qualifier }
}

/** The values of each subject; of the newest year that all have in a series, if they are of different years. */
function cellsOf(groups: Groups, senses: readonly AttributeSense[], asking: Asking) {
  const cells = groups.flatMap(group => chosen(group, senses, asking))
  const years = cells.flatMap(({ rows: [row, ...more] }) =>
    more.length > 0 ? [] : (row?.year ?? []),
  )
  const isApart = new Set(years).size > 1 && years.length === cells.length
  if (!isApart || asking.question.years.length > 0) return cells
  for (const sense of senses) {
    for (let year = Math.max(...years); year >= Math.min(...years); year--) {
      const inYear = { ...asking, question: { ...asking.question, years: [year] } }
      const rowsOf = (subject: Subject) => valuesOf(subject, [sense], inYear)
      const found = cells.map(({ subject }) => ({ subject, rows: rowsOf(subject) }))
      if (found.every(({ rows }) => rows.length === 1)) return found
    }
  }
  return cells
}

/** The subjects that have no newer value, if others do: all are compared by the newest year that all have. */
function staleOf(
  cells: ReturnType<typeof cellsOf>,
  senses: readonly AttributeSense[],
  asking: Asking,
): string[] {
  const { years } = asking.question
  const ofCells = new Set(cells.flatMap(({ rows }) => rows.flatMap(({ year }) => year ?? [])))
  const [year, ...others] = ofCells
  if (year === undefined || others.length > 0 || years.length > 0) return []
  if (cells.length > MOST_APART) return []
  const newestOf = ({ subject }: (typeof cells)[number]) =>
    Math.max(...valuesOf(subject, senses, asking).map(one => one.year ?? 0))
  const isStale = (cell: (typeof cells)[number]) => newestOf(cell) === year
  if (cells.every(isStale)) return []
  const label = lower(labelOf(senses, asking.lexicon))
  return cells.filter(isStale).map(({ subject }) => `${subject.name}: ${label} after ${year}`)
}

/** The figure of the year closest to the one that is asked for, if it is only a few years away. */
function nearestTo(subject: Subject, senses: readonly AttributeSense[], asking: Asking): Fact[] {
  const { years, operations } = asking.question
  const [year = 0, ...more] = years
  const isOne =
    year > 0 &&
    more.length === 0 &&
    !isSeries(asking.question) &&
    year <= Number(asking.today.slice(0, 4))
  if (!isOne || operations.has('change') || operations.has('sum')) return []
  const question = { ...asking.question, years: [year - NEAR, year + NEAR], isSpan: true }
  const distance = (row: Fact) => Math.abs((row.year ?? 0) - year)
  return senses
    .flatMap(sense => valuesOf(subject, [sense], { ...asking, question }))
    .filter(row => row.number !== undefined && row.start === undefined && row.end === undefined)
    .toSorted((one, other) => distance(one) - distance(other))
    .slice(0, 1)
}

/** "The combined population of Chile and Peru", also against one more: "… larger than that of Brazil?" */
function saySum(facts: readonly Fact[], { lexicon, question }: Asking): FactStatement[] {
  const { text, mentions, operations } = question
  const [first] = facts
  const isAlike = facts.every(({ unit, number }) => number !== undefined && unit === first?.unit)
  const isAverage = operations.has('average')
  if (!first || !isAlike || (!isAverage && !canSum(first))) return []
  const than = text.search(/\bthan\b/i)
  const at = mentions.findIndex(({ start }) => than >= 0 && start > than)
  const isFirst = at === 1
  const one = isFirst ? first : at === facts.length - 1 ? facts.at(-1) : undefined
  const rest = facts.filter(fact => fact !== one)
  const isMany = rest.length > MOST_ADDED
  const among = isMany ? `these ${rest.length} countries` : listValues(rest).list
  const { computed = [], ...total } = sayTotal(rest, { among, isAverage, lexicon })
  const counted = { ...total, computed: [...computed, facts.length] }
  if (!one?.number) return than < 0 ? [counted] : []
  const isMore = sumOf(rest) > one.number
  const isAsked = isFirst !== /\b(?:smaller|lower|less|fewer|poorer|shorter)\b/i.test(text)
  const said = total.text.replace(/^T/, 't').slice(0, -1)
  const compared = `${said}, ${isMore ? 'more' : 'less'} than ${listValues([one]).list}.`
  const verdict = isMore === isAsked ? 'No' : 'Yes'
  const own = { text: `${verdict}: ${compared}`, facts }
  return [{ ...own, computed: [...computed, ...(readable(one).computed ?? [])] }]
}

/** Among subjects that share a name, returns those that the collections have facts about. */
function chosen(group: readonly Subject[], senses: readonly AttributeSense[], asking: Asking) {
  const found = group.map(subject => ({ subject, rows: askedOf(subject, senses, asking) }))
  const having = found.filter(({ rows }) => rows.length > 0)
  return having.length > 0 ? having : found.slice(0, 1)
}

export function answerValues(groups: Groups, sets: Sets, asking: Asking): FactAnswer {
  const { question } = asking
  const { operations, rest } = question
  // The words "where is" mean a country's location, not where a company has its headquarters.
  const placeOr = (kind: string) => (isPlace(kind) ? 'place' : kind)
  const kinds = new Set(groups.flat().map(({ kind }) => placeOr(kind)))
  const fitting = sets.filter(senses =>
    senses.some(({ attribute }) => kinds.has(placeOr(attribute.kind))),
  )
  const asked = fitting.length > 0 ? fitting : sets
  const cells = asked.map(senses => cellsOf(groups, senses, asking))
  const none = cells.map((row, at) => sayNoneOf(row, asked[at] ?? [], asking))
  const gaps = cells.flatMap((row, at) =>
    none[at]?.length ? [] : row.flatMap(cell => gapsOf(cell, asked[at] ?? [], asking)),
  )
  const stale = cells.flatMap((row, at) => staleOf(row, asked[at] ?? [], asking))
  // Names that no collection knows.
  const unknown = rest.flatMap(name =>
    asked.map(senses => `${name}: ${labelOf(senses, asking.lexicon)}`),
  )
  const names = joinAnd(groups.flatMap(([subject]) => subject?.name ?? []))
  const lacking = sensesOf('theme', asking).flatMap(({ lacks }) =>
    lacks.map(one => `${names}: ${one}`),
  )
  const held = cells.map(row => row.map(({ rows }) => rows).filter(rows => rows.length > 0))
  const measures = groups.length === 1 ? held.flatMap(([rows]) => (rows ? [rows] : [])) : []
  // The measures decide together who is ahead.
  const isJudged =
    groups.length > 1 &&
    (DOES_BEST.test(question.text) || sensesOf('theme', asking).some(one => one.isJudged))
  const isLow = ([fact]: readonly Fact[]) =>
    isJudged && LOW_IS_BETTER.has(fact?.attribute.label ?? '')
  const isChange = isSeries(question) || operations.has('change')
  const isOfGap = operations.has('compare') || GAP.test(question.text)
  const isOfYears =
    question.step !== undefined ||
    operations.has('series') ||
    (isSeries(question) && !question.isSpan)
  const isEach = isOfYears && held.flat().some(rows => rows.length > 2)
  const statements = held.flatMap((row): FactStatement[] => {
    if (isChange || yearOfChange(question)) {
      const ahead = sayFaster(row, question)
      // The changes of each would fill a page.
      if (ahead.length > 0 && row.length > 2) return ahead
      return [
        ...ahead,
        ...(isOfGap ? sayRatio(row) : []),
        ...row.flatMap(
          rows =>
            (rows.length > 1
              ? sayChange(rows, { isEach, asked: question.text })
              : rows.map(one => sayFact(one, asking))[0]) ?? [],
        ),
      ]
    }
    const values = row.flat()
    const mixes = row.flatMap(rows => sayMix(rows, asking) ?? [])
    if (mixes.length > 0) return mixes
    const isOfTwo = row.length === 2 && /\bthan\b/i.test(question.text)
    const isSum = operations.has('sum') || (operations.has('average') && !isOfTwo)
    if (isSum && groups.length > 1)
      return row.length === groups.length ? saySum(values, asking) : []
    // "The highest GDP of Chile" may be of any year.
    if (question.direction && groups.length === 1 && values.every(({ number }) => number)) return []
    // The time in the capital does not tell how many time zones there are.
    if (operations.has('count') && values.every(one => one.qualifier === 'time difference'))
      return []
    const isText = values.some(
      ({ number, attribute }) =>
        number === undefined || asking.lexicon.wordsOf(attribute)?.isCompared === false,
    )
    const isShort = values.every(({ text = '' }) => text.length <= LONGEST_ITEM)
    if (isText && row.length > MOST_APART && isShort) {
      const label = values[0]?.attribute.label
      const told = { ...asking, ...(label === 'Capital' && { name: 'Capitals' }) }
      return [sayAlike(values) ?? sayTogether(values, told)]
    }
    if (row.length > 1 && !isText && row.every(rows => rows.length === 1))
      return [
        sayTogether(values, {
          ...asking,
          ...(isLow(values) && { best: 'lowest' }),
          ...(isJudged && { question: undefined }),
        }),
      ]
    return values.map(fact => sayCalculated(fact) ?? sayFact(fact, asking))
  })
  const all = held.flat(2)
  const verdict = isJudged ? sayAhead(held, { ...asking, isLow }) : []
  const faster = isChange
    ? sayFaster(untilLast(measures), question)
    : sayMeasures(gaps.length > 0 ? [] : measures.flat(), asking)
  const series = held.flat().flatMap(rows => {
    const [first, ...others] = rows
    // Shares of one year, such as those of age groups, are no series.
    const areYears = new Set(rows.map(({ year }) => year)).size === rows.length
    return first && others.length > 0 && areYears
      ? [{ label: `${first.subject.name}: ${nameOfSeries(first.attribute)}`, facts: rows }]
      : []
  })
  const isOfEnds = !isEach && !isOfGap && series.length > 1
  const briefs = statements.filter(({ brief }) => brief !== undefined)
  return {
    ...answerOf(
      ...verdict,
      ...faster,
      ...(faster.length > 0 && !isChange ? [] : statements),
      ...none.flat(),
    ),
    ...(series.length > 0 &&
      (isOfYears || isOfEnds) && {
        layouts: [isOfYears ? tableByYear(series, 1) : tableOfChanges(series)],
      }),
    ...(briefs.length > 0 && { layouts: [tableBySubject(briefs.map(({ facts }) => facts))] }),
    ...(all.length > 2 && (groups.length > 1 || isChange) && { table: tableOf(all) }),
    missing: [...gaps, ...stale, ...unknown, ...lacking],
  }
}

/** "Sector: Materials (Ecolab), Industrials (3M and Fastenal)", if several companies have the same. */
function sayAlike(values: readonly Fact[]): FactStatement | undefined {
  const groups = [...Map.groupBy(values, ({ text = '' }) => text)].toSorted(
    ([, one], [, other]) => other.length - one.length,
  )
  const [first] = values
  if (first?.subject.kind !== 'company' || groups.length === values.length) return undefined
  const sayAll = (say: (own: readonly Fact[]) => string) =>
    joinAnd(groups.map(([text, own]) => `${text} (${say(own)})`))
  return {
    text: `${nameOf(first)}: ${sayAll(own => joinAnd(own.map(({ subject }) => subject.name)))}.`,
    brief: `${nameOf(first)}: ${sayAll(({ length }) => String(length))}.`,
    facts: values,
    computed: [...groups.map(([, own]) => own.length)],
  }
}

function tableBySubject(columns: readonly (readonly Fact[])[]): FactTable {
  const subjects = columns[0]?.map(({ subject }) => subject) ?? []
  return {
    columns: columns.flatMap(([first]) => (first ? nameOf(first) : [])),
    rows: subjects.map(({ id, name }) => ({
      label: name,
      cells: columns.map(facts => {
        const fact = facts.find(({ subject }) => subject.id === id)
        return fact && { text: datedValue(fact), facts: [fact] }
      }),
    })),
  }
}

/** "Poland and Egypt are not among the 34 countries with …", if the collection lists all that have it, and what else it has of them. */
function sayNoneOf(
  cells: readonly { readonly subject: Subject; readonly rows: readonly Fact[] }[],
  [sense]: readonly AttributeSense[],
  asking: Asking,
): FactStatement[] {
  const all = sense && asking.lexicon.wordsOf(sense.attribute)?.whole?.[sense.qualifier ?? '']
  const without = cells.filter(({ rows }) => rows.length === 0).map(({ subject }) => subject)
  const isOther = without.length === 0 || asking.question.years.length > 0
  if (!sense || !all || isOther || without.some(({ kind }) => kind !== 'country')) return []
  const rows = read({ attributes: [sense.attribute.id] }, asking)
  const having = rows.filter(
    ({ subject: { kind }, qualifier, number = 0 }) =>
      kind === 'country' && qualifier === sense.qualifier && number > 0,
  )
  const among = `among the ${having.length} ${all}`
  const text = `${joinAnd(without.map(one => nameSubject(one)))} ${without.length > 1 ? 'are' : 'is'} not ${among}.`
  const verdict = /^(?:does|do|has|have|is|are)\b/i.test(asking.question.text) ? 'No: ' : ''
  const isAll = without.length === cells.length
  const others = rows.filter(({ subject }) => isAll && without.some(({ id }) => id === subject.id))
  return [
    {
      text: verdict + (verdict ? text : capital(text)),
      facts: having,
      computed: [having.length],
      named: without.map(({ name }) => name),
      isNone: true,
    },
    ...others.map(fact => sayFact(fact, asking)),
  ]
}

/** The lists of borders of the countries that an answer names. */
export function neighboursIn({ statements }: FactAnswer, asking: Asking): Fact[] {
  const [fact] = statements.flatMap(({ facts }) => facts)
  if (!fact) return []
  const rowsOf = (subjects: readonly number[]) =>
    read({ subjects, attributes: [fact.attribute.id] }, asking)
  const names = rowsOf([fact.subject.id]).flatMap(({ entry }) => entry?.name ?? [])
  const subjects = asking.facts.findSubjects(names).map(({ subject }) => subject.id)
  return rowsOf(subjects).filter(
    ({ entry, qualifier }) => !entry && qualifier === 'border countries',
  )
}

/** Asks how far two series are apart. */
const GAP = /\b(?:gap|ratio|converg\w*|diverg\w*)\b/i
function labelOf([sense]: readonly AttributeSense[], lexicon: Lexicon): string {
  if (!sense) return ''
  const { named, namedOf, near, main = '' } = lexicon.wordsOf(sense.attribute) ?? {}
  const { qualifier = '', attribute } = sense
  const label = [named ?? attribute.label, qualifier && `(${qualifier})`]
  const instead = near?.[qualifier] && ` (given instead: ${near[qualifier]})`
  return `${namedOf?.[qualifier || main] ?? label.filter(Boolean).join(' ')}${instead ?? ''}`
}

/** Names the parts of a question that the values of one subject leave open. */
function gapsOf(
  { subject, rows }: { readonly subject: Subject; readonly rows: readonly Fact[] },
  senses: readonly AttributeSense[],
  asking: Asking,
): string[] {
  const { years, isSpan, lastYears, operations } = asking.question
  const [first] = rows
  const isOwn = ({ attribute }: AttributeSense) => attribute.id === first?.attribute.id
  const own = senses.filter(isOwn)
  const label = labelOf(own.length > 0 ? own : senses, asking.lexicon)
  const named = `${subject.name}: ${label}`
  const when = years.length > 0 ? ` in ${years.join(' to ')}` : ''
  const isFigure = first?.number !== undefined && (first.start ?? first.end) === undefined
  const isOther =
    years.length === 1 && !isSpan && rows.length === 1 && isFigure && first.year !== years[0]
  const isNear = senses.slice(0, 1).some(one => {
    const near = nearOf(one, asking)
    // An island has no neighbours, as the length of its borders says.
    const isNone = first?.number === 0 && asking.lexicon.wordsOf(one.attribute)?.zeroIsNone
    return near !== undefined && near.qualifier === (first?.qualifier ?? '') && !isNone
  })
  if (!first || (isOther && first.year !== undefined) || isNear) return [`${named}${when}`]
  // A list of the largest does not say how many there are.
  const isList =
    asking.lexicon.wordsOf(first.attribute)?.say?.includes('{list}') &&
    !/^\d/.test(first.text ?? '')
  if (operations.has('count') && !first.entry && isList)
    return [`${subject.name}: number of ${lower(label)}`]
  // Two levels of a year and the year before give a growth in dollars, not the rate that "GDP growth" means.
  const rate = senses.find(isRate)?.attribute
  // One value shows no change.
  const isAlone = rows.length === 1 && isFigure && years.length === 0
  if (isAlone && operations.has('change') && !rate) return [`${named} in earlier years`]
  if (rate && yearOfChange(asking.question) && !rows.some(isRate))
    return [`${subject.name}: ${rate.label}${when}`]
  const lacking = years.filter(year => !rows.some(row => row.year === year))
  if (!isSpan && isFigure && years.length > 1 && lacking.length > 0)
    return [`${named} in ${joinAnd(lacking.map(String))}`]
  const [from = 0, to = 0] = lastYears ? [(rows.at(-1)?.year ?? 0) - lastYears] : years
  const [start = 0, end = 0] = [first.year, rows.at(-1)?.year]
  if (!isSpan || first.number === undefined || start === 0) return []
  const isPast = to < Number(asking.today.slice(0, 4))
  return [
    ...(from > 0 && start > from + 1 ? [`${named} before ${start}`] : []),
    ...(isPast && end < to ? [`${named} after ${end}`] : []),
  ]
}

const isRate = ({ attribute }: Pick<AttributeSense, 'attribute'>) =>
  /\bgrowth\b/i.test(attribute.label)

const OF_SHARE = /\b(?:share|percent(?:age)?|proportion|fraction)\b/i
/** Leaves out answers without a percentage to questions for one: the electricity that people use is not a share of them. */
export function ofShares(
  answer: FactAnswer,
  { text, phrases }: FactQuestion,
): FactAnswer | undefined {
  const isNamed = phrases.some(one => OF_SHARE.test(one.text))
  if (isNamed || !OF_SHARE.test(text)) return answer
  const statements = answer.statements.filter(({ facts }) =>
    facts.every(({ unit = '', text: value = '' }) => `${unit} ${value}`.includes('%')),
  )
  return statements.length > 0 ? { ...answer, statements } : undefined
}

/** Returns whether an unknown name is one of several, as in "Chile and Zembla". */
export function isListed(name: string, { text }: FactQuestion): boolean {
  const own = RegExp.escape(name)
  const joint = ',|&|\\b(?:and|or|vs\\.?|versus|than|with|to)(?!\\p{L})'
  return new RegExp(
    `(?:${joint})\\s+(?:the\\s+)?${own}\\b|${own}(?:['’]s)?\\s*(?:${joint})`,
    'iu',
  ).test(text)
}
