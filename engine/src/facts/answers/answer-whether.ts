import { isCommonWord } from '../../text/is-common-word.ts'
import { capital, joinAnd } from '../../text/say.ts'
import { words } from '../../text/words.ts'
import { answerOf, type FactAnswer } from '../answer.ts'
import { isPlain } from '../conditions.ts'
import { readFilters } from '../filters.ts'
import { isNearly } from '../is-nearly.ts'
import { nameOf as subjectName } from '../report/say-value.ts'
import { lower, sayDay, sayFact } from '../say-facts.ts'
import { type Asking, read, sensesOf } from '../select-facts.ts'
import { claimsPlace, INDEX, inSingular, isOfQuery, WHETHER } from './selection.ts'

/** In years. */
const CURRENT = 3
const ASKS = /\b(?:wh\w+|how|countries|list|years?|since)\b/i
const WHICH_OF = /^(?:and )?(which|how many) of\b/i
/** Answers whether subjects meet a condition: "Is Norway in NATO?", "Which of Iran, Iraq and Syria are in OPEC?" */
export function answerWhether(asking: Asking): FactAnswer | undefined {
  const { text, mentions, phrases, years, rest, conditions, thresholds } = asking.question
  const isCompared = thresholds.length === 0 && /\bthan\b/i.test(text)
  const isOther = isCompared || claimsPlace(asking.question) || !isPlain(conditions)
  // "argentina inflation above 100%?"
  const isMark = thresholds.length === 1 && !ASKS.test(text)
  const isAsked = WHETHER.test(text) || WHICH_OF.test(text) || isMark
  if (!isAsked || isOther || years.length + rest.length > 0) return undefined
  const asked = mentions.filter(one => !phrases.some(phrase => phrase.text === one.text))
  const subjects = asked.flatMap(one => one.subjects)
  const [subject, ...others] = subjects
  if (!subject || subjects.length !== asked.length) return undefined
  const question = { ...asking.question, mentions: mentions.filter(one => !asked.includes(one)) }
  const found = readFilters({ ...asking, question }, subject.kind)
  const filters = found?.filters ?? []
  const isRead = phrases.every(
    one =>
      found?.used.has(one) ||
      isOfQuery(one) ||
      /^(?:(?:member|part)s? of|belongs? to)$/i.test(one.text),
  )
  const tests = subjects.map(({ id }) =>
    filters.flatMap(filter => {
      const own = filter.tested.get(id)
      return own ? [{ filter, ...own }] : []
    }),
  )
  const [tested = []] = tests
  const [first, ...more] = tested
  const unknown = subjects.filter((_, at) => (tests[at]?.length ?? 0) < filters.length)
  if (!first || (unknown.length > 0 && others.length === 0) || !isRead) return undefined
  // A profile does not name what the country is not in, so a member's is cited as well.
  const cited = tests.flat().flatMap(({ fact, isMet, filter }) => {
    const member = [...filter.tested.values()].find(one => one.isMet)?.fact
    return isMet || !member || filter.saysFact ? [fact] : [fact, member]
  })
  const facts = [...new Set(cited)]
  const computed = thresholds.map(({ value }) => value)
  // The row that tells that a company is not on a list does not name it.
  const named = [...filters.flatMap(filter => filter.named ?? []), ...subjects.map(one => one.name)]
  if (others.length > 0) {
    if (more.length > 0) return undefined
    const said = [true, false].flatMap(wanted => {
      const own = subjects.filter((_, at) => tests[at]?.[0]?.isMet === wanted)
      const is = wanted ? first.filter.is : first.filter.isNot
      const names = joinAnd(own.map(subjectName))
      return own.length > 0 ? `${names} ${own.length > 1 ? is : inSingular(is)}` : []
    })
    const isCount = WHICH_OF.exec(text)?.[1]?.toLowerCase() === 'how many'
    const met = tests.filter(([one]) => one?.isMet).length
    const isAll = WHETHER.test(text) && unknown.length === 0
    const verdict = isAll && met === subjects.length ? 'Yes: ' : isAll && met === 0 ? 'No: ' : ''
    const count = isCount ? `${met} of the ${subjects.length}: ` : verdict
    return {
      ...answerOf({
        text: `${count}${verdict && !isCount ? said.join('; ') : capital(said.join('; '))}.`,
        facts,
        computed: [...computed, ...(isCount ? [met, subjects.length] : [])],
        named,
      }),
      missing: unknown.map(one => `Whether ${subjectName(one)} ${inSingular(first.filter.is)}`),
    }
  }
  const saying = (wanted: boolean) =>
    tested.flatMap(({ filter, isMet }) =>
      isMet === wanted ? inSingular(isMet ? filter.is : filter.isNot) : [],
    )
  const predicates = [saying(true), saying(false)].filter(own => own.length > 0).map(joinAnd)
  const said = `${subjectName(subject)} ${predicates.join(' but ')}.`
  if (more.length > 0) return answerOf({ text: capital(said), facts, computed, named })
  const isOfOwn = first.fact.subject.id === subject.id
  const own =
    first.filter.saysFact && isOfOwn
      ? sayFact(first.fact, asking).text.replace(/^The\b/, 'the')
      : said
  const { year = 0 } = first.fact
  // Inflation of some years ago does not tell what it is now.
  const isOld =
    first.filter.figures && year > 0 && Number(asking.today.slice(0, 4)) - year > CURRENT
  const verdict = `${first.isMet ? 'Yes' : 'No'}${isOld ? `, as of ${year}` : ''}`
  return answerOf({ text: `${verdict}: ${own}`, facts, computed, named })
}

/** Companies that are not on the list of the index: "What sector is Snowflake in?" */
export function answerOutsiders(asking: Asking): FactAnswer | undefined {
  const [sense] = sensesOf('attribute', asking)
  const subjects = asking.question.mentions.flatMap(one => one.subjects)
  const { rest } = asking.question
  const areFirms = subjects.length > 0 && subjects.every(({ kind }) => kind === 'company')
  if (sense?.attribute.collection !== 'sp500' || !areFirms || rest.length > 0) return undefined
  const rows = read({ attributes: [sense.attribute.id] }, asking)
  const [first] = rows
  if (!first || rows.some(row => subjects.some(({ id }) => id === row.subject.id))) return undefined
  const names = joinAnd(subjects.map(subjectName))
  const { named = lower(sense.attribute.label) } = asking.lexicon.wordsOf(sense.attribute) ?? {}
  const [is, it] = subjects.length > 1 ? ['are', 'they are'] : ['is', 'it is']
  const text = INDEX.test(sense.attribute.label)
    ? `${names} ${is} not in the S&P 500.`
    : `No ${named} of ${names} is recorded, because ${it} not in the S&P 500.`
  return answerOf({ text, facts: [first], computed: [], named: subjects.map(({ name }) => name) })
}

const MEMBERSHIP = /^(?:is|was) (?<name>.+?)(?: (?:still|now|currently))? in the S&P 500\W*$/i

/** "Is Walgreens in the S&P 500?": the list is complete, so a name that no collection knows is not on it. */
export function answerStranger({ question, facts, asked = question.text, ...asking }: Asking) {
  const name = MEMBERSHIP.exec(asked)?.groups?.['name'] ?? ''
  const own = words(name).map(({ folded }) => folded)
  const isWord = !/^\p{Lu}/u.test(name) && own.every(isCommonWord)
  if (name === '' || isWord || question.mentions.length > 0) return undefined
  const ids = facts.attributes().flatMap(one => (INDEX.test(one.label) ? one.id : []))
  const rows = read({ attributes: ids }, { ...asking, question, facts })
  const [first] = rows
  // "Appel" and "Kraft Foods" may be some that are on the list.
  const isNear = rows.some(({ subject: { id } }) => {
    const others = facts.namesOf(id).flatMap(other => words(other).map(({ folded }) => folded))
    const isLike = (word: string) => others.some(one => one === word || isNearly(word, one))
    return own.filter(isLike).length * 2 >= own.length
  })
  if (!first || isNear) return undefined
  const day = sayDay(first.source.publishedOn)
  const text = `No: the list of S&P 500 constituents of ${day} has no company of the name ${name}.`
  return answerOf({ text, facts: [first], named: [name, `S&P 500 on ${day}`] })
}
