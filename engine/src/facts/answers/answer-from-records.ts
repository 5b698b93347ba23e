import { dates, MONTH_NAMES } from '../../text/lex/dates.ts'
import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import type { Mention, Phrase } from '../find-named.ts'
import { nameOf } from '../report/say-value.ts'
import { sayDay } from '../say-facts.ts'
import { type Asking, type AttributeSense, byTime, read, sensesOf } from '../select-facts.ts'
import { writeNumber } from '../write-fact.ts'
import { answerEach } from './answer-each.ts'
import { joined } from './answer-topics.ts'
import {
  GENDERS,
  having,
  isOnlyAbout,
  isPerson,
  isRecorded,
  mayBeHolder,
  onlyNameIn,
  withLastNames,
  withStates,
} from './filter-records.ts'
import { answerGrouped } from './group-records.ts'
import {
  AGE,
  answerByAge,
  answerByHome,
  answerInOrder,
  bornIn,
  byHolder,
  inRegion,
  isWhen,
  OFFICES,
  ofAge,
  prizeOf,
  repeatsOf,
  runsOf,
  sayOften,
  sayRun,
  saySpan,
} from './records.ts'
import { answerByPartners, answerOfBoth } from './records-together.ts'
import {
  answerCount,
  answerLongest,
  COUNT,
  gendersIn,
  MOST_LISTED,
  sayAll,
  sayNumber,
  together,
} from './say-holders.ts'
import { answerTournament } from './tournaments.ts'

const WHETHER = /^(?:has|have|did|was|were|is|does)\b/i
const SINCE = /^since when\b/i
const MORE = /\b(?:more|often|fewer|less)\b/i
const SHARED = /\bshared?\b.*\bwith\b/i
const SAID = /^(?:party|parties|belong to|belongs to|term)$/i
/** The sentence on a final says these as well. */
const OF_FINAL = /^(?:scores?|results?|played|play|match|beat|against|finals?|venue|teams?|it)$/i
const ALL =
  /\b(?:all|list|every|ever|history|winners|champions|holders|laureates|presidents)\b|\bhave (?:ever )?won\b|\b(?:which|what) (?:teams|countries|nations|women|men|people|scientists|writers)\b/i
const MOST_OTHERS = 4
/** More prizes are listed in one sentence. */
const MOST_APART = 3
const HOUSES = /\bSenate and (?:the )?House\b|\bHouse of Representatives and (?:the )?Senate\b/

/** Answers who holds a record, such as a prize, a title or an office, when, and how often. */
export function answerFromRecords(given: Asking): FactAnswer | undefined {
  const asking = withoutSaid(given)
  const { question, lexicon } = asking
  const { phrases, mentions, conditions, operations } = question
  const isRecord = ({ attribute }: AttributeSense) => lexicon.wordsOf(attribute)?.isRecord
  const named = phrases.flatMap(phrase => attributesOf(phrase).filter(isRecord))
  const records = named.length > 0 ? named : ofHolder(asking)
  const told =
    answerByPartners(given) ??
    answerGrouped(given) ??
    answerTournament(given) ??
    answerOfBoth(asking)
  if (told || records.length === 0) return told
  const isMore =
    conditions.others.length > 0 || operations.has('average') || operations.has('change')
  if (isMore || [...phrases, ...mentions].some(({ isNegated }) => isNegated)) return undefined
  const isOfHouses = HOUSES.test(question.text)
  const found: FactAnswer[] = []
  for (const sense of records) {
    const every = read({ attributes: [sense.attribute.id] }, asking)
    const ofHome = answerByHome(every, asking)
    if (ofHome) return ofHome
    const ofHouse = isOfHouses ? withoutOthers(sense, asking) : asking
    const region = inRegion(every, ofHouse)
    if (region?.none) return region.none
    const place = region ?? bornIn(every, ofHouse)
    const { rows: all, asking: open } = place ?? { rows: every, asking: ofHouse }
    if (!isOnlyAbout(sense.attribute, all, open)) continue
    const own = { ...open, question: withLastNames(withStates(open.question, all), all, open) }
    const answer = conditions.relation
      ? (answerInOrder(all, sense.attribute, own) ??
        answerEach(own, one => answerInOrder(all, sense.attribute, one)))
      : (answerSelected(sense, all, own) ?? answerNobody(all, sense.attribute, own))
    const placed = answer && place ? place.say(answer) : answer
    if (placed) found.push(withFormer(placed, sense.attribute, question))
    // Congress has two houses.
    if (answer && !isOfHouses && !/\bcongress\b/i.test(question.text)) break
  }
  const [only, ...others] = found
  const isWhole = only?.isOwnForm === true && others.length === 0
  return isWhole ? only : only && joined(found, asking)
}

/** A question on both houses of Congress, as one on the house of the sense. */
function withoutOthers({ attribute }: AttributeSense, asking: Asking): Asking {
  const { question } = asking
  const isOwn = (one: Phrase) => {
    const offices = attributesOf(one).filter(own => own.attribute.collection === OFFICES)
    return offices.length === 0 || offices.some(own => own.attribute.id === attribute.id)
  }
  return { ...asking, question: { ...question, phrases: question.phrases.filter(isOwn) } }
}

/** Of Congress, only those are recorded who are members now, with all of their terms. */
function withFormer(
  answer: FactAnswer,
  { label }: Attribute,
  { years }: Asking['question'],
): FactAnswer {
  if (!/ (?:Senator|Representative)$/.test(label) || years.length === 0) return answer
  const former = `${label.split(' ').at(-1)}s in ${years.join(' to ')} who have left Congress`
  return { ...answer, missing: [...answer.missing, former] }
}

/** Leaves out what a record says by itself, such as the party, and the words for an age. */
function withoutSaid(asking: Asking): Asking {
  const { question } = asking
  const { text, phrases, conditions, rest } = question
  const isAge = AGE.test(text)
  const others = conditions.others.filter(one => !isAge || !/\bold\b|^when$/.test(one))
  const isDated = dates(question.text).length > 0
  const isTitle = phrases.some(phrase =>
    attributesOf(phrase).some(({ attribute }) => / (?:title|runner-up)$/.test(attribute.label)),
  )
  const isOfFinal =
    isTitle && question.mentions.length === 0 && (question.years.length > 0 || conditions.isLast)
  const isSaid = (one: string) =>
    SAID.test(one) ||
    (isDated && (MONTH_NAMES.includes(capital(one)) || /^\d{1,2}$/.test(one))) ||
    (isOfFinal && OF_FINAL.test(one)) ||
    (isTitle && /^(?:titles?|finals?|wins|victories|trophies)$/i.test(one)) ||
    (isAge && /^(?:became|become|ever|age|elected|beginning|start|end|terms?)$/i.test(one))
  // "Which senators represent Ohio?" asks for no representatives.
  const isOffice = (one: Phrase) =>
    attributesOf(one).some(({ attribute }) => attribute.collection === OFFICES)
  const isVerb = (one: Phrase) =>
    /^represents?$/i.test(one.text) && phrases.some(other => other !== one && isOffice(other))
  // "Which senators are independents?"
  const isParty = (one: Phrase) => /^independents?$/i.test(one.text) && phrases.some(isOffice)
  const known = phrases.filter(one => !AGE.test(one.text) && !isVerb(one) && !isParty(one))
  const left = {
    phrases: known.filter(one => !isSaid(one.text)),
    conditions: { ...conditions, others },
    rest: [...rest.filter(word => !isSaid(word)), ...phrases.filter(isParty).map(one => one.text)],
  }
  return { ...asking, question: { ...question, ...left } }
}

/** The first office of a person, for a question such as "Who succeeded Nixon?" */
function ofHolder({ question, facts, lexicon }: Asking): AttributeSense[] {
  const [mention, ...others] = question.mentions
  const isParty = /\bpart(?:y|ies)\b/i.test(question.text)
  const all = mention?.subjects ?? []
  const subjects = isParty ? all.filter(({ kind }) => kind === 'officeholder') : all
  const [subject, ...namesakes] = subjects
  const isAge = AGE.test(question.text)
  const isMeant =
    isAge || isParty || ['before', 'after'].includes(question.conditions.relation ?? '')
  const isOne = isParty || namesakes.length + (isAge ? 0 : others.length) === 0
  if (!subject || question.phrases.length > 0 || !isOne || !isMeant) return []
  const held = facts
    .find({ subjects: subjects.map(({ id }) => id) })
    .find(({ attribute }) => lexicon.wordsOf(attribute)?.isRecord)
  return held ? [{ type: 'attribute', attribute: held.attribute }] : []
}

function answerSelected(
  sense: AttributeSense,
  all: readonly Fact[],
  asking: Asking,
): FactAnswer | undefined {
  const { attribute, qualifier } = sense
  const { mentions, conditions, text, thresholds, years, isSpan } = asking.question
  const never = neverHeld(all, attribute, asking)
  if (never.length > 0) {
    const question = { ...asking.question, mentions: mentions.filter(one => !never.includes(one)) }
    const isOther = question.mentions.length > 0
    const answer = isOther ? answerSelected(sense, all, { ...asking, question }) : answerOf()
    const said = sayNever(never, all, asking)
    return answer && { ...answer, statements: [...answer.statements, said] }
  }
  const holders = mentions.flatMap(({ subjects }) =>
    subjects.filter(({ id }) => all.some(({ subject }) => subject.id === id)),
  )
  const strangers = mentions.filter(({ subjects }) => !subjects.some(one => holders.includes(one)))
  const isOfUs = strangers.every(({ subjects }) => subjects.some(({ key }) => key === 'us'))
  const [stranger, ...others] = strangers
  if (stranger && !(isOfUs && attribute.label.includes('United States'))) {
    if (others.length + holders.length > 0) return undefined
    return answerOther(having(all, qualifier, asking), [], asking)
  }
  const ofHolders = all.filter(({ subject }) => holders.some(({ id }) => id === subject.id))
  const isShared = (row: Fact) =>
    ofHolders.some(one => one.year === row.year && one.qualifier === row.qualifier) &&
    (!isSole(row) || ofHolders.every(isSole))
  const isOfSharers = holders.length > 0 && SHARED.test(text)
  const own = isOfSharers ? all.filter(isShared) : holders.length > 0 ? ofHolders : all
  const rows = having(own, qualifier, asking)
  if (holders.length === 0 && isUnclear(attribute, asking)) return undefined
  if (rows.length === 0) return answerNoneOf(own, qualifier, asking)
  if (AGE.test(text)) {
    if (thresholds.length === 0) return answerByAge(rows, asking)
    const fitting = thresholds.length > 1 ? [] : ofAge(rows, asking)
    return fitting.length > 0 ? answerCount(fitting, asking) : undefined
  }
  const inTime = rows.filter(row => isWhen(row, asking.question))
  if (isOfSharers) return sayAll(runsOf(inTime), asking, inTime.every(isSole))
  if (conditions.place !== undefined) {
    // "The first World Cup after 2010"; a term may have begun before.
    const isWithin = isSpan && rows.every(({ start }) => !start)
    const open = { ...asking, question: { ...asking.question, years: isWithin ? [] : years } }
    return answerInOrder(isWithin ? inTime : rows, attribute, open)
  }
  if (holders.length > 0)
    return (
      answerAboutHolder(rows, asking) ?? answerOther(having(all, qualifier, asking), rows, asking)
    )
  return answerWho(rows, { isPart: rows.length < all.length }, asking)
}

const TITLE = / (?:title|runner-up)$/
const TEAMS = ['country', 'team']

/** The teams or persons that a question names and that have not held the title or the office in the time that it names. */
function neverHeld(all: readonly Fact[], { label }: Attribute, { question }: Asking): Mention[] {
  const { mentions, years, isSpan, text, direction, conditions, operations } = question
  const isOfPersons = mentions.every(isPerson) && all.every(one => !one.start || !one.qualifier)
  const isOfTeams = mentions.every(one => one.subjects.every(({ kind }) => TEAMS.includes(kind)))
  const isOfOne = mentions.length < 2 && operations.has('often')
  const isOfYear = years.length > 0 && !isSpan
  const isTitle = TITLE.test(label) && isOfTeams && !isOfOne && !WHETHER.test(text)
  if ((!isTitle && !isOfPersons) || isOfYear) return []
  if (direction || conditions.isMostOften || conditions.isLast || MORE.test(text)) return []
  const ids = new Set(all.filter(row => isWhen(row, question)).map(({ subject }) => subject.id))
  return mentions.filter(one => one.subjects.every(({ id }) => !ids.has(id)))
}

/** "The Netherlands and Portugal have never won the FIFA World Cup." */
function sayNever(never: readonly Mention[], all: readonly Fact[], asking: Asking): FactStatement {
  const names = never.flatMap(({ subjects: [one] }) => (one ? nameOf(one) : []))
  const { label = '', section = '' } = all[0]?.attribute ?? {}
  const what = label.endsWith(' title')
    ? `won the ${section}`
    : label.endsWith(' runner-up')
      ? `been runner-up of the ${section}`
      : `${all[0]?.start ? 'been' : 'receive the'} ${label}`
  const verdict = WHETHER.test(asking.question.text) ? 'No: ' : ''
  // A prize is known up to a year.
  const years = all.map(({ year = 0 }) => year)
  const ofAll =
    all[0]?.start || TITLE.test(label) ? '' : ` from ${Math.min(...years)} to ${Math.max(...years)}`
  const when = saySpan(asking) || ofAll
  const have = names.length > 1 ? 'have' : 'has'
  return {
    text: `${verdict}${verdict ? joinAnd(names) : capital(joinAnd(names))} ${ofAll ? 'did' : have} ${when ? 'not' : 'never'} ${what}${when}.`,
    facts: all,
    computed: [
      ...years,
      ...asking.question.years,
      new Set(all.map(({ subject }) => subject.id)).size,
    ],
    named: names,
    isNone: true,
  }
}

const isSole = ({ text }: Fact) => text === 'sole laureate'
/** "Did Tolstoy win a Nobel Prize?": nobody has the name, if the record has every holder, or every one of today. */
function answerNobody(
  all: readonly Fact[],
  attribute: Attribute,
  asking: Asking,
): FactAnswer | undefined {
  const { question, lexicon } = asking
  const { mentions, years, text } = question
  const name = onlyNameIn(question)
  const isOfSeats = all.some(({ start, qualifier }) => start && qualifier)
  const isAsked = isOfSeats ? /^is\b/i.test(text) : /^(?:did|was|has)\b/i.test(text)
  const isOfPerson = name && !mayBeHolder(name, all, asking) && mentions.every(isPerson)
  if (!isAsked || !isOfPerson || years.length > 0) return undefined
  const rows = all.filter(row => !isOfSeats || isRecorded(row)).toSorted(byTime)
  const [first, last] = [rows[0], rows.at(-1)]
  if (!first || !last) return undefined
  const count = new Set(rows.map(({ subject }) => subject.id)).size
  const { counted = '', nouns: [, many = ''] = [] } = lexicon.wordsOf(attribute) ?? {}
  const who = counted.replace(/\{count\} (\S+)/, `${writeNumber(count)} $1 who`)
  const day = sayDay(first.source.publishedOn)
  const said = isOfSeats
    ? `as of ${day}, none of the ${count} ${many} is named ${name}`
    : `none of the ${who} from ${first.year} to ${last.year} is named ${name}`
  return answerOf({
    text: `No: ${said}.`,
    facts: [first, last],
    computed: [count],
    named: [name, many, day],
  })
}

/** "The president" alone may mean any president, unless a place or a year is named. */
function isUnclear({ label }: Attribute, { question }: Asking): boolean {
  const { text, phrases, rest, mentions, years, conditions } = question
  const isNamed =
    rest.length + mentions.length + years.length > 0 ||
    conditions.place !== undefined ||
    phrases.some(({ start, end }) => /\b(?:us|u\.s|united|america)/i.test(text.slice(start, end)))
  return label.startsWith('President') && !isNamed
}

/**
 * "When did Germany win the 2018 World Cup?": who did, and when the one who is named did. "Has the Netherlands
 * won it?": no, if the collection names every holder.
 */
function answerOther(
  all: readonly Fact[],
  own: readonly Fact[],
  asking: Asking,
): FactAnswer | undefined {
  const { mentions, years, isSpan, rest, text, operations } = asking.question
  const subjects = mentions.flatMap(one => one.subjects)
  const [subject, ...more] = new Set(subjects.map(nameOf))
  const { attribute } = all[0] ?? {}
  const isKind = all.some(row => subjects.some(({ kind }) => kind === row.subject.kind))
  if (!attribute || !subject || !isKind || more.length + rest.length > 0) return undefined
  const isWhether = WHETHER.test(text)
  if (years.length === 0) {
    const { counted } = asking.lexicon.wordsOf(attribute) ?? {}
    const isTitle = attribute.label.endsWith(' title') && counted !== undefined
    if (!isTitle || own.length > 0 || !(isWhether || operations.has('often'))) return undefined
    const holders = new Set(all.map(row => row.subject.name))
    const teams = counted.replace('{count}', String(holders.size)).replace(/ won .*/, '')
    const said = `${isWhether ? `No: ${subject}` : capital(subject)} is not among the ${teams} that won the ${attribute.section}: ${[...holders].join(', ')}.`
    return answerOf({ text: said, facts: all, computed: [holders.size] })
  }
  const found = all.filter(row => isWhen(row, asking.question)).toSorted(byTime)
  const [first, ...others] = together(runsOf(found).map(run => sayRun(run, asking)))
  // Many hold a seat of Congress at a time.
  if (!first || found.length > MOST_OTHERS || isSpan || years.length > 1) return undefined
  const verdict = isWhether ? 'No: not' : 'Not'
  const said = own[0]?.start
    ? runsOf(own).map(run => sayRun(run, asking))
    : byHolder(own).map(([name, rows]) => sayOften(name, rows, asking))
  return answerOf(
    { ...first, text: `${verdict} ${subject} but ${first.text}`, named: [subject] },
    ...others,
    ...said,
  )
}

function answerWho(
  rows: readonly Fact[],
  { isPart }: { readonly isPart: boolean },
  asking: Asking,
): FactAnswer | undefined {
  const { question, today, most } = asking
  const { years, isSpan, operations, direction, conditions, text } = question
  const isOffice = rows.some(({ start }) => start !== undefined)
  // Terms are no titles: nobody is president several times a term.
  const isCounted = !isOffice && (years.length === 0 || isSpan)
  const isOfTitles =
    operations.has('often') || /\bby\b.*\b(?:titles|wins|prizes|cups)\b/i.test(text)
  const isMost = conditions.isMostOften || (direction === 'highest' && isOfTitles)
  const inTime = rows.filter(row => isWhen(row, question)).toSorted(byTime)
  const repeats = conditions.isLast ? undefined : repeatsOf(question)
  if (direction || isMost) {
    if (isOffice && /\b(?:longest|shortest)\b/i.test(text)) return answerLongest(rows, asking)
    const ranked = isMost && isCounted && direction !== 'lowest' ? byHolder(inTime) : []
    // Those who share the last place are all named.
    const least = ranked.at((question.count ?? 1) - 1)?.[1].length ?? 1
    return often(ranked.filter(([, own]) => own.length >= least).slice(0, MOST_LISTED))
  }
  if (repeats) {
    const isRepeated = ({ length }: readonly Fact[]) =>
      length >= repeats.least && length <= repeats.most
    const found = isCounted ? byHolder(rows).filter(([, own]) => isRepeated(own)) : []
    return found.length > MOST_LISTED ? undefined : often(found)
  }
  if (question.thresholds.length > 0) return undefined
  const isCount = operations.has('count') || operations.has('often') || COUNT.test(text)
  const isOfGender = sensesOf('qualifier', asking).some(one => GENDERS.includes(one.qualifier))
  const isAll =
    isCount || ALL.test(text) || (isOfGender && years.length === 0 && !conditions.isLast)
  // "The senators from Texas" are those of today; "presidents who were Whigs" are all.
  const isOld =
    years.length > 0 ||
    (isCount && !operations.has('now') && !/\b(?:are|do|does)\b/i.test(text)) ||
    ((isAll || isPart) && /\b(?:were|was|have been|all|ever)\b/i.test(text)) ||
    // Of an office that one person holds, a list has those before.
    (/\b(?:list|history|every)\b/i.test(text) && rows.every(({ qualifier }) => !qualifier))
  const isNow = ({ start = '', end = '' }: Fact) => start <= today && today < end
  if (isOffice && conditions.isLast && question.count && rows.every(row => !row.qualifier))
    return sayAll(runsOf(inTime).slice(-question.count), asking)
  const counted = inTime.filter(row => isOffice && !isOld && isRecorded(row))
  const found = inTime.filter(row => !isOffice || isOld || isNow(row))
  if (found.length === 0) return isOffice ? undefined : answerNone(rows, asking)
  // Without a year, the newest record is meant, or the last three.
  const isNewest = conditions.isLast || (years.length === 0 && !isOffice && !isAll)
  const held = [...new Set(found.map(({ year = 0 }) => year))].toSorted((a, b) => b - a)
  const newest = held.slice(0, conditions.isLast ? (question.count ?? 1) : 1)
  const runs = isNewest
    ? found.filter(({ year = 0 }) => newest.includes(year)).map(row => [row])
    : runsOf(found)
  const length = isNewest ? newest.length : runs.length
  if (question.count !== undefined && question.count !== length) return undefined
  const isOfPrizes = !isOffice && !rows.some(({ attribute }) => TITLE.test(attribute.label))
  const isMany = runs.length > (isOfPrizes ? Math.min(most, MOST_APART) : most)
  if (!isNewest && (isCount || isMany))
    return answerCount(counted.length > 0 ? counted : found, asking)
  const said = sayAll(runs, asking)
  return isOffice && !isOld ? withEnded(said, { inTime, found }, asking) : said

  function often(holders: readonly [string, Fact[]][]): FactAnswer | undefined {
    const statements = holders.map(([name, own]) => sayOften(name, own, asking))
    return statements.length > 0 ? answerOf(...statements) : undefined
  }
}

/** "Which women have been president?": none of the holders is one. */
function answerNoneOf(
  own: readonly Fact[],
  qualifier: string | undefined,
  asking: Asking,
): FactAnswer | undefined {
  const { question, lexicon } = asking
  const [people, ...more] = gendersIn(asking)
  const [field = qualifier] = sensesOf('qualifier', asking).map(one => one.qualifier)
  if (WHETHER.test(question.text) && question.mentions.length > 0 && field && !people) {
    const [first, ...others] = byHolder(own).map(([name, rows]) => sayOften(name, rows, asking))
    return first && answerOf({ ...first, text: `No, not in ${field}: ${first.text}` }, ...others)
  }
  const isGender = ({ senses }: Phrase) =>
    senses.some(one => one.type === 'qualifier' && GENDERS.includes(one.qualifier))
  const phrases = question.phrases.filter(one => !isGender(one))
  const left = { ...asking, question: { ...question, phrases } }
  const all = having(own, qualifier, left).filter(row => isWhen(row, question))
  const rows = all.every(({ start, qualifier: seat }) => start && seat)
    ? all.filter(isRecorded)
    : all
  const [first] = rows
  if (!people || !first || more.length > 0) return undefined
  const { nouns: [, many = ''] = [] } = lexicon.wordsOf(first.attribute) ?? {}
  const who = first.start ? many : `laureates of the ${prizeOf(rows)}`
  const count = new Set(rows.map(({ subject }) => subject.id)).size
  const gender = people.replace('en', 'an')
  const text = `None of the ${writeNumber(count)} ${who}${saySpan(asking)} is a ${gender}.`
  return answerOf({ text, facts: rows, computed: [count], named: [many], isNone: true })
}

/** A time without such a holder, and those next to it. */
function answerNone(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { years, isSpan } = asking.question
  const [from = 0, to = from] = years
  const sorted = rows.toSorted(byTime)
  const before = sorted.findLast(row => (row.year ?? 0) < from)
  const after = sorted.find(row => (row.year ?? 0) > to)
  const { attribute, qualifier } = sorted[0] as Fact
  if (isSpan || gendersIn(asking).length > 0) {
    const every = read({ attributes: [attribute.id] }, asking)
    const last = Math.max(...every.map(({ year = 0 }) => year))
    if ((years.length > 1 && !isSpan) || from > last) return undefined
    const end = isSpan && to > last ? ` (the records end in ${last})` : ''
    const beside = [
      before ? [`the last before was ${nameOf(before.subject)} in ${before.year}`] : [],
      after ? [`the next was ${nameOf(after.subject)} in ${after.year}`] : [],
    ].flat()
    const said = `${sayNumber(rows, 'No', asking)}${saySpan(asking)}${end}`
    return answerOf({
      text: `${[said, ...beside].join('; ')}.`,
      facts: [before ?? [], after ?? [], every.find(({ year }) => year === last) ?? []].flat(),
      computed: [from, to, last],
      isNone: true,
    })
  }
  if (!before || !after || years.length > 1) return undefined
  const field = qualifier && rows.every(row => row.qualifier === qualifier) ? ` (${qualifier})` : ''
  return answerOf({
    text: `No ${attribute.label}${field} is recorded for ${from}; those before and after it are of ${before.year} and ${after.year}.`,
    facts: [before, after],
    computed: [from],
    isNone: true,
  })
}

/** A term that ended after the day of the source has a successor whom the source cannot name. */
function withEnded(
  answer: FactAnswer,
  { inTime, found }: { readonly inTime: readonly Fact[]; readonly found: readonly Fact[] },
  asking: Asking,
): FactAnswer {
  const isHolding = ({ subject }: Fact) => found.some(one => one.subject.id === subject.id)
  const ended = inTime.filter(
    row =>
      row.end && row.source.publishedOn < row.end && row.end <= asking.today && !isHolding(row),
  )
  return {
    ...answer,
    statements: [...answer.statements, ...ended.map(row => sayRun([row], asking))],
    missing: ended.map(
      ({ subject, end = '' }) => `The successor of ${subject.name} since ${sayDay(end)}`,
    ),
  }
}

function answerAboutHolder(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question, most, today } = asking
  const { operations, conditions, thresholds, text } = question
  if (conditions.isMostOften || repeatsOf(question) || thresholds.length > 0) return undefined
  const all = rows.filter(row => isWhen(row, question)).toSorted(byTime)
  const found = conditions.isLast && !/\btitles\b/i.test(text) ? all.slice(-1) : all
  const [first] = found
  if (!first) return undefined
  const bySubject = byHolder(found)
  const isOffice = first.start !== undefined
  const runs = bySubject.flatMap(([, own]) => runsOf(own))
  const isOften = operations.has('often') || operations.has('count')
  const isRepeated = bySubject.length > 1 && bySubject.some(([, own]) => own.length > 1)
  const isCounted = !isOffice && (isOften || runs.length > most || isRepeated)
  const statements = isCounted
    ? bySubject.map(([name, own]) => sayOften(name, own, asking))
    : runs.map(run => sayRun(run, asking))
  // One sentence, of which no other has all.
  if (isOffice && statements.length > 1 && bySubject.length > 1 && SINCE.test(asking.asked ?? text))
    return answerOf({
      text: `${statements.map(one => one.text.replace(/\.$/, '')).join('; ')}.`,
      facts: statements.flatMap(one => one.facts),
      computed: statements.flatMap(({ computed = [] }) => computed),
    })
  const isYes = WHETHER.test(text) && bySubject.length === 1
  const isOver = isOffice && /^is\b/i.test(text) && found.every(({ end = '' }) => end <= today)
  return {
    statements: statements.map((one, at) =>
      isYes && at === 0 ? { ...one, text: `${isOver ? 'No' : 'Yes'}: ${one.text}` } : one,
    ),
    missing: [],
  }
}
