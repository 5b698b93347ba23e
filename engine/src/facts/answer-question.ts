import vocabulary from '../../data/words.json' with { type: 'json' }
import type { SourcePolicy } from '../policy/source-policy.ts'
import { capital, fillSlots } from '../text/say.ts'
import type { FactAnswer, FactStatement } from './answer.ts'
import { answerAboutSubjects } from './answers/answer-about-subjects.ts'
import { answerDerived } from './answers/answer-derived.ts'
import { answerEach } from './answers/answer-each.ts'
import { answerEntry } from './answers/answer-entries.ts'
import { answerFromRecords } from './answers/answer-from-records.ts'
import { answerAboveSubject, answerOverKind } from './answers/answer-over-kind.ts'
import { joined } from './answers/answer-topics.ts'
import { answerOutsiders, answerStranger, answerWhether } from './answers/answer-whether.ts'
import { withLastNames } from './answers/filter-records.ts'
import { withElections } from './answers/tell-elections.ts'
import type { Facts } from './facts.ts'
import { attributesOf, isPlace } from './filters.ts'
import { type Answered, respell } from './find-named.ts'
import { createLexicon, type Lexicon, type Sense } from './lexicon.ts'
import { type FactQuestion, readQuestion } from './read-question.ts'
import { nameOf } from './report/say-value.ts'
import { joinSexes } from './say-facts.ts'
import { sayInLanguage } from './say-in-language.ts'
import { type Asking, read } from './select-facts.ts'
import { answerGroups, withMembers } from './with-groups.ts'
import { withEdition, withPrices } from './with-notes.ts'
import { factPassage } from './write-fact.ts'

export interface FactOptions {
  readonly facts: Facts
  readonly policy: SourcePolicy
  /** As YYYY-MM-DD. */
  readonly today: string
  /** How many statements there is room for. */
  readonly most: number
  /** Attributes that other questions of the request have values of: a measure has one definition in all of them. */
  readonly attributes?: ReadonlySet<number>
  /** The language that the answer is said in too, if the question was not asked in English. */
  readonly language?: string | undefined
}

/** In characters. A longer text is no question about facts, and each of its words would be looked up. */
const LONGEST = 1_000
const OF_MORE = /\bthan\b/i
const VERDICT = /^(?:Yes|No): /
/** Asks for a value, so neither "Yes" nor "No" answers it. */
const ASKS_VALUE = /^(?:what|which|who|where|how|compare|list|give)\b/i
const UP = new RegExp(vocabulary.moves.up, 'i')
const DOWN = new RegExp(vocabulary.moves.down, 'i')
/** At the beginning, or after the figure that is asked for: "…, is it shrinking?" */
const ASKS_WHETHER = /(?:^\W*|[,;?] *(?:and )?)(?:is|are|does|do|has|have|did|was|were)\b/i
/** The reasons for a prize are not recorded. */
const PURPOSE = /^for what (?:did|was)\b/i
const NO_REASON = 'The reason for the prize'
/** Begins a sentence and is no name. */
const OPENER = /^(?:The|In|There|Everyone|On|By|Most)\b/
/** Figures of filings are answered by `finance/`, which knows how to calculate with them. */
const OF_FINANCE = ['company-filings', 'company-standardised']

/** A span of time, and several in a list. */
const SPAN = /(?:from \d{4} to \d{4}|since \d{4}|over the last \d+ years)/.source
const SPANS = new RegExp(`${SPAN}(?:(?:, and|,| and) ${SPAN})+`, 'i')

/** Answers a question by a query over facts, and returns the subjects that it names. */
export function answerQuestion(text: string, options: FactOptions): Answered {
  if (text.length > LONGEST) return { mentions: [] }
  return answerSpans(text, options) ?? answerOne(text, options)
}

/** "From 1990 to 2000 and since 2010": each span of time by itself. */
function answerSpans(text: string, options: FactOptions): Answered | undefined {
  const [list] = SPANS.exec(text) ?? []
  if (!list) return undefined
  const each = Array.from(list.matchAll(new RegExp(SPAN, 'gi')), ([span]) =>
    answerOne(text.replace(list, span), options),
  )
  const answers = each.flatMap(({ answer }) => answer ?? [])
  const [first] = each
  if (!first || answers.length < each.length) return undefined
  const years = answers.flatMap(one => one.years ?? [])
  // A table of changes would not tell the spans apart.
  const all = joined(
    answers.map(({ layouts, ...one }) => one),
    options,
  )
  const hull = [Math.min(...years), Math.max(...years)] as const
  return { ...first, answer: years.length > 0 ? { ...all, years: hull } : all }
}

function answerOne(text: string, options: FactOptions): Answered {
  const { facts } = options
  const asked = ask(text, options)
  const respelled = asked.answer
    ? undefined
    : respell(asked.question, { ...options, lexicon: lexiconOf(facts) })
  const { answer, question } = respelled === undefined ? asked : ask(respelled, options)
  const { mentions } = asked.question
  if (answer) {
    const { mentions: own, rest } = question
    return { answer: told(text, { answer, question }, options), mentions: own, rest }
  }
  return { mentions, isRead: isRead(asked.question, facts) }
}

/** Adds the verdict, and the answer in the language of the caller. */
function told(
  text: string,
  { answer, question }: Required<Asked>,
  options: FactOptions,
): FactAnswer {
  const { facts, language, today } = options
  const own = withFormer(text, withVerdicts(text, answer, facts))
  const said = language && !own.isOwnForm && sayInLanguage(own, { language, question, today })
  const dated = { ...own, statements: withPrices(withEdition(own.statements, today)) }
  return said
    ? { ...dated, said: { ...said, statements: withEdition(said.statements, today, language) } }
    : dated
}

/** Says that the results list a team of the past under its successor. */
function withFormer(asked: string, answer: FactAnswer): FactAnswer {
  const [first, ...others] = answer.statements
  const [former = '', now = ''] =
    Object.entries(vocabulary.tournaments.former).find(
      ([name, other]) => asked.includes(name) && first?.text.includes(other),
    ) ?? []
  if (!first || !former) return answer
  const text = first.text.replace(/\.$/, `; the results list the ${former} team under ${now}.`)
  const named = [...(first.named ?? []), former]
  return { ...answer, statements: [{ ...first, text, named }, ...others] }
}

/** Says "Yes" or "No" first where the question asks whether something is so and a value tells. */
function withVerdicts(asked: string, answer: FactAnswer, facts: Facts): FactAnswer {
  const isOnly = answer.statements.length === 1
  // Oil that is used says nothing about imports.
  if (answer.missing.some(one => one.includes('given instead'))) {
    const bare = ({ text, ...one }: FactStatement) => ({ ...one, text: text.replace(VERDICT, '') })
    return { ...answer, statements: answer.statements.map(bare) }
  }
  const isWhether = !ASKS_VALUE.test(asked) || ASKS_WHETHER.test(asked)
  const statements = answer.statements.flatMap(statement => {
    const rises = movedUp(statement, asked)
    const isUp = UP.test(asked)
    if (rises !== undefined && isOnly && ASKS_WHETHER.test(asked) && isUp !== DOWN.test(asked))
      return [saying(rises === isUp ? 'Yes' : 'No', statement)]
    const [fact, ...more] = statement.facts
    // Neither a value of something else nor one year's tells how two compare or what changed.
    const isOpen = isWhether && (answer.topics ?? answer.missing.length > 0)
    if (isOpen || OF_MORE.test(asked) || isUp || DOWN.test(asked)) return [statement]
    if (!fact || more.length > 0 || /^(?:Yes|No)\b/.test(statement.text)) return [statement]
    const verdicts = lexiconOf(facts).wordsOf(fact.attribute)?.verdicts ?? []
    const query = { subjects: [fact.subject.id], attributes: [fact.attribute.id] }
    const notes = facts.find(query).filter(({ qualifier }) => qualifier === 'note')
    for (const { asks, yes, no, sayYes, sayNo } of verdicts) {
      const asking = new RegExp(asks, 'i').exec(asked)
      if (!asking) continue
      const { word = '' } = { ...asking.groups }
      const isIn = (pattern: string | undefined, text = '') =>
        pattern !== undefined &&
        new RegExp(pattern.replaceAll('{word}', RegExp.escape(word)), 'i').test(text)
      const note = notes.find(({ text }) => isIn(no, text))
      if (note && word === '') {
        const said = capital(note.text ?? '')
        return [{ ...statement, text: `${isWhether ? 'No: ' : ''}${said}.`, facts: [note] }]
      }
      const value = fact.text ?? fact.entry?.name
      const verdict = isIn(no, value) ? 'No' : isIn(yes, value) ? 'Yes' : undefined
      const say = verdict === 'Yes' ? sayYes : sayNo
      const slots = { subject: nameOf(fact.subject), value, word: capital(word) }
      const own = say ? { ...statement, text: `${fillSlots(say, slots)}.` } : statement
      if (verdict) return [isWhether ? saying(verdict, own) : own]
    }
    return [statement]
  })
  return { ...answer, statements }
}

/** Returns whether the values of a sentence rose; undefined if they neither rose nor fell. */
function movedUp({ text, facts }: FactStatement, asked: string): boolean | undefined {
  const [, moved] = / (rose|grew|fell|shrank) (?:from|by) /.exec(text) ?? []
  if (moved) return /^(?:rose|grew)$/.test(moved)
  if (!/ in \d{4}, .* in \d{4} and /.test(text)) return undefined
  const values = facts.map(({ number = 0 }) => number)
  // "Is it falling?" asks about the last year, "Has it fallen?" about all of them.
  const from = values.at(/\b(?:is|are)\b/i.test(asked) ? -2 : 0) ?? 0
  const to = values.at(-1) ?? 0
  return from === to ? undefined : to > from
}

function saying(verdict: string, statement: FactStatement): FactStatement {
  const text = statement.text.replace(OPENER, word => word.toLowerCase())
  return { ...statement, text: `${verdict}: ${text}` }
}

/** Returns whether the question asks for a figure of places and has no other words. */
function isRead({ rest, mentions, phrases }: FactQuestion, facts: Facts): boolean {
  const places = mentions.flatMap(({ subjects }) => subjects.filter(({ kind }) => isPlace(kind)))
  const attributes = phrases.flatMap(attributesOf).map(({ attribute }) => attribute.id)
  if (rest.length > 0 || places.length === 0) return false
  const subjects = places.map(({ id }) => id)
  return facts.find({ subjects, attributes }).some(({ number }) => number !== undefined)
}

/** How long members of a parliament have served is ranked only for the present seats of one house. */
const OF_MEMBERS = /\b(?:longest|shortest)[- ]serving\b.*\b(?:members?|congress|parliament)\b/i

const isRanked = ({ direction, phrases }: FactQuestion) =>
  direction !== undefined ||
  phrases.some(({ senses }) => senses.some(({ type }) => type === 'extreme'))

const isDivision = (sense: Sense) =>
  'attribute' in sense && sense.attribute.label === 'Administrative divisions'

/** "Which US state has the most people?": figures of states and provinces are not recorded. */
function ranksDivisions(question: FactQuestion): boolean {
  const { mentions, phrases } = question
  return (
    mentions.length > 0 && isRanked(question) && phrases.some(one => one.senses.some(isDivision))
  )
}

/** "Which African states are the poorest?" means countries. */
function asCountries(question: FactQuestion): FactQuestion {
  if (question.mentions.length > 0 || !isRanked(question)) return question
  const phrases = question.phrases.map(phrase => {
    const senses = phrase.senses.filter(one => !isDivision(one))
    return senses.length > 0 ? { ...phrase, senses } : phrase
  })
  return { ...question, phrases }
}

/** "The highest GDP growth in 2010" is a rate of that year, and not the largest GDP. */
function asRates(question: FactQuestion): FactQuestion {
  const { direction, thresholds, isSpan } = question
  if (isSpan || (direction === undefined && thresholds.length === 0)) return question
  const isRate = (sense: Sense) => !('attribute' in sense) || /growth/i.test(sense.attribute.label)
  const phrases = question.phrases.map(phrase => {
    const rates = /\bgrowth\b/i.test(phrase.text) ? phrase.senses.filter(isRate) : []
    return rates.length > 0 ? { ...phrase, senses: rates } : phrase
  })
  return { ...question, phrases }
}

/** The measures in the definition that the other questions of a request have. */
function withDefinitions(
  question: FactQuestion,
  attributes: ReadonlySet<number> = new Set(),
): FactQuestion {
  const phrases = question.phrases.map(phrase => {
    const isOwn = (sense: Sense) => sense.type === 'attribute' && attributes.has(sense.attribute.id)
    const senses = phrase.senses.filter(isOwn)
    return senses.length > 0 ? { ...phrase, senses } : phrase
  })
  return { ...question, phrases }
}

interface Asked {
  readonly question: FactQuestion
  readonly answer?: FactAnswer
}

function ask(text: string, options: FactOptions): Asked {
  const { facts, policy, today, most } = options
  const lexicon = lexiconOf(facts)
  const written = readQuestion(lexicon.reword(text), { ...options, lexicon })
  const question = withDefinitions(asRates(asCountries(written)), options.attributes)
  const isPurpose = PURPOSE.test(text)
  const isUnknown =
    (isPurpose && PURPOSE.test(question.text)) || OF_MEMBERS.test(text) || ranksDivisions(question)
  if (isUnknown) return { question }
  let isCut = false
  const asking = {
    ...{ question, asked: text, facts, lexicon, today, most },
    admits(fact: Parameters<typeof factPassage>[0]) {
      if (OF_FINANCE.includes(fact.attribute.collection)) return false
      const isAdmitted = policy.admits(factPassage(fact))
      if (!isAdmitted) isCut = true
      return isAdmitted
    },
  }
  const isOfTheme = question.phrases.some(({ senses }) => senses.some(one => one.type === 'theme'))
  const overAll = isOfTheme ? answerGroups(asking, answerAboutSubjects) : answerOverAll(asking)
  // A ranking or a count of what source controls leave over would be wrong.
  if (overAll && isCut) return { question }
  const found =
    overAll ??
    answerOutsiders(asking) ??
    answerAboutSubjects({ ...asking, question: withMembers(question, facts) }) ??
    answerAboutSubjects({ ...asking, question: withPeople(asking) })
  if (!found || found.statements.length === 0) return { question }
  const statements = joinSexes(found.statements, lexicon)
  const missing = isPurpose ? [...found.missing, NO_REASON] : found.missing
  const told = { ...found, statements, missing }
  const answer = withElections(told, asking)
  const cited = answer.statements.flatMap(({ facts: own }) => own.flatMap(({ year }) => year ?? []))
  const years = [Math.min(...cited), question.years.at(-1) ?? 0] as const
  const isBound = question.isSpan && cited.length > 0
  return { question, answer: isBound ? { ...answer, years } : answer }
}

/** The question with the people whom it names by their last names: "Where was Kipling born?" */
function withPeople(asking: Asking): FactQuestion {
  const { question } = asking
  const [own] = question.phrases.flatMap(attributesOf)
  const isRecord = own && asking.lexicon.wordsOf(own.attribute)?.isRecord
  if (question.rest.length === 0 || isRecord || own?.attribute.kind !== 'laureate') return question
  return withLastNames(question, read({ attributes: [own.attribute.id] }, asking), asking)
}

/** Answers that are not the values of subjects, for all that a question lists, or else for each by itself. */
function answerOverAll(asking: Asking): FactAnswer | undefined {
  return (
    answerFromRecords(asking) ??
    answerAboveSubject(asking) ??
    answerDerived(asking) ??
    answerGroups(asking, answerAboutSubjects) ??
    answerEntry(asking) ??
    answerStranger(asking) ??
    answerWhether(asking) ??
    answerOverKind(asking) ??
    answerEach(asking, answerOverAll)
  )
}

const lexicons = new WeakMap<Facts, Lexicon>()

export function lexiconOf(facts: Facts): Lexicon {
  const lexicon = lexicons.get(facts) ?? createLexicon(facts.attributes())
  lexicons.set(facts, lexicon)
  return lexicon
}
