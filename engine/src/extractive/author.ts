import type { Author, Plan, Run } from '../author.ts'
import { answerQuestion, lexiconOf } from '../facts/answer-question.ts'
import { inUnit, withoutUnit } from '../facts/convert-units.ts'
import { factSentences } from '../facts/enter-answer.ts'
import type { Fact } from '../facts/fact.ts'
import type { Facts } from '../facts/facts.ts'
import type { Answered } from '../facts/find-named.ts'
import { languageOf } from '../facts/languages.ts'
import { retype } from '../facts/lexicon.ts'
import { PROFILES } from '../facts/profile-documents.ts'
import { buildReport } from '../facts/report/build-report.ts'
import { factPassage } from '../facts/write-fact.ts'
import { namesCompany } from '../finance/companies/find-companies.ts'
import { type CompanyStore, openCompanyStore } from '../finance/company-store.ts'
import { readDefinition } from '../finance/defined/read-definition.ts'
import { planResearch } from '../plan/plan-research.ts'
import { splitClauses, withoutCourtesies } from '../plan/split-clauses.ts'
import { splitMixed } from '../questions/split-mixed.ts'
import { toPlain } from '../questions/to-plain.ts'
import type { Reader } from '../reader/reader.ts'
import type { ResearchRequest } from '../research.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { reportWords } from '../text/report-words.ts'
import { writeReport } from '../write/write-report.ts'
import { fillFromSources } from './fill/fill.ts'
import { judgeClaims } from './judge-claims.ts'
import { readPart } from './read-part.ts'
import { sayFindings } from './say-findings.ts'

const FALLBACK_LANGUAGE = 'en'
const LEAST_STATEMENTS = 3
/** Asks about a year of the past, of which only series have figures. */
const DATED = /\b(?:1[5-9]|20)\d\d\b|\blast \d+ years\b/

/** Creates the author that needs no language model: search, the reading model, fields and templates. */
export function createExtractiveAuthor(
  reader: Reader,
  facts?: Facts,
  companies: CompanyStore | undefined = facts && openCompanyStore(facts),
): Author {
  // Planning asks for clauses that reading would ask for again.
  const asked = new WeakMap<ResearchRequest, Map<string, Answered>>()
  const mostFor = ({ budget: { limits } }: Run) =>
    Math.max(LEAST_STATEMENTS, limits.sentencesPerPart + limits.relatedPerPart)
  const askFacts = (question: string, run: Run) => {
    if (!facts) return undefined
    const own = asked.get(run.request) ?? new Map<string, Answered>()
    asked.set(run.request, own)
    const { language, questions = [] } = run.request
    const options = { ...run, facts, most: mostFor(run), language }
    const ask = (one: string) => own.get(one) ?? answerQuestion(one, options)
    // A figure of the past has the definition of its series, and so has that of today beside it.
    const dated = DATED.test(question) ? [] : questions.filter(one => DATED.test(one))
    const cited = dated.flatMap(
      one => ask(one).answer?.statements.flatMap(said => said.facts) ?? [],
    )
    const series = cited.flatMap(({ attribute }) =>
      attribute.collection === PROFILES.collection ? [] : attribute.id,
    )
    const answered =
      own.get(question) ??
      (series.length > 0
        ? answerQuestion(question, { ...options, attributes: new Set(series) })
        : ask(question))
    own.set(question, answered)
    return answered
  }
  /** The plan of one plain question: the collections answer it, or figures of companies do. */
  const planPlain = (input: string, run: Run): Plan => {
    const { kind, wishes = [], asked: written = input, language = FALLBACK_LANGUAGE } = run.request
    const mixed = companies && splitMixed(input, companies, one => askFacts(one, run), run.today)
    if (mixed) {
      const { figure, place, answer } = mixed
      const parts = [{ question: figure }, { question: place, answer }]
      return { parts, kind, language, figures: figure }
    }
    const { answer, isRead } = askFacts(input, run) ?? {}
    const { unit } = withoutUnit(written)
    const said = (unit && answer && inUnit(answer, unit)) || answer
    // Of a wish that the collections cannot meet, the documents made from them know no more.
    const isKnown = isRead === true || wishes.includes(input)
    const part = { question: input, ...(said && { answer: said }), isRead: isKnown }
    return { parts: [part], kind, language }
  }
  const author: Author = {
    async rephrase({ input, outputSchema }, { policy, today, signal }) {
      // The model knows no measures that a question defines itself.
      if (!facts || !companies || readDefinition(input)) return undefined
      const plain = await toPlain(input, {
        ...{ reader, facts, companies, signal },
        isSchema: outputSchema !== undefined,
      })
      if (!plain) return undefined
      const language = languageOf(input)
      const own = retype(withoutCourtesies(input))
      const [first = '', ...more] = plain.questions
      // "And to whom" is no clause, but a second measure.
      const isBoth = [own, first].every(one => / and /.test(one))
      const isClear = !isBoth && !language && !namesCompany(first, companies)
      const isOne = more.length + splitClauses(own).length === 1 && isClear
      const options = { facts, policy, today, most: LEAST_STATEMENTS }
      // Of one question whose words are all known, the words are more exact than the model.
      const isExact = isOne && answerQuestion(own, options).answer?.missing.length === 0
      const questions = isExact ? [own] : plain.questions
      return { ...plain, questions, asked: input, ...(language && { language }) }
    },
    async plan(run, found) {
      // The next round looks for open parts more widely; there is nothing else to ask.
      if (found) return { ...found.plan, parts: [] }
      const { input, kind, questions } = run.request
      if (questions) return planPlain(input, run)
      const language = detectLanguage(input) ?? FALLBACK_LANGUAGE
      return { parts: planResearch(input, run.budget.limits.parts), kind, language }
    },
    async read({ part, passages }, run) {
      const found = part.answer ?? askFacts(part.question, run)?.answer
      if (facts && found) {
        const { policy, request } = run
        const admits = (fact: Fact) => policy.admits(factPassage(fact))
        const { effort, questions = [] } = request
        const isPart = questions.length > 1
        const { today } = run
        const options = { facts, lexicon: lexiconOf(facts), admits, effort, isPart, today }
        const answer = buildReport(found, options)
        return { part, sentences: factSentences(answer), related: [], answer }
      }
      // Of a figure that the profiles were asked for and lack, their other lines say something else.
      const others = part.isRead
        ? passages.filter(({ url }) => !url.startsWith(PROFILES.url))
        : passages
      return await readPart(part, others, { ...run, reader, limits: run.budget.limits })
    },
    async *write({ findings, ledger }, { request, budget: { limits } }) {
      const { effort, language, asked } = request
      // The sections of longer reports have no words in other languages.
      const isSaid = effort === 'lite' || effort === 'standard'
      const said = language && isSaid && sayFindings(findings, { language, asked })
      if (said) {
        yield { ...writeReport(said, { ledger, effort, limits, language }), language }
        return
      }
      const report = writeReport(findings, { ledger, effort, limits })
      const notes = language && effort !== 'lite' ? [reportWords(language).inEnglish] : []
      const sections = notes.length > 0 ? [{ paragraphs: [], notes }] : []
      yield { ...report, sections: [...report.sections, ...sections] }
    },
    fill: (schema, material, run) =>
      fillFromSources(schema, material, {
        ...{ ...run, author, companies },
        ask: question => askFacts(question, run),
      }),
    judge: (claims, options, run) => judgeClaims(reader, claims, options, run),
  }
  return author
}
