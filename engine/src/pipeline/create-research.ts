import { scheduler } from 'node:timers/promises'
import { type Budget, budgets, type Effort } from '../budgets.ts'
import { createLedger, type Ledger } from '../evidence/ledger.ts'
import { normalizeText } from '../extract/normalize-text.ts'
import type { Passage } from '../library/passage.ts'
import type { Model } from '../model/model.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { Reader } from '../reader/reader.ts'
import {
  type CitedSource,
  NoResult,
  type Research,
  type ResearchRequest,
  type ResearchResult,
} from '../research.ts'
import type { Finder } from '../search/finder.ts'
import { openShelf, type Shelf } from '../search/open-shelf.ts'
import type { Source } from '../search/source.ts'
import { withShelf } from '../search/with-shelf.ts'
import { foundPages } from '../shape/found-pages.ts'
import { refuseUnfillable } from '../shape/refuse-unfillable.ts'
import { compileValidator } from '../shape/validate-content.ts'
import type { Draft } from '../write/draft.ts'
import { renderReport } from '../write/render-report.ts'
import { isAnswered } from '../write/write-report.ts'
import { addFigures } from './add-figures.ts'
import { budgetModel } from './budget-model.ts'
import { citesSubject } from './cites-subject.ts'
import { gather } from './gather.ts'
import { makePlan } from './make-plan.ts'
import { nameStages } from './name-stages.ts'
import { nothingFound } from './nothing-found.ts'
import { openBudget } from './open-budget.ts'
import { structureOutput } from './structure-output.ts'
import { countStatements } from './verify-draft.ts'
import { writeDraft } from './write-draft.ts'

export interface ResearchDependencies {
  readonly source: Source
  readonly reader: Reader
  readonly now: () => Date
  /** Who looks beyond the source; nobody where nothing is configured. */
  readonly finders?: readonly Finder[]
  readonly model?: Model
  readonly budgets?: Readonly<Record<Effort, Budget>>
}

/** The one pipeline behind every operation and effort; efforts differ by their budget alone. */
export function createResearch(dependencies: ResearchDependencies): Research {
  const { finders = [] } = dependencies
  return async (asked, options) => {
    // What looks for a space takes time by the square of how many there are in a row.
    const request = { ...asked, input: normalizeText(asked.input) }
    if (finders.length === 0) return await run(request, { ...dependencies, ...options })
    const shelf = openShelf()
    try {
      return await run(request, { ...dependencies, ...options, shelf })
    } finally {
      shelf.close()
    }
  }
}

type RunOptions = ResearchDependencies & Parameters<Research>[1] & { readonly shelf?: Shelf }

async function run(request: ResearchRequest, options: RunOptions): Promise<ResearchResult> {
  const { now, finders = [], reader, shelf, signal } = options
  const { effort, input, outputSchema } = request
  const onProgress = nameStages(options.onProgress ?? (() => {}))
  if (outputSchema) {
    // Checked before anything is read: later, the sources would decide which refusal comes first.
    refuseUnfillable(outputSchema)
    compileValidator(outputSchema)
  }
  const budget = openBudget((options.budgets ?? budgets)[effort], { ...(signal && { signal }) })
  const policy = compilePolicy(request.sources, { now: now() })
  const source = shelf ? withShelf(options.source, shelf) : options.source
  const model = options.model && budgetModel(options.model, { budget, ...(signal && { signal }) })
  const today = now().toISOString().slice(0, 10)
  const shared = { source, reader, policy, budget, today, ...(model && { model }) }

  onProgress({ stage: 'planning', counts: {} })
  const { parts, kind, language } = await makePlan(request, shared)
  const gathered = await gather(parts, {
    ...shared,
    input,
    onProgress,
    ...(signal && { signal }),
    ...(shelf && { outside: { finders, kind, input, shelf, ...(signal && { signal }) } }),
  })
  const ledger = createLedger()
  const findings = addFigures(input, gathered, { ledger, today, ...(shelf && { shelf }) })
  const { passages, unreached } = gathered
  const namesSubject = (cited: readonly Passage[]) => citesSubject(findings, { cited, source })
  // A schema may ask for more than the input says; it fails by itself if nothing fills it. A subject
  // that no source names fails here: later stages would reveal what else of the input was found.
  if (!outputSchema && !(findings.some(isAnswered) && (await namesSubject(passages)))) {
    throw nothingFound(policy, unreached)
  }
  await scheduler.yield()
  const finish = async <Result extends Omit<ResearchResult, 'found'>>(result: Result) => {
    const cited = citedIn(result.sources, ledger)
    if (await namesSubject(cited)) return { ...result, found: foundPages([...cited, ...passages]) }
    // With a schema there is one reason for everything: another would reveal that a value fitted.
    throw outputSchema ? new NoResult('schema_not_met') : nothingFound(policy, unreached)
  }
  const writing = { ...shared, request, language, ledger, findings, onProgress }
  if (outputSchema) {
    const object = await structureOutput(outputSchema, { ...writing, passages })
    return await finish(object)
  }
  const { draft, author, notes } = await writeDraft(writing)
  if (countStatements(draft) === 0) throw nothingFound(policy, unreached)
  const isReport = request.kind !== 'answer'
  const whole = isReport ? sayUnreached(draft, unreached) : draft
  const report = renderReport(whole, { now: now(), isReport, effort, author, notes })
  const result = await finish(report)
  onProgress({ stage: 'shaping', counts: { sources: report.sources.length } })
  return result
}

/** What is cited was found, however it was come upon; it is listed first. */
function citedIn(sources: readonly CitedSource[], { entries }: Ledger): Passage[] {
  const urls = new Set(sources.map(({ url }) => url))
  return entries.map(({ passage }) => passage).filter(({ url }) => urls.has(url))
}

/** Who reads a report should know which part of the world was not looked at. */
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
