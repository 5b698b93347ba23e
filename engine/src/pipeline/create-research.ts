import { scheduler } from 'node:timers/promises'
import { budgets } from '../budgets.ts'
import { createLedger } from '../evidence/ledger.ts'
import { planResearch } from '../plan/plan-research.ts'
import { compilePolicy } from '../policy/compile-policy.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import { NoResult, type Research } from '../research.ts'
import type { Source } from '../search/source.ts'
import { foundPages } from '../shape/found-pages.ts'
import { renderReport } from '../write/render-report.ts'
import { isAnswered, writeReport } from '../write/write-report.ts'
import { gather } from './gather.ts'
import { openBudget } from './open-budget.ts'
import { structureOutput } from './structure-output.ts'
import { countStatements, verifyDraft } from './verify-draft.ts'

/** The one pipeline behind every operation and effort; efforts differ by their budget alone. */
export function createResearch({ source, now }: { source: Source; now: () => Date }): Research {
  return async (request, { signal, onProgress = () => {} }) => {
    const { effort, input, kind } = request
    const limits = budgets[effort]
    const budget = openBudget(limits, { ...(signal && { signal }) })
    const policy = compilePolicy(request.sources, { now: now() })
    onProgress({ stage: 'planning', counts: {} })
    const planning = { source, policy, most: limits.parts, mayGoOn: budget.maySearch }
    const parts = await planResearch(input, planning)
    const { findings, passages } = await gather(parts, { source, policy, budget, onProgress })
    const { outputSchema } = request
    // A schema may ask for more than the input says; it fails by itself when nothing fills it.
    if (!outputSchema && !findings.some(isAnswered)) throw new NoResult(sayNothingFound(policy))
    await scheduler.yield()
    const ledger = createLedger()
    onProgress({ stage: 'writing', counts: { passages: passages.length } })
    const draft = writeReport(findings, { ledger, effort, limits })
    onProgress({ stage: 'verifying', counts: { claims: countStatements(draft) } })
    const verified = verifyDraft(draft, policy)
    if (outputSchema) {
      onProgress({ stage: 'shaping', counts: {} })
      const shared = { ledger, source, policy, budget }
      const options = { input, findings, passages, draft: verified, ...shared }
      const object = await structureOutput(outputSchema, options)
      return { ...object, found: foundPages(passages) }
    }
    if (countStatements(verified) === 0) throw new NoResult(sayNothingFound(policy))
    const report = renderReport(verified, { now: now(), isReport: kind !== 'answer', effort })
    onProgress({ stage: 'shaping', counts: { sources: report.sources.length } })
    return { ...report, found: foundPages(passages) }
  }
}

function sayNothingFound(policy: SourcePolicy): string {
  const isLimited =
    policy.includeDomains.length > 0 ||
    policy.excludeDomains.length > 0 ||
    policy.publishedFrom !== undefined ||
    policy.publishedTo !== undefined ||
    policy.country !== undefined ||
    policy.language !== undefined
  return isLimited
    ? 'No source within the source controls supports an answer: loosen freshness, domains, country or language.'
    : 'No source supports an answer: add documents about it to the library, or ask about something it holds.'
}
