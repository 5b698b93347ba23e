import { createSecretKey, type KeyObject, randomBytes } from 'node:crypto'
import { SEAL_KEY_BYTES, sealText, unsealText } from '@footnote/platform/seal'
import type { ToolResult } from '../upstream/tool-calls.ts'
import type { ChargeOfAccount, Deliveries } from '../wallet/deliveries.ts'
import type { Reversals } from '../wallet/reversals.ts'

/** The results of synchronous calls, kept for callers whose connection broke. */
export interface HeldResults {
  /** Holds the result of a captured call. If its caller waits, `sent` must follow. */
  put(call: ChargeOfAccount, result: ToolResult, options: { isAwaited: boolean }): void
  /** Notes that a charge is being reversed: there is no result, and its state is about to change. */
  withhold(call: ChargeOfAccount): void
  /** Returns the result, `withheld` if the charge is being reversed, or undefined. */
  find(chargeId: string): ToolResult | 'withheld' | undefined
  /** Keeps a result from being dropped while it is sent. `sent` must follow. */
  sending(chargeId: string): void
  /** Notes whether a reply with the result went out whole. */
  sent(chargeId: string, isWhole: boolean): void
  /** Returns whether a reply with a result is being sent. */
  isSending(): boolean
  /** Forgets a result that its caller has. */
  acknowledge(chargeId: string): void
  /** Forgets what was held for its time. A result that nobody fetched by then is paid. */
  expire(): void
  /** Forgets everything; returns the charges whose result nobody got. */
  end(): ChargeOfAccount[]
}

interface Held {
  readonly accountId: string
  /** Undefined if withheld. */
  sealed: Buffer | undefined
  readonly endsAt: number
  /** How many replies are being sent. */
  sending: number
  isDelivered: boolean
}

/** Bytes of an entry beside its text. */
const ENTRY_BYTES = 500

/**
 * Holds results in memory, sealed with a key of this process. The key and the sealed bytes are outside the
 * JavaScript heap, so heap snapshots contain neither. When the memory is used up, the oldest delivered
 * results go first; then the oldest undelivered ones of the account that has most of them, whose charges are
 * refunded. So no account can drive out the results of others.
 */
export function createHeldResults(
  {
    deliveries,
    reversals,
  }: { deliveries: Pick<Deliveries, 'confirm'>; reversals: Pick<Reversals, 'begin'> },
  { holdMs, mostBytes }: { holdMs: number; mostBytes: number },
): HeldResults {
  const key: KeyObject = createSecretKey(randomBytes(SEAL_KEY_BYTES))
  const results = new Map<string, Held>()
  /** Those that may be dropped, the oldest first; the undelivered ones by account. */
  const delivered = new Set<string>()
  const undelivered = createShares()
  let bytes = 0

  function add(chargeId: string, held: Held): void {
    results.set(chargeId, held)
    bytes += sizeOf(held)
    place(chargeId, held)
    while (bytes > mostBytes && dropOldest());
  }

  function place(chargeId: string, held: Held): void {
    const { accountId, sealed, sending, isDelivered } = held
    delivered.delete(chargeId)
    undelivered.delete(accountId, chargeId)
    if (!sealed || sending > 0) return
    if (isDelivered) delivered.add(chargeId)
    else undelivered.add(accountId, chargeId, sizeOf(held))
  }

  function remove(chargeId: string, held: Held): void {
    results.delete(chargeId)
    delivered.delete(chargeId)
    undelivered.delete(held.accountId, chargeId)
    bytes -= sizeOf(held)
  }

  /** Returns false when nothing may be dropped. */
  function dropOldest(): boolean {
    const [chargeId = undelivered.oldestOfLargest()] = delivered
    const held = chargeId === undefined ? undefined : results.get(chargeId)
    if (chargeId === undefined || !held) return false
    if (held.isDelivered) {
      remove(chargeId, held)
      return true
    }
    // Withheld before the refund begins, so that no result follows it.
    bytes -= sizeOf(held)
    held.sealed = undefined
    bytes += sizeOf(held)
    place(chargeId, held)
    void reversals.begin({ chargeId, accountId: held.accountId, cause: 'result_dropped' })
    return true
  }

  function deliver(chargeId: string, held: Held): void {
    if (held.sealed && !held.isDelivered) {
      deliveries.confirm({ chargeId, accountId: held.accountId })
    }
    held.isDelivered = true
  }

  const endsAt = () => performance.now() + holdMs

  return {
    put({ chargeId, accountId }, result, { isAwaited }) {
      const sealed = sealText(JSON.stringify(result), { key, place: chargeId })
      const sending = isAwaited ? 1 : 0
      add(chargeId, { accountId, sealed, endsAt: endsAt(), sending, isDelivered: false })
    },
    withhold({ chargeId, accountId }) {
      add(chargeId, {
        accountId,
        sealed: undefined,
        endsAt: endsAt(),
        sending: 0,
        isDelivered: false,
      })
    },
    find(chargeId) {
      const held = results.get(chargeId)
      if (!held) return undefined
      if (!held.sealed) return 'withheld'
      return JSON.parse(unsealText(held.sealed, { key, place: chargeId }))
    },
    sending(chargeId) {
      const held = results.get(chargeId)
      if (!held) return
      held.sending += 1
      place(chargeId, held)
    },
    sent(chargeId, isWhole) {
      const held = results.get(chargeId)
      if (!held) return
      held.sending -= 1
      if (isWhole) deliver(chargeId, held)
      place(chargeId, held)
    },
    isSending: () => [...results.values()].some(({ sending }) => sending > 0),
    acknowledge(chargeId) {
      const held = results.get(chargeId)
      if (!held?.sealed) return
      deliver(chargeId, held)
      remove(chargeId, held)
    },
    expire() {
      const now = performance.now()
      for (const [chargeId, held] of results) {
        if (held.endsAt > now) break
        deliver(chargeId, held)
        remove(chargeId, held)
      }
    },
    end() {
      const lost = [...results].filter(([, { sealed, isDelivered }]) => sealed && !isDelivered)
      results.clear()
      delivered.clear()
      undelivered.clear()
      bytes = 0
      return lost.map(([chargeId, { accountId }]) => ({ chargeId, accountId }))
    },
  }
}

/** Withheld results count nothing, since dropping them would free nothing. */
function sizeOf({ sealed }: Held): number {
  return sealed ? ENTRY_BYTES + sealed.length : 0
}

/** Keeps ids by owner, with their sizes. */
function createShares() {
  const shares = new Map<string, { bytes: number; readonly sizes: Map<string, number> }>()
  return {
    add(owner: string, id: string, bytes: number): void {
      const share = shares.get(owner) ?? { bytes: 0, sizes: new Map() }
      shares.set(owner, share)
      share.sizes.set(id, bytes)
      share.bytes += bytes
    },
    delete(owner: string, id: string): void {
      const share = shares.get(owner)
      if (!share) return
      share.bytes -= share.sizes.get(id) ?? 0
      share.sizes.delete(id)
      if (share.sizes.size === 0) shares.delete(owner)
    },
    oldestOfLargest(): string | undefined {
      let largest = { bytes: 0, sizes: new Map<string, number>() }
      for (const share of shares.values()) if (share.bytes > largest.bytes) largest = share
      const [id] = largest.sizes.keys()
      return id
    },
    clear: () => shares.clear(),
  }
}
