import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import { PLACES } from '../conditions.ts'
import type { Fact } from '../fact.ts'
import { attributesOf } from '../filters.ts'
import { COUNTS, type FactQuestion } from '../read-question.ts'
import { nameOf } from '../report/say-value.ts'
import { sayDay } from '../say-facts.ts'
import { type Asking, byTime, read, sensesOf } from '../select-facts.ts'
import { GENDERS, having, isRecorded, withStates } from './filter-records.ts'
import { ageAt, birthsOf, bornIn, isWhen, OFFICES, prizeOf } from './records.ts'
import { gendersIn, groupIn } from './say-holders.ts'

type By = 'category' | 'decade' | 'year' | 'party' | 'state' | 'sector'

/** The property that puts a row into a group. */
const KEYS: Readonly<Record<By, (row: Pick<Fact, 'year' | 'text' | 'qualifier'>) => string>> = {
  category: ({ qualifier = '' }) => qualifier,
  decade: ({ year = 0 }) => `${Math.floor(year / 10)}0s`,
  year: ({ year }) => `${year}`,
  party: ({ text = '' }) => text.split(', ')[0] ?? '',
  state: ({ qualifier, text = '' }) =>
    (qualifier ?? text.split(', ').at(-1) ?? '').split(', ')[0] ?? '',
  sector: ({ text = '' }) => text,
}
const EACH = /\beach (category|decade|party|state|sector)\b/
const WHICH =
  /^(?:In )?(?:which|what) (?:\d+ )?(categor(?=y|ies)|decade|year|part(?=y|ies)|state|sector)/i
const NAMES: Readonly<Record<string, By>> = { categor: 'category', part: 'party' }
const RANKED = /\b(?:most|majority|fewest|highest|lowest)\b/
const PICKED = /\b(first|last|oldest|youngest)\b/
const AVERAGE = /\baverage age\b/
const SHARED = /\b(?:were|was) shared\b/
const AWARDED = /\b(?:were|was) awarded\b/
const NOT_AWARDED = /\bnot awarded\b|^Was .* awarded in \d{4}\b/
/** "How many Democrats and Republicans are in the Senate?" */
const PARTIES =
  /\b(?:Democrats|Republicans|independents)(?:, (?:Democrats|Republicans))? and (?:Democrats|Republicans|independents)\b/
/** "Senators of different parties", "two women as senators", "more than 20 representatives" */
const MIXED = /\bsenators of different parties\b|\bone Democratic (?:senator )?and one Republican\b/
const ALIKE = /\btwo (Democrat|Republican|wom[ae]n)/
const NUMBER =
  /\b(?:(more than|at least) )?(?:only )?(\d+|one|two|three|four|five|six|seven|eight|nine|ten) representatives?\b/
const STRUCTURE =
  /^(?:categor(?:y|ies)|decades?|years?|part(?:y|ies)|states?|sectors?|each|ages?|average age|averages?|shared|awarded|majority|different|winners?|laureates?|people|time|number)$/i
/** Words for parties that are no filter: "one Democratic and one Republican senator" */
const OF_STATES = /^(?:democratic|republican|democrats?|republicans?|independents?|senators?)$/i
/** Conditions that the groups honour. */
const HONOURED = /^(?:each|oldest|youngest|only)$/
const MOST_FOLLOWERS = 3

/** Rows by what a question asks of each group of them: how many, who was first, how old they were. */
interface Grouped {
  readonly by: By | undefined
  readonly rows: readonly Fact[]
  readonly asking: Asking
  /** As the question has it: "women", "laureates", "US senators". */
  readonly people: string
  readonly asked: string
}

/** The result of a group: a figure, or who was first or oldest in it. */
interface Part {
  readonly name: string
  readonly value: number
  readonly said: string
  readonly facts: readonly Fact[]
  readonly computed: readonly number[]
}

/** Answers records by category, decade, party, state or sector, and figures over all of their rows. */
export function answerGrouped(given: Asking): FactAnswer | undefined {
  const { question, asked = question.text } = given
  const isByParty = /^How many /.test(asked) && PARTIES.test(asked)
  const each = isByParty ? 'party' : EACH.exec(asked)?.[1]
  const [, which = ''] = WHICH.exec(asked) ?? []
  const ofStates = /^(?:Which|How many) (?:states|of .+) (?:have|has) /.test(asked)
  const isOfYears = NOT_AWARDED.test(asked)
  const isOne = AVERAGE.test(asked) || SHARED.test(asked) || isOfYears
  const fields = fieldsOf(given)
  const isPicked = PICKED.test(asked) && fields.length > 1
  const named = each ?? NAMES[which] ?? which
  const by = (named ||
    (ofStates ? 'state' : isPicked || (isOne && fields.length > 1) ? 'category' : '')) as By | ''
  const isRanked = RANKED.test(asked)
  if (!by && !isOne) return undefined
  if (by && !each && !isRanked && !ofStates && !isPicked && !isOne) return undefined
  const { others, relation } = question.conditions
  const isHonoured = (word: string) => HONOURED.test(word) || (isOfYears && word === 'not')
  if (relation || !others.every(isHonoured)) return undefined
  const isOfStates = ofStates && !isRanked
  const isKept = (word: string) => !((isOfStates || isByParty) && OF_STATES.test(word))
  const rest = question.rest.filter(isKept)
  const years = isOfYears ? [] : question.years
  const found = rowsOf({ ...given, question: { ...question, rest, years } }, by || undefined)
  if (!found || found.rows.length === 0) return undefined
  const grouped = { ...found, by: by || undefined, asked }
  if (isOfStates) return answerStates(grouped)
  if (isOfYears) return answerWithout(grouped, question.years)
  const { places } = found
  if (by === 'party' && places.length > 1) {
    const told = places.flatMap(place => {
      const rows = found.rows.filter(row => KEYS.state(row).toLowerCase() === place.toLowerCase())
      const people = found.people.replace(/ from .*/, ` from ${capital(place)}`)
      return sayParts({ ...grouped, rows, people }, true)?.statements ?? []
    })
    return own(...told)
  }
  return by ? sayParts(grouped, Boolean(each) || isPicked || !isRanked) : sayWhole(grouped)
}

const fieldsOf = (asking: Asking) =>
  [...sensesOf('qualifier', asking), ...sensesOf('attribute', asking)].flatMap(({ qualifier }) =>
    qualifier && !GENDERS.includes(qualifier) ? qualifier : [],
  )

/** The rows that the words of the question leave, apart from those for the groups. */
function rowsOf(given: Asking, by: By | undefined) {
  const { question, facts, lexicon, asked = '' } = given
  const phrases = question.phrases.filter(one => !STRUCTURE.test(one.text))
  const isCompany = /\bcompanies\b/.test(asked)
  const label = by === 'sector' ? 'Sector' : 'Headquarters'
  const attribute = isCompany
    ? facts.attributes().find(one => one.label === label && one.collection === 'sp500')
    : question.phrases
        .flatMap(attributesOf)
        .map(sense => sense.attribute)
        .find(one => one.collection !== 'football' && lexicon.wordsOf(one)?.isRecord)
  if (!attribute || (isCompany && question.mentions.length + question.thresholds.length > 0))
    return undefined
  const fields = fieldsOf(given)
  const every = read({ attributes: [attribute.id] }, given)
  const isOffice = attribute.collection === OFFICES
  const isNow = isOffice && !attribute.label.includes('President')
  const all = every.filter(
    row =>
      (isCompany || !isNow || isRecorded(row)) &&
      (fields.length === 0 || fields.includes(row.qualifier ?? '')) &&
      isWhen(row, question),
  )
  const isField = ({ senses }: FactQuestion['phrases'][number]) =>
    senses.some(sense => sense.type === 'qualifier' && !GENDERS.includes(sense.qualifier))
  const left: FactQuestion = {
    ...question,
    phrases: phrases.filter(one => !isField(one)),
    rest: question.rest.filter(word => !STRUCTURE.test(word)),
  }
  const born = isOffice ? undefined : bornIn(all, { ...given, question: left })
  const asking = born?.asking ?? { ...given, question: left }
  const own = isNow ? { ...asking, question: withStates(left, all) } : asking
  const isUs = own.question.mentions.every(({ subjects }) =>
    subjects.some(({ key }) => key === 'us'),
  )
  if (!isUs || own.question.phrases.some(one => one.isNegated)) return undefined
  const rows = isCompany
    ? own.question.rest.length > 0
      ? []
      : all
    : having(born?.rows ?? all, undefined, own)
  const { nouns: [, many = ''] = [] } = lexicon.wordsOf(attribute) ?? {}
  const { places, people: held } = groupIn(rows, many, own)
  const from = places.length > 0 && by !== 'state' ? ` from ${joinAnd(places.map(capital))}` : ''
  const who = /\bpeople\b/.test(asked) ? 'people' : 'laureates'
  const people = isCompany
    ? 'S&P 500 companies'
    : isOffice
      ? `${held}${from}`
      : (gendersIn(own)[0] ?? who)
  return {
    ...{ rows, asking: own, places },
    people: born ? `${people} born in ${born.home}` : people,
  }
}

/** The sentence's words for each group. */
function partOf(
  name: string,
  rows: readonly Fact[],
  { asked, asking, rows: all }: Grouped,
): Part[] {
  const holders = new Set(rows.map(({ subject }) => subject.id)).size
  if (AVERAGE.test(asked)) {
    const { average, cited } = averageAge(rows, asking)
    return average === undefined
      ? []
      : [
          {
            name,
            value: average,
            said: `${average.toFixed(1)} years`,
            facts: cited,
            computed: [average],
          },
        ]
  }
  if (SHARED.test(asked) || AWARDED.test(asked)) {
    const prizes = prizesIn(rows)
    const shared = prizes.filter(own => own.length > 1).length
    const [value, said] = SHARED.test(asked)
      ? [shared, `${shared} of ${prizes.length}`]
      : [prizes.length, `${prizes.length}`]
    return [{ name, value, said, facts: rows, computed: [shared, prizes.length] }]
  }
  const [pick] = PICKED.exec(asked) ?? []
  if (!pick) {
    const cited = rows.length > 0 ? rows : all.slice(0, 1)
    return [{ name, value: holders, said: `${holders}`, facts: cited, computed: [holders] }]
  }
  const inOrder = rows.toSorted(byTime)
  if (pick === 'first' || pick === 'last') {
    const year = inOrder.at(pick === 'first' ? 0 : -1)?.year ?? 0
    const own = inOrder.filter(row => row.year === year)
    const said = `${joinAnd(own.map(row => row.subject.name))}, ${year}`
    return own.length > 0 ? [{ name, value: year, said, facts: own, computed: [] }] : []
  }
  const sign = pick === 'oldest' ? -1 : 1
  const [first] = agesAt(rows, asking).toSorted((a, b) => sign * (a.age - b.age))
  if (!first) return []
  const age = Math.floor(first.age)
  const said = `${first.row.subject.name}, aged ${age}, in ${first.row.year}`
  return [{ name, value: age, said, facts: [first.row, first.source], computed: [age] }]
}

const prizesIn = (rows: readonly Fact[]) => [
  ...Map.groupBy(rows, ({ qualifier, year }) => `${qualifier} ${year}`).values(),
]

/** How old the holders are now, or were when they received a prize or began a term. */
function agesAt(rows: readonly Fact[], asking: Asking) {
  const births = birthsOf(rows, asking)
  return rows.flatMap(row => {
    const source = births.get(row.subject.id)
    const day = isRecorded(row) ? row.source.publishedOn : undefined
    return source ? [{ row, age: ageAt(row, source, day), source }] : []
  })
}

/** The years between the first and the last prize of a category that have none. */
function answerWithout({ rows, asked }: Grouped, asks: readonly number[]): FactAnswer | undefined {
  const years = rows.map(({ year = 0 }) => year)
  const [from, to] = [Math.min(...years), Math.max(...years)]
  const all = Array.from({ length: to - from + 1 }, (_, at) => from + at)
  const none = all.filter(year => !years.includes(year))
  const [year = 0] = asks
  if (new Set(rows.map(({ qualifier }) => qualifier)).size > 1 || none.length === 0)
    return undefined
  const list = joinAnd(none.map(String))
  const text = `the ${prizeOf(rows)} was not awarded in ${none.length} of the years from ${from} to ${to}: ${list}`
  const isAsked = /^Was /.test(asked)
  if (isAsked && !all.includes(year)) return undefined
  const verdict = !isAsked ? '' : none.includes(year) ? 'No: ' : 'Yes: '
  const held = rows.filter(row => row.year === year).map(row => row.subject.name)
  const said =
    verdict === 'Yes: ' ? `the ${prizeOf(rows)} of ${year} went to ${joinAnd(held)}` : text
  const facts = verdict === 'Yes: ' ? rows.filter(row => row.year === year) : rows
  return own({
    text: verdict ? `${verdict}${said}.` : `${capital(said)}.`,
    facts,
    computed: [...none, none.length, year],
  })
}

function averageAge(rows: readonly Fact[], asking: Asking) {
  const aged = agesAt(rows, asking)
  const sum = aged.reduce((all, { age }) => all + age, 0)
  const average = aged.length > 0 ? Math.round((sum / aged.length) * 10) / 10 : undefined
  return { average, count: aged.length, cited: aged.flatMap(({ row, source }) => [row, source]) }
}

/** One figure over all rows: an average age, or how many prizes were shared. */
function sayWhole({ rows, asking, people, asked }: Grouped): FactAnswer | undefined {
  const [first] = rows
  const inOrder = rows.toSorted(byTime)
  const [from, to] = [inOrder[0]?.year, inOrder.at(-1)?.year]
  const span = `from ${from} to ${to}`
  if (!first) return undefined
  if (SHARED.test(asked)) {
    const prizes = prizesIn(rows)
    const shared = prizes.filter(own => own.length > 1).length
    const name = prizeOf(rows).replace('Prize', prizes.length === 1 ? 'Prize' : 'Prizes')
    const text = `${shared} of the ${prizes.length} ${name} ${span} were shared.`
    return own({ text, facts: rows, computed: [shared, prizes.length] })
  }
  const { average = 0, count, cited } = averageAge(rows, asking)
  if (count === 0) return undefined
  const day = sayDay(first.source.publishedOn)
  const text =
    first.start && !isRecorded(first)
      ? `The average age of the ${people} was ${average.toFixed(1)} years at the beginning of the term (${count} terms).`
      : first.start
        ? `As of ${day}, the average age of the ${count} ${people} is ${average.toFixed(1)} years.`
        : `The average age of the ${people} of the ${prizeOf(rows)} ${span} was ${average.toFixed(1)} years at the time of the prize (${count} awards to people whose date of birth is known).`
  return own({ text, facts: cited, computed: [average, count], named: [day, people] })
}

const own = (...statements: readonly FactStatement[]) => ({
  ...answerOf(...statements),
  isOwnForm: true,
})

function sayParts(grouped: Grouped, isEach: boolean): FactAnswer | undefined {
  const { by = 'category', rows, asking, people, asked } = grouped
  const { count, direction, conditions } = asking.question
  const isOffice = rows.some(({ start }) => start)
  const isCompany = people.startsWith('S&P')
  // Territories have delegates, and some companies have their seat abroad.
  const states = by === 'state' ? statesOf(asking) : undefined
  const groups = [...Map.groupBy(rows, KEYS[by])].filter(([name]) => states?.has(name) ?? true)
  const years = rows.map(({ year = 0 }) => year)
  const decades = by === 'decade' ? decadesBetween(Math.min(...years), Math.max(...years)) : []
  const none = decades.filter(name => groups.every(([one]) => one !== name))
  const parts = [...groups, ...none.map(name => [name, []] as const)].flatMap(([name, own]) =>
    partOf(name, own, grouped),
  )
  const isPicked = PICKED.test(asked)
  const sign = direction === 'lowest' ? 1 : -1
  const ranked = parts.toSorted((a, b) =>
    isEach && by === 'decade'
      ? a.name.localeCompare(b.name)
      : isPicked
        ? a.name.localeCompare(b.name)
        : sign * (a.value - b.value) || a.name.localeCompare(b.name),
  )
  const nth = PLACES.findIndex(word => new RegExp(`\\b${word} most\\b`).test(asked))
  const [place = 0, length = 1] = nth > 0 ? [nth, 1] : [0, count ?? conditions.place ?? 1]
  const least = ranked[place + length - 1]?.value
  if (least === undefined) return undefined
  const isFirst = ({ value }: Part) => (nth > 0 ? value === least : sign * (value - least) <= 0)
  const firsts = isEach ? ranked : ranked.filter(isFirst)
  const next =
    isEach || nth > 0 || sign > 0 ? [] : ranked.slice(firsts.length, firsts.length + MOST_FOLLOWERS)
  const list = (all: readonly Part[]) =>
    all.map(({ name, said }) => `${by === 'decade' && !isEach ? 'the ' : ''}${name} (${said})`)
  const day = sayDay(rows[0]?.source.publishedOn ?? '')
  const what = whatOf(grouped)
  const inOrder = rows.toSorted(byTime)
  const [from = 0, to = 0] = [inOrder[0]?.year, inOrder.at(-1)?.year]
  const when = isOffice || isCompany ? `as of ${day}` : `from ${from} to ${to}`
  const isCount = !isPicked && ![AVERAGE, SHARED, AWARDED].some(form => form.test(asked))
  const holders = new Set(rows.map(({ subject }) => subject.id)).size
  const isTwice = parts.reduce((sum, { value }) => sum + value, 0) > holders
  const isNow = isCompany || rows.every(isRecorded)
  const there = isNow ? 'there are ' : isOffice ? 'there have been ' : ''
  const total = `${there}${holders} ${what}`
  const each = isCount
    ? `${capital(when)}, ${total.replace(' who ', ' ')}${isTwice ? ' (those who did so more than once count in each)' : ''}; by ${by}`
    : `The ${what}${isPicked ? '' : ` ${when}`}, by ${by}`
  const [most, fewest] = AVERAGE.test(asked) ? ['highest', 'lowest'] : ['most', 'fewest']
  const rank = nth > 0 ? `${PLACES[nth]} most` : sign < 0 ? most : fewest
  const be = firsts.length === 1 ? `${by} with the` : `${plural(by)} with the`
  const said = isEach
    ? `${each}: ${joinAnd(list(firsts))}`
    : `${capital(when)}, the ${be} ${rank} ${what} ${firsts.length === 1 ? 'is' : 'are'} ${joinAnd(list(firsts))}`
  const after = next.length > 0 ? `, followed by ${joinAnd(list(next))}` : ''
  const told = [...firsts, ...next]
  const isOfSeats = by === 'party' && isOffice && !isEach && rank === 'most' && firsts.length === 1
  const statement = {
    text: `${isOfSeats ? `${capital(when)}, ${sayMajority(told, holders, what)}` : `${said}${after}`}.`,
    facts: told.flatMap(({ facts }) => facts),
    computed: [...told.flatMap(({ computed }) => computed), from, to, holders],
    named: [day, people, ...told.map(({ name }) => name)],
  }
  const table = {
    columns: [capital(isCount ? people : what)],
    rows: told.map(({ name, said: text, facts, computed }) => ({
      label: capital(name),
      cells: [{ text, facts, computed }],
    })),
  }
  return { ...own(statement), ...(told.length > 2 && { table }) }
}

/** "Republicans have the most US senators: 53 of the 100, a majority, followed by Democrats (45)." */
function sayMajority([first, ...next]: readonly Part[], holders: number, what: string): string {
  const members = (name: string) => `${name === 'Independent' ? 'independent' : name}s`
  const { name = '', value = 0 } = first ?? {}
  const most = `${value} of the ${holders}${value * 2 > holders ? ', a majority' : ''}`
  const list = next.map(one => `${members(one.name)} (${one.value})`)
  const after = list.length > 0 ? `, followed by ${joinAnd(list)}` : ''
  return `${members(name)} have the most ${what}: ${most}${after}`
}

const decadesBetween = (from: number, to: number) =>
  Array.from({ length: Math.floor(to / 10) - Math.floor(from / 10) + 1 }, (_, at) =>
    KEYS.decade({ year: from + at * 10 }),
  )

const plural = (by: By) =>
  by === 'category' ? 'categories' : by === 'party' ? 'parties' : `${by}s`

/** The subject of the figures: "women who received the Nobel Prize". */
function whatOf({ rows, people, asked }: Grouped): string {
  const prize = rows.some(({ start }) => start) || people.startsWith('S&P') ? '' : prizeOf(rows)
  const [pick] = PICKED.exec(asked) ?? []
  if (AVERAGE.test(asked))
    return prize
      ? `average age of the ${people} at the time of the ${prize}`
      : `average age of the ${people}`
  if (SHARED.test(asked)) return `shared ${prize.replace('Prize', 'Prizes')}`
  if (AWARDED.test(asked)) return prize.replace('Prize', 'Prizes')
  if (pick === 'oldest' || pick === 'youngest')
    return `${pick} ${people} at the time of the ${prize}`
  return [pick, people, prize && `who received the ${prize}`].filter(Boolean).join(' ')
}

function statesOf(asking: Asking): Set<string> {
  const ids = asking.facts
    .attributes()
    .flatMap(one => (one.label === 'United States Senator' ? one.id : []))
  return new Set(read({ attributes: ids }, asking).filter(isRecorded).map(KEYS.state))
}

/** The states whose senators or representatives are of one party, of several, or of a number. */
function answerStates({ rows, asking, asked }: Grouped): FactAnswer | undefined {
  const isMixed = MIXED.test(asked)
  const [, alike] = ALIKE.exec(asked) ?? []
  const [, more, number = ''] = NUMBER.exec(asked) ?? []
  const count = COUNTS.indexOf(number) > 0 ? COUNTS.indexOf(number) : Number(number)
  if (!isMixed && !alike && !(count > 0)) return undefined
  const genders = alike?.startsWith('wom') ? womenIn(rows, asking) : undefined
  const isMeant = (own: readonly Fact[]) => {
    const parties = own.map(KEYS.party)
    if (isMixed && asked.includes('one Democratic'))
      return ['Democrat', 'Republican'].every(one => parties.includes(one))
    if (isMixed) return new Set(parties).size > 1
    if (genders) return own.length > 1 && own.every(({ subject }) => genders.has(subject.id))
    if (alike) return own.length > 1 && parties.every(one => one === alike)
    return more === 'more than'
      ? own.length > count
      : more
        ? own.length >= count
        : own.length === count
  }
  const states = statesOf(asking)
  const all = [...Map.groupBy(rows, KEYS.state)].filter(([name]) => states.has(name))
  const found = all.filter(([, own]) => isMeant(own)).toSorted(([a], [b]) => a.localeCompare(b))
  const [first] = rows
  const isNone = found.length === 0
  if (!first || (isNone && all.length === states.size)) return undefined
  const isCount = !isMixed && !alike
  const list = (isNone ? all : found).map(([name, own]) =>
    isCount
      ? more
        ? `${name} (${own.length})`
        : name
      : isMixed
        ? `${name} (${joinAnd(own.map(row => `${nameOf(row.subject)}, ${KEYS.party(row)}`))})`
        : `${name} (${joinAnd(own.map(row => nameOf(row.subject)))})`,
  )
  const day = sayDay(first.source.publishedOn)
  const what = isMixed
    ? asked.includes('one Democratic')
      ? 'one Democratic and one Republican senator'
      : 'senators of different parties'
    : genders
      ? 'two women as senators'
      : alike
        ? `two ${alike === 'Democrat' ? 'Democratic' : alike} senators`
        : `${more ? `${more} ` : ''}${number} representative${count === 1 ? '' : 's'}`
  const isSome = all.length < states.size && !genders
  const among = isSome ? all.length : states.size
  const have = found.length === 1 ? 'has' : 'have'
  const text = isNone
    ? `none of the ${among} states has ${what}`
    : `${found.length} of the ${among} states ${have} ${what}`
  return own({
    text: `As of ${day}, ${text}: ${list.join('; ')}.`,
    facts: (isNone ? all : found).flatMap(([, one]) => one),
    computed: [found.length, among, count, ...found.map(([, one]) => one.length)],
    named: [day, ...all.map(([name]) => name)],
  })
}

function womenIn(rows: readonly Fact[], asking: Asking): Set<number> {
  const collection = rows[0]?.attribute.collection
  const gender = asking.facts
    .attributes()
    .find(one => one.label === 'Gender' && one.collection === collection)
  const known = gender ? read({ attributes: [gender.id] }, asking) : []
  return new Set(known.flatMap(({ text, subject }) => (text === 'female' ? subject.id : [])))
}
