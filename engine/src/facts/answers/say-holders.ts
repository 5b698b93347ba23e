import { capital, joinAnd } from '../../text/say.ts'
import { answerOf, type FactAnswer, type FactStatement } from '../answer.ts'
import type { Attribute, Fact } from '../fact.ts'
import { sayDay } from '../say-facts.ts'
import { type Asking, read, sensesOf } from '../select-facts.ts'
import { isRecorded, stateOf } from './filter-records.ts'
import { byHolder, DAY_MS, isWhen, prizeOf, runsOf, sayRun, saySpan, YEAR_DAYS } from './records.ts'

const WHETHER = /^(?:has|have|did|was|were|is|does)\b/i
export const MOST_LISTED = 60
/** Holders of an office whom a question for their number has named. */
const MOST_NAMED = 12
export const COUNT = /\bhow many\b/i

export function sayAll(
  runs: readonly (readonly Fact[])[],
  asking: Asking,
  isAlone = false,
): FactAnswer {
  const said = together(runs.map(run => sayRun(run, asking)))
  const alone = (text: string) => (isAlone ? text.replace(/\.$/, ', alone.') : text)
  return answerOf(...said.map(one => ({ ...one, text: alone(one.text) })))
}

/** "A, B and C received the prize": one sentence for those of whom the same is said. */
export function together(statements: readonly FactStatement[]): FactStatement[] {
  const nameOf = ({ facts }: FactStatement) => facts[0]?.subject.name ?? ''
  const rest = (one: FactStatement) => one.text.replace(nameOf(one), '')
  return [...Map.groupBy(statements, rest)].flatMap(([text, own]) => {
    if (own.length < 2 || !text.startsWith(' ')) return own
    const names = own.map(nameOf)
    return {
      text: `${names.slice(0, -1).join(', ')} and ${names.at(-1)}${text.replace(/^ received (?=half|a )/, ' each received ')}`,
      facts: own.flatMap(({ facts }) => facts),
      computed: own.flatMap(({ computed = [] }) => computed),
    }
  })
}

/** How many hold it, each counted once, and who they are if these are few or asked for. */
export function answerCount(found: readonly Fact[], asking: Asking): FactAnswer {
  const { question, today } = asking
  const [first] = found
  if (!first) return answerOf()
  const isNow = found.every(isRecorded)
  const isOffice = first.start !== undefined
  const holders = [...Map.groupBy(found, ({ subject }) => subject.id).values()]
  const isOne = new Set(found.map(({ qualifier }) => qualifier)).size === 1
  const names = holders.slice(0, MOST_LISTED).map(own => {
    const whose = isOne ? [] : new Set(own.flatMap(({ qualifier = '' }) => qualifier || []))
    const terms = isNow ? [] : runsOf(own).map(run => yearsOf(run, today))
    const when = isOffice
      ? [[...whose].join('; '), terms.join('; ')]
      : own.map(({ qualifier, year }) => (isOne ? year : `${qualifier}, ${year}`)).join('; ')
    const note = [when].flat().filter(Boolean).join(', ')
    return `${own[0]?.subject.name}${note && ` (${note})`}`
  })
  const more = Math.max(0, holders.length - MOST_LISTED)
  const isBare = isOffice && holders.length > MOST_NAMED && COUNT.test(question.text)
  const list = isBare ? '' : `: ${joinAnd([...names, ...(more > 0 ? [`${more} more`] : [])])}`
  const all = sayNumber(found, String(holders.length), asking).replace(
    /^1 (\w+?)s? /,
    (_, noun: string) => `1 ${noun.replace('women', 'woman')} `,
  )
  const said = isOffice
    ? sayShare(first, holders.length, isNow, asking)
    : { text: `${all}${question.isSpan ? saySpan(asking) : ''}`, total: 0, named: [] }
  const verdict = WHETHER.test(question.text) ? 'Yes: ' : ''
  return answerOf({
    text: `${verdict}${said.text}${list}.`,
    facts: found,
    named: said.named,
    computed: [
      holders.length,
      more,
      said.total,
      ...question.years.flatMap(one => [one, one + 1]),
      ...question.thresholds.map(one => one.value),
    ],
  })
}

/** "12 women received the Nobel Prize in literature", "No women received …" */
export function sayNumber(found: readonly Fact[], count: string, asking: Asking): string {
  const { lexicon, question } = asking
  const { attribute } = found[0] as Fact
  const { counted = `{count} subjects have “${attribute.label}”` } =
    lexicon.wordsOf(attribute) ?? {}
  return counted
    .replace(/laureates|people/, noun =>
      [gendersIn(asking)[0] ?? noun, ...question.thresholds.map(one => one.text)].join(' '),
    )
    .replace(attribute.label, prizeOf(found))
    .replace('{count}', count)
}

/** "Since 2007", "1861–1865". */
export function yearsOf(run: readonly Fact[], today: string): string {
  const [from, until = ''] = [run[0]?.year, run.at(-1)?.end]
  const to = until.slice(0, 4)
  return until > today ? `since ${from}` : `${from}` === to ? to : `${from}–${to}`
}

export const gendersIn = (asking: Asking) =>
  sensesOf('qualifier', asking).flatMap(({ qualifier }) =>
    qualifier === 'female' ? 'women' : qualifier === 'male' ? 'men' : [],
  )

/** The states that a question names, and its words for the others: "Republican women among the US senators" */
export function groupIn(rows: readonly Fact[], noun: string, asking: Asking) {
  const { rest } = asking.question
  const known = new Set(rows.map(stateOf))
  const places = rest.filter(word => known.has(word.toLowerCase()))
  const [people] = gendersIn(asking)
  const [held = ''] = rest.length > places.length ? (rows[0]?.text?.split(', ') ?? []) : []
  const party = people ? held.replace(/crat$/, 'cratic') : held && `${held}s`
  const group = [party, people].filter(Boolean).join(' ')
  return { places, people: group ? `${group} among the ${noun}` : noun }
}

/** How many of the holders of an office have a party, a gender or an age: "51 of the 100 US senators are Republicans". */
function sayShare(
  { attribute, text: held = '', source }: Fact,
  count: number,
  isNow: boolean,
  asking: Asking,
) {
  const { lexicon, question } = asking
  const { rest, thresholds } = question
  const day = sayDay(source.publishedOn)
  const every = read({ attributes: [attribute.id] }, asking)
  const known = new Set(every.map(stateOf))
  const states = rest.filter(word => known.has(word.toLowerCase()))
  const all = every
    .filter(row => (isNow ? isRecorded(row) : isWhen(row, question)))
    .filter(row => states.length === 0 || states.some(one => one.toLowerCase() === stateOf(row)))
  const total = new Set(all.map(({ subject }) => subject.id)).size
  const { nouns: [one = '', many = ''] = [] } = lexicon.wordsOf(attribute) ?? {}
  const [party = ''] = rest.length > states.length ? held.split(', ') : []
  const [people] = gendersIn(asking)
  const group = people
    ? [party.replace(/crat$/, 'cratic'), people].filter(Boolean).join(' ')
    : party && `${party}s`
  const single = group.replace(/(wom|m)en$/, '$1an').replace(/s$/, '')
  const is = isNow ? ['is', 'are'] : ['was', 'were']
  const what = [
    count === 1 && group ? `${/^[AEIO]/.test(single) ? 'an' : 'a'} ${single}` : group,
    thresholds[0] && thresholds[0].text + (isNow ? '' : ' at the beginning of the term'),
  ]
  const whose = `${states.length > 0 ? ` from ${joinAnd(states.map(capital))}` : ''}${saySpan(asking)}`
  const share = count < total ? `${count} of the ${total}` : count === 2 ? 'Both' : `All ${count}`
  const said = what.some(Boolean)
    ? `${share} ${many}${whose} ${is[count === 1 ? 0 : 1]} ${what.filter(Boolean).join(' ')}`
    : `There ${is[count === 1 ? 0 : 1]} ${count} ${count === 1 ? one : many}${whose}`
  const text = isNow
    ? `As of ${day}, ${said.replace(/^[TAB](?=here|ll|oth)/, first => first.toLowerCase())}`
    : said
  return { text, total, named: [many, one, ...states.map(capital), day] }
}

/** The holders whose terms together are the longest or, of those that have ended, the shortest. */
export function answerLongest(rows: readonly Fact[], asking: Asking): FactAnswer | undefined {
  const { question, lexicon, today } = asking
  const { count = 1, direction } = question
  const days = ({ start = '', end = '' }: Fact) =>
    Math.max(0, (Date.parse(end < today ? end : today) - Date.parse(start)) / DAY_MS)
  const total = (own: readonly Fact[]) => own.reduce((sum, row) => sum + days(row), 0)
  // Of Congress, only those are recorded whole who are in it now.
  const now = new Set(rows.flatMap(({ subject, end = '' }) => (end > today ? subject.id : [])))
  const sign = direction === 'lowest' ? 1 : -1
  const meant = rows.filter(({ subject, qualifier }) =>
    sign > 0 ? !qualifier && !now.has(subject.id) : !qualifier || now.has(subject.id),
  )
  const ranked = byHolder(meant).toSorted(([, a], [, b]) => sign * (total(a) - total(b)))
  const last = ranked[count - 1]
  if (!last) return undefined
  const found = ranked.filter(([, own]) => sign * (total(own) - total(last[1])) <= 0)
  const [first, ...more] = found
  if (first && more.length === 0)
    return answerOf(...runsOf(first[1]).map(run => sayRun(run, asking, true)))
  const { nouns: [, many = ''] = [] } = lexicon.wordsOf(last[1][0]?.attribute as Attribute) ?? {}
  const told = found.map(([name, own]) => {
    const when = runsOf(own)
      .map(run => yearsOf(run, today))
      .join(', ')
    const { text = '', qualifier } = own.at(-1) ?? {}
    const seat = [text.split(', ')[0], qualifier?.replace(', ', ' ')].filter(Boolean).join(', ')
    const years = Math.floor(total(own) / YEAR_DAYS + 0.01)
    const length = years > 0 ? `${years} years` : `${total(own)} days`
    return { name, own, seat, when, length, computed: [years, total(own)] }
  })
  const list = told.map(({ name, seat, when, length }) => `${name} (${seat}, ${when}; ${length})`)
  const degree = sign < 0 ? 'longest' : 'shortest'
  const { people } = groupIn(rows, many, asking)
  const who = people === many ? `${degree}-serving ${many}` : `${degree}-serving of the ${people}`
  const ties = found.length > count ? `, ${found.length} with ties,` : ''
  return {
    ...answerOf({
      text: `The ${count > 1 ? `${count} ` : ''}${who}${ties} are ${joinAnd(list)}.`,
      facts: found.flatMap(([, own]) => own),
      computed: [...told.flatMap(({ computed }) => computed), found.length, count],
      named: [many, people],
    }),
    table: {
      columns: ['Party and seat', 'In office', 'Length'],
      rows: told.map(({ name, own, computed, ...said }) => ({
        label: name,
        cells: [said.seat, said.when, said.length].map(text => ({ text, facts: own, computed })),
      })),
    },
    isOwnForm: true,
  }
}
