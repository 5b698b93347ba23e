import vocabulary from '../../data/words.json' with { type: 'json' }
import { completeClause, type Earlier } from '../plan/complete-clause.ts'
import { splitClauses, splitUnasked } from '../plan/split-clauses.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { capital, fillSlots } from '../text/say.ts'
import { contentStems } from '../text/words.ts'
import type { FactAnswer, FactStatement } from './answer.ts'
import { answerAboutSubjects, joined } from './answers/answer-about-subjects.ts'
import { answerCalculated } from './answers/answer-calculated.ts'
import { answerDerived } from './answers/answer-derived.ts'
import { answerEntry } from './answers/answer-entries.ts'
import { answerFromRecords } from './answers/answer-from-records.ts'
import { answerOverKind, answerWhether } from './answers/answer-over-kind.ts'
import { withElections } from './answers/tell-elections.ts'
import type { Fact } from './fact.ts'
import { attributesOf, isPlace } from './filters.ts'
import { type Mention, respell, subjectsOf } from './find-named.ts'
import { isSaid } from './is-said.ts'
import { type Translation, translateQuestion } from './languages.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import type { Facts } from './open-facts.ts'
import { type FactQuestion, readQuestion } from './read-question.ts'
import { nameOf } from './report/say-value.ts'
import { joinSexes } from './say-facts.ts'
import { sayInLanguage } from './say-in-language.ts'
import { factPassage } from './write-fact.ts'
import { fillFrame } from './write-in-language.ts'

export interface FactOptions {
  readonly facts: Facts
  readonly policy: SourcePolicy
  /** As YYYY-MM-DD. */
  readonly today: string
  /** How many statements there is room for. */
  readonly most: number
  /** The subjects of the previous question, which a pronoun refers to. */
  readonly before?: readonly Mention[]
  /** The language of the answer, if it is not English. */
  readonly language?: string | undefined
  /** The language of the whole request, which is surer than that of a part. */
  readonly askedIn?: string
}

export interface Answered {
  /** True if every word was understood and a figure of a place is asked for: documents then know no better. */
  readonly isRead?: boolean
  /** Undefined if the facts do not cover the question. */
  readonly answer?: FactAnswer
  readonly mentions: readonly Mention[]
  /** The part of the world that the question is about. */
  readonly group?: string
}

/** In characters. A longer text is no question about facts, and each of its words would be looked up. */
const LONGEST = 1_000
const CAPITAL = /^(?:and )?is (.+?) the capital\b/i
const UP = /\b(?:gr[eo]w\w*|ris(?:e|en|ing)|rose|increas\w*|go(?:ne)? up)\b/i
const DOWN = /\b(?:shr[aiu]nk\w*|f[ae]ll\w*|decreas\w*|declin\w*|drop\w*|go(?:ne)? down)\b/i
const WHETHER = /^\W*(?:is|are|does|do|has|have|did|was|were)\b/i
/** Begins a sentence and is no name. */
const OPENER = /^(?:The|In|There|Everyone|On|By|Most)\b/
/** The reasons for a prize are not recorded. */
const PURPOSE =
  /^(?:and )?what (?:(?:was|were|is|are) .{1,40}|.* received .*) for\W*$|^why did .* (?:receive|win|get|share)\b/i
/** A clause that asks how far the values of the one before it are apart. */
const GAP = /[\s,?]*(?:\band )?\bby how much\b/g
const BUNDLES = Object.entries(vocabulary.bundles)
/** Figures of filings are answered by `finance/`, which knows how to calculate with them. */
const OF_FINANCE = ['company-filings', 'company-standardised']

/** Answers a question by a query over facts, in the question's language, and returns the subjects that it names. */
export function answerQuestion(text: string, options: FactOptions): Answered {
  if (text.length > LONGEST) return { mentions: [] }
  const translations = translateQuestion(text, options.facts, options.askedIn)
  const bundled = askEach(text, options)
  if (bundled) return { answer: bundled, mentions: [] }
  const { answer, question } = ask(text, options)
  if (answer) return { answer: withVerdicts(text, answer, options.facts), ...subjectOf(question) }
  for (const translation of translations) {
    const { text: english } = translation
    const translated = { ...options, language: translation.language, asked: text }
    // A translation may begin with any word.
    const clauses = english
      .replace(GAP, ', by how much')
      .split(/(?<=\?)/)
      .flatMap(sentence => splitClauses(sentence).flatMap(splitUnasked))
    const found = askClauses(clauses, translated) ?? askClauses([english], translated)
    if (found) return found
  }
  const lexicon = lexiconOf(options.facts)
  const respelled =
    translations.length === 0 ? respell(question, { ...options, lexicon }) : undefined
  if (respelled !== undefined) {
    const again = ask(respelled, options)
    if (again.answer)
      return {
        answer: withVerdicts(text, again.answer, options.facts),
        ...subjectOf(again.question),
      }
  }
  return { ...subjectOf(question), isRead: isRead(question, options.facts) }
}

function subjectOf({ mentions, phrases }: FactQuestion): Pick<Answered, 'mentions' | 'group'> {
  const senses = phrases.flatMap(phrase => phrase.senses)
  const [group] = senses.flatMap(sense =>
    sense.type === 'group' ? sense.group : sense.type === 'area' ? sense.area : [],
  )
  return { mentions, ...(group && { group }) }
}

/** Answers clauses in plain words that say what a question asks for, in the language of the question. */
export function answerClauses(
  asked: string,
  {
    clauses,
    language,
    open = [],
  }: {
    readonly clauses: readonly string[]
    readonly language?: string
    /** Further things that are asked for. */
    readonly open?: readonly string[]
  },
  options: FactOptions,
): FactAnswer | undefined {
  const said = clauses.flatMap(clause => {
    const { answer, question } = ask(clause, { ...options, language })
    if (!answer || question.rest.length > 0) return []
    const told = withVerdicts(language === undefined ? asked : clause, answer, options.facts)
    if (language === undefined) return [told]
    return [
      sayInLanguage(told, {
        ...{ language, asked, question },
        mentions: question.mentions,
        today: options.today,
      }),
    ]
  })
  if (said.length === 0) return undefined
  const [only, ...others] = said
  const all = only && others.length === 0 ? only : joined(said, options)
  const once = [...new Map(all.statements.map(one => [one.text, one])).values()]
  const statements = language === undefined ? joinSexes(once, lexiconOf(options.facts)) : once
  const own = statements.flatMap(({ facts }) => facts)
  const isOpen = (missing: string) =>
    !own.some(({ subject, attribute }) => missing === `${subject.name}: ${attribute.label}`)
  const missing = [...new Set([...all.missing.filter(isOpen), ...open])]
  return { ...all, statements, missing, ...(language !== undefined && { language }) }
}

/** Says "Yes" or "No" first where the question asks whether something is so and a value tells. */
function withVerdicts(asked: string, answer: FactAnswer, facts: Facts): FactAnswer {
  const [only, ...others] = answer.statements
  const statements = answer.statements.flatMap(statement => {
    const [, moved] = / (rose|fell) from /.exec(statement.text) ?? []
    const isUp = UP.test(asked)
    if (moved && !others.length && WHETHER.test(asked) && isUp !== DOWN.test(asked))
      return [
        { ...statement, text: `${(moved === 'rose') === isUp ? 'Yes' : 'No'}: ${statement.text}` },
      ]
    const [fact, ...more] = statement.facts
    if (!fact || more.length > 0 || /^(?:Yes|No)\b/.test(statement.text)) return [statement]
    const verdicts = lexiconOf(facts).wordsOf(fact.attribute)?.verdicts ?? []
    const asking = verdicts.filter(({ asks }) => new RegExp(asks, 'i').test(asked))
    const query = { subjects: [fact.subject.id], attributes: [fact.attribute.id] }
    const notes = facts.find(query).filter(({ qualifier }) => qualifier === 'note')
    for (const { yes, no, sayYes, sayNo } of asking) {
      const isIn = (pattern: string | undefined, text = '') =>
        pattern !== undefined && new RegExp(pattern, 'i').test(text)
      const note = notes.find(({ text }) => isIn(no, text))
      if (note) {
        const said = { ...statement, text: `No: ${capital(note.text ?? '')}.`, facts: [note] }
        return [said, statement]
      }
      const verdict = isIn(no, fact.text) ? 'No' : isIn(yes, fact.text) ? 'Yes' : undefined
      const say = verdict === 'Yes' ? sayYes : sayNo
      const slots = { subject: nameOf(fact.subject), value: fact.text }
      const own = say ? { ...statement, text: `${fillSlots(say, slots)}.` } : statement
      if (verdict) return [saying(verdict, own)]
    }
    const [, city] = fact.attribute.label === 'Capital' ? (CAPITAL.exec(asked) ?? []) : []
    if (city)
      return [
        saying(fact.text?.toLowerCase().includes(city.toLowerCase()) ? 'Yes' : 'No', statement),
      ]
    const isOnly = statement === only && others.length === 0
    return [isOnly && isListed(asked, fact) ? saying('Yes', statement) : statement]
  })
  return { ...answer, statements }
}

function saying(verdict: string, statement: FactStatement): FactStatement {
  const text = statement.text.replace(OPENER, word => word.toLowerCase())
  return { ...statement, text: `${verdict}: ${text}` }
}

/** Returns whether one item of the value has all the words that the question adds to name and label. */
function isListed(asked: string, { subject, attribute, text = '', number }: Fact): boolean {
  const known = contentStems(`${subject.name} ${attribute.label}`)
  const open = [...contentStems(asked)].filter(one => !known.has(one))
  const items = text.split(/[,;]/).map(contentStems)
  const isMet = items.some(item => open.every(one => item.has(one)))
  return WHETHER.test(asked) && number === undefined && open.length > 0 && isMet
}

/** Answers every clause of a translated question; one without a subject is about that of the clause before. */
function askClauses(
  clauses: readonly string[],
  options: FactOptions & Pick<Translation, 'language'> & { readonly asked: string },
): Answered | undefined {
  const { language, asked } = options
  const answers: FactAnswer[] = []
  let earlier: Earlier | undefined
  let before = options.before ?? []
  const readNames = (text: string) =>
    ask(text, { ...options, before: [] }).question.mentions.map(one => one.text)
  for (const written of clauses) {
    const clause = completeClause(written, earlier, readNames)
    const alone = ask(clause, { ...options, before: [] })
    const { mentions: own, group } = subjectOf(alone.question)
    const isNamed = (own.length > 0 && !/\bits\b/.test(clause)) || group !== undefined
    const { answer, question } =
      isNamed || before.length === 0 ? alone : ask(clause, { ...options, before })
    // "Which is larger?" has no measure of its own.
    const isMeasured = question.phrases.some(phrase => attributesOf(phrase).length > 0)
    const said = earlier?.answered.answer
    if (said && isSaid(clause, { answer: isMeasured ? answer : undefined, earlier: said })) continue
    const last = answers.at(-1)
    if (last && PURPOSE.test(clause)) {
      answers.splice(-1, 1, {
        ...last,
        missing: [...last.missing, fillFrame(language, 'reason')],
      })
      continue
    }
    if (!answer || question.rest.length > 0) return undefined
    const { mentions } = question
    answers.push(
      sayInLanguage(withVerdicts(clause, answer, options.facts), {
        language,
        asked,
        question,
        mentions,
        today: options.today,
      }),
    )
    before = subjectsOf({ answer, mentions })
    earlier = { clause, answered: { ...subjectOf(question), answer } }
  }
  const [only, ...others] = answers
  const most = options.most * answers.length
  const answer = others.length > 0 ? { ...joined(answers, { most }), language } : only
  return answer && { answer, mentions: before }
}

/** Returns whether the question asks for a figure of places and has no other words. */
function isRead({ rest, mentions, phrases }: FactQuestion, facts: Facts): boolean {
  const places = mentions.flatMap(({ subjects }) => subjects.filter(({ kind }) => isPlace(kind)))
  const attributes = phrases.flatMap(attributesOf).map(({ attribute }) => attribute.id)
  if (rest.length > 0 || places.length === 0) return false
  if (phrases.some(({ senses }) => senses.some(({ type }) => type === 'derived'))) return true
  const subjects = places.map(({ id }) => id)
  return facts.find({ subjects, attributes }).some(({ number }) => number !== undefined)
}

/** "Energy producers" are those of oil, of gas and of coal: each is ranked on its own. */
function askEach(text: string, options: FactOptions): FactAnswer | undefined {
  const [phrase, each] = BUNDLES.find(([own]) => text.toLowerCase().includes(own)) ?? []
  if (phrase === undefined || !each) return undefined
  const start = text.toLowerCase().indexOf(phrase)
  const answers = each.flatMap(one => {
    const said = text.slice(0, start) + one + text.slice(start + phrase.length)
    return ask(said, options).answer ?? []
  })
  const list = answers[0]?.list
  if (answers.length < each.length) return undefined
  return { ...joined(answers, options), ...(list && { list }) }
}

function ask(text: string, options: FactOptions) {
  const { facts, policy, today, most } = options
  const lexicon = lexiconOf(facts)
  const question = readQuestion(lexicon.reword(text), { ...options, lexicon })
  if (PURPOSE.test(text)) return { question }
  let isCut = false
  const asking = {
    ...{ question, facts, lexicon, today, most, isEnglish: options.language === undefined },
    admits(fact: Parameters<typeof factPassage>[0]) {
      if (OF_FINANCE.includes(fact.attribute.collection)) return false
      const isAdmitted = policy.admits(factPassage(fact))
      if (!isAdmitted) isCut = true
      return isAdmitted
    },
  }
  const isOfTheme = question.phrases.some(({ senses }) => senses.some(one => one.type === 'theme'))
  const overAll = isOfTheme
    ? undefined
    : (answerFromRecords(asking) ??
      answerDerived(asking) ??
      answerEntry(asking) ??
      answerWhether(asking) ??
      answerCalculated(asking) ??
      answerOverKind(asking))
  // A ranking or a count of what source controls leave over would be wrong.
  if (overAll && isCut) return { question }
  const found = overAll ?? answerAboutSubjects(asking)
  if (!found || found.statements.length === 0) return { question }
  const statements = asking.isEnglish ? joinSexes(found.statements, lexicon) : found.statements
  const told = { ...found, statements }
  const answer = asking.isEnglish ? withElections(told, asking) : told
  const cited = answer.statements.flatMap(({ facts: own }) => own.flatMap(({ year }) => year ?? []))
  const years = [Math.min(...cited), question.years.at(-1) ?? 0] as const
  const isBound = question.isSpan && cited.length > 0
  return { question, answer: isBound ? { ...answer, years } : answer }
}

const lexicons = new WeakMap<Facts, Lexicon>()

export function lexiconOf(facts: Facts): Lexicon {
  const lexicon = lexicons.get(facts) ?? createLexicon(facts)
  lexicons.set(facts, lexicon)
  return lexicon
}
