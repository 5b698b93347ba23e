import type { JsonObject } from '@footnote/contract/json-object'
import type { AskedRequest, Author, Material, Plan, Run } from '../author.ts'
import { type Budget, budgets, type Effort } from '../budgets.ts'
import type { Finding } from '../evidence/finding.ts'
import { createLedger, type Ledger } from '../evidence/ledger.ts'
import { normalizeText } from '../extract/normalize-text.ts'
import { retype } from '../facts/lexicon.ts'
import type { CompanyStore } from '../finance/company-store.ts'
import { withFilings } from '../finance/filings/with-filings.ts'
import type { Passage } from '../library/passage.ts'
import { openBudget } from '../open-budget.ts'
import type { Part } from '../plan/plan-research.ts'
import { withoutCourtesies } from '../plan/split-clauses.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import {
  type CitedSource,
  NoResult,
  type Research,
  type ResearchRequest,
  type ResearchResult,
} from '../research.ts'
import type { Finder } from '../search/finder.ts'
import { foundPages } from '../search/found-pages.ts'
import { openShelf, type Shelf, withShelf } from '../search/open-shelf.ts'
import type { Source } from '../search/source.ts'
import { fieldSources } from '../shape/prove-values.ts'
import { compileValidator } from '../shape/validate.ts'
import type { Draft } from '../write/draft.ts'
import { createCitations, renderReport } from '../write/render-report.ts'
import { isAnswered } from '../write/write-report.ts'
import { nothingFor } from './add-figures.ts'
import { citesSubject } from './cites-subject.ts'
import { type Gathered, gather } from './gather.ts'
import { lookUpQuestions } from './look-up-questions.ts'
import { nameOmitted } from './name-omitted.ts'
import { writeDraft } from './verify-draft.ts'

export interface ResearchDependencies {
  readonly source: Source
  readonly author: Author
  readonly now: () => Date
  /** Finders of documents beyond the source; none if nothing is configured. */
  readonly finders?: readonly Finder[]
  /** Company figures on this machine. */
  readonly companies?: CompanyStore
  readonly budgets?: Readonly<Record<Effort, Budget>>
}

/** Creates the one pipeline behind every operation and effort; efforts differ by their budget alone. */
export function createResearch(dependencies: ResearchDependencies): Research {
  const { finders = [] } = dependencies
  return async (asked, options) => {
    // Patterns that look for a space take quadratic time on long runs of spaces.
    const request = { ...asked, input: normalizeText(asked.input) }
    if (finders.length === 0) return await research(request, { ...dependencies, ...options })
    const shelf = openShelf()
    try {
      return await research(request, { ...dependencies, ...options, shelf })
    } finally {
      shelf.close()
    }
  }
}

const NOTHING: Gathered = { findings: [], passages: [], facts: [], unreached: new Set() }

const NO_PLAN: Plan = { parts: [], kind: 'answer', language: 'en' }

type RunOptions = ResearchDependencies & Parameters<Research>[1] & { readonly shelf?: Shelf }

/**
 * Asks in plain questions, as a model understands the request. If the collections answer none of them, the documents are
 * asked in the words of the caller.
 */
async function research(given: ResearchRequest, options: RunOptions): Promise<ResearchResult> {
  const { author, now, signal } = options
  // A caller can make a run fail and pay nothing, so the number of repetitions of a stage, which depends
  // on what was found, must stay hidden. Only a stage after the last refusal may have counts.
  const onProgress = once(options.onProgress ?? (() => {}), ({ stage }) => stage)
  const onSource = options.onSource && once(options.onSource, ({ url }) => url)
  const onQuery = options.onQuery && once(options.onQuery, query => query)
  const telling = {
    ...{ ...options, onProgress },
    ...(onSource && { onSource }),
    ...(onQuery && { onQuery }),
  }
  onProgress({ stage: 'planning', counts: {} })
  const policy = compilePolicy(given.sources, { now: now() })
  const today = now().toISOString().slice(0, 10)
  const plain = await author.rephrase?.(given, { policy, today, signal })
  const answered = plain && (await orNothing(() => attempt({ ...given, ...plain }, telling)))
  return answered ?? (await attempt(given, telling))
}

async function orNothing(run: () => Promise<ResearchResult>): Promise<ResearchResult | undefined> {
  try {
    return await run()
  } catch (error) {
    if (error instanceof NoResult) return undefined
    throw error
  }
}

async function attempt(given: AskedRequest, options: RunOptions): Promise<ResearchResult> {
  const { author, now, finders = [], shelf, signal, kept, onProgress = () => {} } = options
  const request = { ...given, input: retype(withoutCourtesies(given.input)) }
  const { effort, input, outputSchema, wishes = [], notes = [] } = request
  const tell = options.onSource
  const tellSources =
    tell &&
    ((sources: readonly FoundSource[]) => {
      for (const { url, title } of sources) tell({ url, title })
    })
  // Compiled before anything is read: later, the sources would decide which refusal comes first.
  if (outputSchema) compileValidator(outputSchema)
  const run: Run = {
    request,
    source: withFilings(
      shelf ? withShelf(options.source, shelf) : options.source,
      options.companies,
    ),
    policy: compilePolicy(request.sources, { now: now() }),
    budget: openBudget((options.budgets ?? budgets)[effort], { ...(signal && { signal }) }),
    today: now().toISOString().slice(0, 10),
    ...(signal && { signal }),
    ...(kept && { kept }),
  }
  const { policy, source } = run
  const { companies } = options
  const ledger = createLedger()
  const questions = [...(request.questions ?? [input]), ...wishes]
  const looked = await lookUpQuestions(questions, {
    ...{ author, run, ledger, companies, library: options.source },
    isOutside: finders.length > 0,
  })
  const open = looked.flatMap(one => (one.direct ? [] : one.plan))
  const [{ kind, language } = NO_PLAN] = looked.map(one => one.plan)
  const plan: Plan = { kind, language, parts: open.flatMap(({ parts }) => parts) }
  const outside = shelf && { finders, kind: plan.kind, input: questions.join('\n'), shelf }
  const isFound = async (findings: readonly Finding[], found: readonly Passage[]) =>
    findings.some(isAnswered) && (await citesSubject(findings, { cited: found, source }))
  const tellQuery = options.onQuery
  const planned = new Set(plan.parts)
  let isTold = false
  // Parts that were added after reading reveal what was read, so they wait for an answer.
  const onSearch = (part: Part) => {
    if (!tellQuery || outputSchema || !(isTold || planned.has(part))) return
    for (const query of part.queries ?? [part.question]) tellQuery(query)
  }
  // A schema can fail at its caller's will, so its sources come with the result.
  const onRead = async ({ findings, passages }: Pick<Gathered, 'findings' | 'passages'>) => {
    if (!tellSources || outputSchema) return
    isTold ||= await isFound(findings, passages)
    if (isTold) tellSources(foundPages(passages))
  }
  const gathered =
    open.length === 0
      ? NOTHING
      : await gather(plan, {
          ...run,
          author,
          onProgress,
          onSearch,
          onRead,
          ...(outside && { outside }),
        })
  const { passages, unreached } = gathered
  const isReport = request.kind !== 'answer'
  const last = looked.at(-1)
  const found = looked.flatMap(one => {
    const {
      question,
      direct,
      plan: { parts },
      complete,
    } = one
    const isOwn = ({ part }: Finding) =>
      parts.includes(part) || (one === last && !planned.has(part))
    const own = direct ?? complete({ ...gathered, findings: gathered.findings.filter(isOwn) })
    const omitted = nameOmitted(question, own, { kind: plan.kind, effort, companies })
    return [...own, ...omitted.map(nothingFor)]
  })
  const findings = [...found, ...notes.map(nothingFor)]
  const material = { language: plan.language, findings, ledger, passages }
  const namesSubject = (cited: readonly Passage[]) => citesSubject(findings, { cited, source })
  const finish = async (own: Omit<ResearchResult, 'found'>): Promise<ResearchResult> => {
    const cited = citedIn(own.sources, ledger)
    if (await namesSubject(cited)) {
      tellSources?.(own.sources)
      return { ...own, found: foundPages([...cited, ...passages]) }
    }
    // With a schema there is one reason for everything: another would reveal that a value fitted.
    throw outputSchema ? new NoResult('schema_not_met') : nothingFound(policy, unreached)
  }
  // A schema may ask for more than the input says; it fails by itself if nothing fills it.
  if (outputSchema) {
    onProgress({ stage: 'shaping', counts: {} })
    return await finish(await shape(outputSchema, material, { ...run, author }))
  }
  // A subject that no source names fails here: later stages would reveal what else was found.
  if (!(await isFound(findings, passages))) throw nothingFound(policy, unreached)
  tellSources?.(foundPages([...ledger.entries.map(({ passage }) => passage), ...passages]))
  const proven = await writeDraft(material, { ...run, author, onProgress })
  if (!proven) throw nothingFound(policy, unreached)
  const draft = isReport ? sayUnreached(proven.draft, unreached) : proven.draft
  const report = renderReport(draft, { now: now(), isReport, effort, notes: proven.notes })
  const result = await finish(report)
  onProgress({ stage: 'shaping', counts: { sources: report.sources.length } })
  return result
}

/** Returns JSON that matches the caller's schema, with the sources of each value. */
async function shape(
  schema: JsonObject,
  material: Material,
  { author, ...run }: Run & { author: Author },
): Promise<Omit<ResearchResult, 'found'>> {
  const { content, fields } = await author.fill(schema, material, run)
  const citations = createCitations()
  citations.markers([...new Set(fields.flatMap(({ evidence }) => evidence))])
  const sources = citations.sources()
  return { content, sources, fields: fieldSources(fields, sources) }
}

type FoundSource = Pick<CitedSource, 'url' | 'title'>

/** Reports everything once, by its key. */
function once<One>(report: (one: One) => void, keyOf: (one: One) => string): (one: One) => void {
  const told = new Set<string>()
  return one => {
    if (told.has(keyOf(one))) return
    told.add(keyOf(one))
    report(one)
  }
}

/** Explains a missing answer by the request and the unreachable sources, never by what was read. */
function nothingFound(policy: SourcePolicy, unreached: ReadonlySet<string>): NoResult {
  if (unreached.size > 0) return new NoResult('source_unreachable')
  const isLimited =
    policy.includeDomains.length > 0 ||
    policy.excludeDomains.length > 0 ||
    policy.publishedFrom !== undefined ||
    policy.publishedTo !== undefined ||
    policy.country !== undefined ||
    policy.language !== undefined
  return new NoResult(isLimited ? 'no_source_in_controls' : 'no_source')
}

/** Lists the cited passages, which come before others that were found. */
function citedIn(sources: readonly CitedSource[], { entries }: Ledger): Passage[] {
  const urls = new Set(sources.map(({ url }) => url))
  return entries.map(({ passage }) => passage).filter(({ url }) => urls.has(url))
}

/** Adds which services could not be asked. */
function sayUnreached(draft: Draft, unreached: ReadonlySet<string>): Draft {
  if (unreached.size === 0) return draft
  const notes = [...unreached].map(name => UNREACHED[name] ?? `${name} could not be reached.`)
  return {
    ...draft,
    sections: [...draft.sections, { heading: 'Not reached', paragraphs: [], notes }],
  }
}

const UNREACHED: Readonly<Record<string, string>> = {
  web: '- No search service could be reached: the web was not searched.',
  edgar: '- SEC EDGAR could not be reached: filings of companies were not read.',
}
