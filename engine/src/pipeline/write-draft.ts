import type { Finding } from '../evidence/finding.ts'
import type { Ledger } from '../evidence/ledger.ts'
import type { Model } from '../model/model.ts'
import type { SourcePolicy } from '../policy/source-policy.ts'
import type { Progress } from '../progress.ts'
import type { ResearchRequest } from '../research.ts'
import type { Draft, VerificationNotes } from '../write/draft.ts'
import { writeReport } from '../write/write-report.ts'
import { writeWithModel } from '../write/write-with-model.ts'
import { isWritten } from '../write/written-statement.ts'
import type { OpenBudget } from './open-budget.ts'
import { repairDraft } from './repair-draft.ts'
import { statementsOf, verifyDraft } from './verify-draft.ts'
import { withoutFault } from './without-fault.ts'

/** Of the time that is left, what writing may take; the rest is for proving and repairing. */
const SHARE_FOR_WRITING = 0.6
const SHARE_FOR_REPAIRS = 0.4
/** Of the tokens that are kept for writing, what the text itself may have; of a small context too. */
const SHARE_OF_TOKENS = 0.4

export interface WriteDraftOptions {
  readonly request: ResearchRequest
  readonly language: string
  readonly findings: readonly Finding[]
  readonly ledger: Ledger
  readonly policy: SourcePolicy
  readonly budget: OpenBudget
  readonly model?: Model
  readonly today: string
  readonly onProgress: (progress: Progress) => void
}

export interface ProvenDraft {
  readonly draft: Draft
  readonly author: 'rules' | 'model'
  readonly notes?: VerificationNotes
}

/** A report that is proven, sentence by sentence: a model's where one is left of it, or the rules'. */
export async function writeDraft(options: WriteDraftOptions): Promise<ProvenDraft> {
  const { ledger, policy, budget, findings, request, model, onProgress } = options
  onProgress({ stage: 'writing', counts: {} })
  const written = model && (await writtenByModel(model, options))
  if (written) return written
  const draft = writeReport(findings, { ledger, effort: request.effort, limits: budget.limits })
  onProgress({ stage: 'verifying', counts: {} })
  return { draft: verifyDraft(draft, policy), author: 'rules' }
}

async function writtenByModel(
  model: Model,
  { request, findings, ledger, policy, budget, onProgress, ...options }: WriteDraftOptions,
): Promise<ProvenDraft | undefined> {
  const { input, kind, effort } = request
  const { limits } = budget
  const share = (part: number) => part * (budget.writingEndsAt - performance.now())
  const draft = await withoutFault(() =>
    writeWithModel(model, {
      ...{ input, kind, findings, ledger, effort, limits },
      language: options.language,
      today: options.today,
      maxTokens: Math.floor(Math.min(limits.writingTokens, model.contextTokens) * SHARE_OF_TOKENS),
      timeoutMs: share(SHARE_FOR_WRITING),
    }),
  )
  if (!draft) return undefined
  onProgress({ stage: 'verifying', counts: {} })
  const repaired = await repairDraft(draft, {
    ...{ policy, ledger, input, model },
    mayGoOn: budget.mayWrite,
    timeoutMs: share(SHARE_FOR_REPAIRS),
  })
  // Tables and notes that rules have added are no report of the model's.
  const isLeft = statementsOf(repaired.draft).some(isWritten)
  return isLeft ? { ...repaired, author: 'model' } : undefined
}
