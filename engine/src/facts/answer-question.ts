import type { SourcePolicy } from '../policy/source-policy.ts'
import type { FactAnswer } from './answer.ts'
import { answerAboutSubjects } from './answers/answer-about-subjects.ts'
import { answerCalculated } from './answers/answer-calculated.ts'
import { answerFromRecords } from './answers/answer-from-records.ts'
import { answerOverKind, answerWhether } from './answers/answer-over-kind.ts'
import type { Mention } from './find-named.ts'
import { translateQuestion } from './languages.ts'
import { createLexicon, type Lexicon } from './lexicon.ts'
import type { Facts } from './open-facts.ts'
import { readQuestion } from './read-question.ts'
import { sayInLanguage } from './say-in-language.ts'
import { factPassage } from './write-fact.ts'

export interface FactOptions {
  readonly facts: Facts
  readonly policy: SourcePolicy
  /** As YYYY-MM-DD. */
  readonly today: string
  /** How many statements there is room for. */
  readonly most: number
  /** The subjects of the previous question, which a pronoun refers to. */
  readonly before?: readonly Mention[]
}

export interface Answered {
  /** Undefined if the facts do not cover the question. */
  readonly answer?: FactAnswer
  readonly mentions: readonly Mention[]
}

/** In characters. A longer text is no question about facts, and each of its words would be looked up. */
const LONGEST = 1_000
/** Figures of filings are answered by `finance/`, which knows how to calculate with them. */
const OF_FINANCE = ['company-filings', 'company-standardised']

/** Answers a question by a query over facts, in the question's language, and returns the subjects that it names. */
export function answerQuestion(text: string, options: FactOptions): Answered {
  if (text.length > LONGEST) return { mentions: [] }
  const translations = translateQuestion(text, options.facts)
  const { answer, question } = ask(text, { ...options, isSpelled: translations.length > 0 })
  if (answer) return { answer, mentions: question.mentions }
  for (const { language, text: english } of translations) {
    const { answer: found, question: asked } = ask(english, options)
    const { mentions } = asked
    if (found && asked.rest.length === 0)
      return { answer: sayInLanguage(found, { language, question: asked, mentions }), mentions }
  }
  return { mentions: question.mentions }
}

function ask(
  text: string,
  {
    facts,
    policy,
    today,
    most,
    before = [],
    isSpelled = false,
  }: FactOptions & { isSpelled?: boolean },
) {
  const lexicon = lexiconOf(facts)
  const question = readQuestion(lexicon.reword(text), { facts, lexicon, today, before, isSpelled })
  let isCut = false
  const asking = {
    ...{ question, facts, lexicon, today, most },
    admits(fact: Parameters<typeof factPassage>[0]) {
      if (OF_FINANCE.includes(fact.attribute.collection)) return false
      const isAdmitted = policy.admits(factPassage(fact))
      if (!isAdmitted) isCut = true
      return isAdmitted
    },
  }
  const overAll =
    answerFromRecords(asking) ??
    answerWhether(asking) ??
    answerCalculated(asking) ??
    answerOverKind(asking)
  // A ranking or a count of what source controls leave over would be wrong.
  if (overAll && isCut) return { question }
  const answer = overAll ?? answerAboutSubjects(asking)
  return answer && answer.statements.length > 0 ? { question, answer } : { question }
}

const lexicons = new WeakMap<Facts, Lexicon>()

export function lexiconOf(facts: Facts): Lexicon {
  const lexicon = lexicons.get(facts) ?? createLexicon(facts)
  lexicons.set(facts, lexicon)
  return lexicon
}
