import { randomUUID } from 'node:crypto'
import type { RefundCause } from '@footnote/contract/refund-causes'
import type { Billing } from '@footnote/contract/responses'
import { callName } from '@footnote/contract/tools'
import type { Database } from '@footnote/platform/database/connect'
import { type Observation, UNOBSERVED } from '@footnote/platform/observation'
import { ApiError } from '../api-error.ts'
import type { Batcher } from '../database/batch.ts'
import { retryUntil } from '../database/retry-until.ts'
import type { Lease } from '../instance/lease.ts'
import type { AdmittedTurn, Slot } from '../upstream/call-slots.ts'
import type { TimeBudget, Turn } from '../upstream/time-budget.ts'
import type { ToolResult } from '../upstream/tool-calls.ts'
import type { Upstream } from '../upstream/upstream.ts'
import { UpstreamError } from '../upstream/upstream-error.ts'
import type { Debit, DebitResult } from '../wallet/debit.ts'
import type { Wallet } from '../wallet/read-wallet.ts'
import type { Reversals } from '../wallet/reversals.ts'
import type { Reversal } from '../wallet/reverse-charge.ts'
import type { Settled, Settlement } from '../wallet/settle.ts'
import type { RunForAccount } from './account-calls.ts'
import {
  accountRefused,
  billing,
  idUsed,
  insufficient,
  notDebited,
  refunded,
  refundLimited,
  unavailable,
} from './call-errors.ts'
import { debitInLease } from './debit-in-lease.ts'
import type { HeldResults } from './held-results.ts'
import type { InFlight } from './in-flight.ts'
import { refusedByKey } from './key-refusals.ts'
import type { PaidCall } from './paid.ts'
import type { RunningCall, RunningCalls } from './running-calls.ts'

/** Dependencies of paid calls, created once at start. */
export interface CallDependencies {
  readonly database: Database
  /** Reads the wallet of an account, many in one round trip. */
  readonly readWallet: Batcher<string, Wallet>
  readonly debit: Batcher<Debit, DebitResult>
  readonly settle: Batcher<Settlement, Settled>
  readonly results: Pick<HeldResults, 'put' | 'withhold'>
  readonly running: RunningCalls
  readonly reversals: Pick<Reversals, 'begin'>
  readonly upstream: Upstream
  readonly inFlight: InFlight
  readonly runForAccount: RunForAccount
  readonly lease: Pick<Lease, 'instanceId' | 'startClaim' | 'renewLapsed'>
  readonly settleGraceMs: number
  readonly observation?: Observation
  /** Called with each failure upstream, for the operator. */
  readonly reportRefund: (error: UpstreamError) => void
  /** Called with errors that should never be thrown. */
  readonly reportFault: (error: unknown) => void
}

/** A call that its caller waits for, or follows and asks for later. */
export interface CallOptions {
  /** Called once the debit is durable and the call goes on, whatever becomes of its caller. */
  readonly onDebited?: (running: RunningCall) => void
}

/** A synchronous call: debited, run upstream, then captured and held before its result is handed over. */
export function runPaidCall<T extends ToolResult>(
  deps: CallDependencies,
  call: PaidCall,
  perform: (upstream: Upstream, turn: AdmittedTurn) => Promise<T>,
  { onDebited }: CallOptions = {},
): Promise<{ result: T; billing: Billing }> {
  return runAdmitted(deps, call, async (upstream, turn) => {
    const { balanceUnits, isOurs } = await debitCall(deps, call)
    const callKey = randomUUID()
    const { chargeId, accountId } = call
    const tracked = {
      chargeId,
      requestId: call.requestId,
      billing: billing(call, balanceUnits),
      cancel: (budget: TimeBudget) => upstream.cancel({ callKey }, { ...budget, queue: accountId }),
    }
    return deps.running.track(tracked, async running => {
      onDebited?.(running)
      const result = await refundOnFailure(deps, call, () =>
        perform(upstream, {
          ...turn,
          isOurs,
          callKey,
          ...(onDebited && { onEvent: running.note }),
        }),
      )
      const deadline = turn.endsAt + deps.settleGraceMs
      const settled = await retryUntil({ deadline, signal: deps.inFlight.stopping }, () =>
        deps.settle({ chargeId, accountId, outcome: 'captured' }),
      )
      if (!settled) throw await withhold(deps, call, 'capture_unknown')
      // The sweeper was faster: the refund stands, and the result is withheld.
      if (settled.state === 'refunded') throw refunded(call, settled.balanceUnits)
      deps.results.put(call, result, { isAwaited: !onDebited })
      return { result, billing: tracked.billing }
    })
  })
}

/** Starts a call whose caller follows it or asks for the result later, and returns once it is debited. */
export async function startPaidCall(
  deps: CallDependencies,
  call: PaidCall,
  perform: Parameters<typeof runPaidCall>[2],
): Promise<RunningCall> {
  const debited = Promise.withResolvers<RunningCall>()
  let isDebited = false
  const onDebited = (running: RunningCall) => {
    isDebited = true
    debited.resolve(running)
  }
  void runPaidCall(deps, call, perform, { onDebited }).catch((error: unknown) => {
    if (!isDebited) debited.reject(error)
    // A failure is refunded, and shows when the call is followed or retrieved.
    else if (!(error instanceof ApiError)) deps.reportFault(error)
  })
  return debited.promise
}

/**
 * Runs a call within its time, once it has a slot upstream. Refuses it before any money moves if its account
 * has too many in flight or it could not be sent in time.
 */
export function runAdmitted<T>(
  deps: CallDependencies,
  call: PaidCall & { readonly isTask?: boolean },
  work: (upstream: Upstream, turn: AdmittedTurn) => Promise<T>,
): Promise<T> {
  const { accountId: queue, limitMs } = call
  const { tool, effort } = call.price
  const step = { name: 'call', labels: { tool, effort: effort ?? '' } }
  return (deps.observation ?? UNOBSERVED).step(step, () =>
    deps.runForAccount(queue, () =>
      deps.inFlight.run(limitMs, async budget => {
        const turn = { ...budget, queue }
        const slot = await admit(deps, call, turn)
        try {
          return await work(deps.upstream, { ...turn, slot })
        } finally {
          // For a call that was never sent; otherwise its reply has freed the slot.
          slot.free()
        }
      }),
    ),
  )
}

/** Waits for a slot before any debit, so that no call is refunded for a failed wait. */
async function admit(
  { inFlight, readWallet, upstream }: CallDependencies,
  call: PaidCall & { readonly isTask?: boolean },
  turn: Turn,
): Promise<Slot> {
  if (inFlight.stopping.aborted) throw new ApiError('SERVICE_UNAVAILABLE')
  const place = { queue: turn.queue, kind: callName(call.price), isTask: call.isTask ?? false }
  const refusalMs = upstream.refusalMs(call.limitMs, place)
  if (refusalMs !== undefined || upstream.isFull(place)) {
    // The balance comes before the upstream in the order of checks.
    requireBalance(await readWallet(call.accountId), call)
  }
  if (refusalMs !== undefined) throw unavailable(refusalMs)
  return upstream.takeSlot(turn, place).catch(() => {
    throw unavailable(upstream.refusalMs(call.limitMs, place))
  })
}

function requireBalance(wallet: Wallet, call: PaidCall): void {
  if (wallet.accountState !== 'active')
    throw accountRefused(call, wallet.accountState, wallet.balanceUnits)
  if (wallet.balanceUnits < call.price.costUnits) throw insufficient(call, wallet.balanceUnits)
}

/**
 * Debits durably, or throws the error for the caller. Only after this may the upstream be called,
 * and only while `isOurs` says so: the upstream client asks it right before it sends.
 */
export async function debitCall(
  deps: CallDependencies,
  call: PaidCall,
  task?: Debit['task'],
): Promise<DebitResult & Required<Pick<Turn, 'isOurs'>>> {
  const { result, isOurs } = await debitInLease(deps, {
    chargeId: call.chargeId,
    requestId: call.requestId === call.chargeId ? undefined : call.requestId,
    accountId: call.accountId,
    keyId: call.keyId,
    tool: call.price.tool,
    effort: call.price.effort,
    costUnits: call.price.costUnits,
    holdMs: call.limitMs + deps.settleGraceMs,
    instanceId: deps.lease.instanceId,
    ...(task && { task }),
  }).catch((error: unknown) => {
    throw notDebited(error)
  })
  switch (result.outcome) {
    case 'admitted':
      return { ...result, isOurs }
    case 'replayed':
      // The reply to the first try was lost. A charge that was settled meanwhile has ended the call.
      if (result.chargeState === 'held') return { ...result, isOurs }
      throw refunded(call, result.balanceUnits)
    case 'id_used':
      throw idUsed(call)
    case 'lease_expired':
      throw new ApiError('BILLING_UNAVAILABLE')
    case 'insufficient':
      throw insufficient(call, result.balanceUnits)
    case 'key_revoked':
      throw new ApiError('INVALID_API_KEY')
    case 'account_frozen':
      throw accountRefused(call, 'frozen', result.balanceUnits)
    case 'account_closed':
      throw accountRefused(call, 'closed', result.balanceUnits)
    case 'refund_limited':
      throw refundLimited(result.expiresAt)
    case 'key_expired':
    case 'tool_not_allowed':
    case 'day_cap':
    case 'month_cap':
    case 'rate_limited':
      throw await refusedByKey(deps.database, call, { ...result, outcome: result.outcome })
  }
}

/** Runs the work after the debit; a failure there is refunded before it is reported. */
export async function refundOnFailure<T>(
  deps: CallDependencies,
  call: PaidCall,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof UpstreamError) {
      deps.reportRefund(error)
      throw await refundCall(deps, call, error.refundCause)
    }
    deps.reportFault(error)
    throw await refundCall(deps, call, 'internal_fault')
  }
}

export async function refundCall(
  deps: CallDependencies,
  call: PaidCall,
  cause: RefundCause,
): Promise<ApiError> {
  try {
    const { chargeId, accountId } = call
    const settled = await deps.settle({ chargeId, accountId, outcome: 'refunded', cause })
    if (settled.state === 'refunded') return refunded(call, settled.balanceUnits, cause)
  } catch {
    // The deadline settles it.
  }
  return new ApiError('BILLING_UNAVAILABLE')
}

/**
 * Nobody knows whether the call is paid: its result is not handed out, and the charge ends refunded, even if
 * this process dies right after the reply.
 */
export async function withhold(
  deps: CallDependencies,
  call: PaidCall,
  cause: Reversal['cause'],
): Promise<ApiError> {
  const { chargeId, accountId } = call
  deps.results.withhold(call)
  await deps.reversals.begin({ chargeId, accountId, cause })
  return new ApiError('BILLING_UNAVAILABLE')
}
