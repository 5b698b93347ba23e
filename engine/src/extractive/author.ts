import type { Author, Plan, Run } from '../author.ts'
import { answerQuestion, lexiconOf } from '../facts/answer-question.ts'
import { inUnit, withoutUnit } from '../facts/convert-units.ts'
import { factSentences } from '../facts/enter-answer.ts'
import type { Fact } from '../facts/fact.ts'
import type { Facts } from '../facts/facts.ts'
import type { Answered, Mention } from '../facts/find-named.ts'
import { languageOf } from '../facts/languages.ts'
import { retype } from '../facts/lexicon.ts'
import { PROFILES } from '../facts/profile-documents.ts'
import { buildReport } from '../facts/report/build-report.ts'
import { factPassage } from '../facts/write-fact.ts'
import { askBusiness, inFull, splitListed } from '../finance/companies/ask-index.ts'
import { type CompanyStore, openCompanyStore } from '../finance/company-store.ts'
import { CHOICE, type Part, planResearch } from '../plan/plan-research.ts'
import { splitClauses, withoutCourtesies } from '../plan/split-clauses.ts'
import { namesCompany, splitMixed } from '../questions/split-mixed.ts'
import { toPlain } from '../questions/to-plain.ts'
import type { Reader } from '../reader/reader.ts'
import type { ResearchRequest } from '../research.ts'
import { detectLanguage } from '../text/detect-language.ts'
import { writeReport } from '../write/write-report.ts'
import { fillFromSources } from './fill/fill.ts'
import { judgeClaims } from './judge-claims.ts'
import { readPart } from './read-part.ts'
import { sayFindings } from './say-findings.ts'

const FALLBACK_LANGUAGE = 'en'
const LEAST_STATEMENTS = 3

/** Asks what the list of the index has about a company, not its filings. */
const OF_INDEX = /\b(?:sector|industry|headquarters|founded|added to|ticker)\b/i

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
  const askFacts = (question: string, run: Run, before: readonly Mention[] = []) => {
    if (!facts) return undefined
    const own = asked.get(run.request) ?? new Map<string, Answered>()
    asked.set(run.request, own)
    const { language } = run.request
    const key = [question, ...before.map(({ text }) => text)].join('\n')
    const answered =
      own.get(key) ??
      answerQuestion(question, { ...run, facts, before, most: mostFor(run), language })
    own.set(key, answered)
    return answered
  }
  const planFor = async (input: string, run: Run): Promise<Plan> => {
    const {
      request: { kind },
      budget,
    } = run
    const language = detectLanguage(input) ?? FALLBACK_LANGUAGE
    const mixed = companies && splitMixed(input, companies, one => askFacts(one, run), run.today)
    if (mixed) {
      const { figure, place, answer } = mixed
      const asked = [{ question: figure }, { question: place, answer }]
      const figures = { question: figure, open: [] }
      return { parts: asked, kind, language, figures }
    }
    const beside = companies && splitListed(input, companies)
    const listed = (beside?.listed ?? []).map(question => {
      const answer = askFacts(question, run)?.answer
      return { question, ...(answer && { answer }) }
    })
    if (beside && listed.some(({ answer }) => answer)) {
      const open = listed.flatMap(({ answer, question }) => (answer ? [] : question))
      const figures = { question: beside.figures, open }
      return { parts: [{ question: beside.figures }, ...listed], kind, language, figures }
    }
    const isReport = run.request.effort !== 'lite'
    const parts = planResearch(input, {
      answer: (clause, before) => {
        const business = companies && askBusiness(clause, companies)
        if (business) return askFacts(business, run)
        const own = askFacts(clause, run, before)
        const lacks = own?.answer?.missing.length
        const named = lacks === 0 || !companies ? clause : inFull(clause, companies)
        // "Ford" is also a president, who was not founded.
        const full = named === clause ? own : askFacts(named, run, before)
        const isBetter = lacks === undefined || (full?.answer?.missing.length ?? lacks) < lacks
        return isBetter ? full : own
      },
      most: budget.limits.parts,
      mayGoOn: budget.maySearch,
      isReport,
    })
    if (!facts || !companies) return { parts, kind, language }
    const isOfCompany = ({ question }: Part) => namesCompany(question, companies)
    const isOther = (part: Part) => !isOfCompany(part) || OF_INDEX.test(part.question)
    const isMixed = parts.some(part => part.answer && isOther(part))
    const ofFigures = isMixed ? parts.filter(part => !part.answer && isOfCompany(part)) : []
    if (ofFigures.length === 0) return { parts, kind, language }
    const others = parts.filter(part => !ofFigures.includes(part))
    const isFirst = parts[0] === ofFigures[0]
    const all = isFirst ? [...ofFigures, ...others] : [...others, ...ofFigures]
    const aboutCompanies = ofFigures.map(part => part.question).join('\n')
    return { parts: all, kind, language, aboutCompanies }
  }
  const author: Author = {
    async rephrase({ input }, { policy, today, signal }) {
      if (!facts || !companies) return undefined
      const plain = await toPlain(input, { reader, facts, companies, signal })
      if (!plain) return undefined
      const language = languageOf(input)
      const [clause = '', ...others] = splitClauses(retype(withoutCourtesies(input)))
      const isOne = others.length === 0 && plain.isOne
      const options = { facts, policy, today, most: LEAST_STATEMENTS }
      const isRead = isOne && !language && answerQuestion(clause, options).answer !== undefined
      return {
        isRead,
        isPartial: plain.isPartial,
        ...{ questions: plain.questions, asked: input },
        beyond: plain.open,
        ...(language && { language }),
      }
    },
    async plan(run, found) {
      // The next round looks for open parts more widely; there is nothing else to ask.
      if (found) return { ...found.plan, parts: [] }
      const { input } = run.request
      const { text, unit } = withoutUnit(input)
      const plan = await planFor(text, run)
      if (unit === undefined) return plan
      const parts = plan.parts.map(part => {
        const answer = part.answer && inUnit(part.answer, unit)
        return answer ? { ...part, answer } : part
      })
      const isInUnit = parts.some(({ answer }, at) => answer !== plan.parts[at]?.answer)
      return isInUnit ? { ...plan, parts } : planFor(input, run)
    },
    async read({ part, passages }, run) {
      const again = part.answer ? undefined : askFacts(part.question, run)
      const isOfOne = CHOICE.test(part.question) && (again?.mentions.length ?? 0) < 2
      const found = part.answer ?? (isOfOne ? undefined : again?.answer)
      if (facts && found) {
        const { policy, request } = run
        const admits = (fact: Fact) => policy.admits(factPassage(fact))
        const { effort } = request
        const answer = buildReport(found, { facts, lexicon: lexiconOf(facts), admits, effort })
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
      if (!said) yield writeReport(findings, { ledger, effort, limits })
      else yield { ...writeReport(said, { ledger, effort, limits, language }), language }
    },
    fill: (schema, material, run) => fillFromSources(schema, material, { ...run, author }),
    judge: (claims, options, run) => judgeClaims(reader, claims, options, run),
  }
  return author
}
