import { waitFor } from '@footnote/platform/testing/wait-for'
import { holdCalls } from '../../testing/scenes/hold-calls.ts'
import { holdLock } from '../../testing/scenes/hold-lock.ts'
import type { Ledger } from '../../testing/scenes/read-ledger.ts'
import type { Reply } from '../../testing/scenes/test-service.ts'
import type { FaultName } from './fault-matrix.ts'
import type { Flow, Place } from './flows.ts'

type Heard = Reply | undefined

/** Goes to a step, causes the fault there, and returns each caller's reply. */
export const injectFault: Record<FaultName, (place: Place, flow: Flow) => Promise<Heard[]>> = {
  /** The statement is committed, and its process dies before it gets the reply. */
  async kill(place, flow) {
    const { reply, reached } = await begin(place, flow)
    await reached
    await place.scene.restart()
    return [await reply]
  },

  /** Every connection dies before the statement is committed, as in a crash of PostgreSQL. */
  async database(place, flow) {
    const { scene, payer } = place
    if (!flow.lock) {
      const { reply, reached, goOn } = await begin(place, flow)
      await reached
      await place.scene.endConnections()
      goOn()
      return [await reply]
    }
    const prepared = (await flow.prepare?.(place)) ?? {}
    const takeLock = () => holdLock(scene.connection, flow.lock?.(payer.accountId) ?? '')
    const held = flow.locksLate ? holdCalls(scene.upstream, scene.upstream.handler) : undefined
    const early = held ? undefined : await takeLock()
    const reply = flow.begin(place, prepared)
    await held?.arrived
    const lock = early ?? (await takeLock())
    held?.release()
    await lock.somebodyWaits()
    await scene.endConnections()
    await lock.release()
    return [await reply]
  },

  /**
   * The statement is committed, or the upstream's work done, and the connection dies with the
   * reply.
   */
  async lostReply(place, flow) {
    if (!flow.statement) {
      place.scene.upstream.handler = () => ({ write: response => response.destroy() })
      return [await flow.begin(place, {})]
    }
    const { reply, reached } = await begin(place, flow)
    const withheld = await reached
    withheld?.lose()
    return [await reply]
  },

  async twin(place, flow) {
    const prepared = (await flow.prepare?.(place)) ?? {}
    return Promise.all([flow.begin(place, prepared), flow.begin(place, prepared)])
  },
}

/** Starts the work. `reached` resolves when it is at the step, and `goOn` lets it pass. */
async function begin(place: Place, flow: Flow) {
  const { proxy, upstream } = place.scene
  const prepared = (await flow.prepare?.(place)) ?? {}
  if (!flow.statement) {
    const held = holdCalls(upstream)
    const reply = flow.begin(place, prepared)
    return { reply, reached: held.arrived.then(() => undefined), goOn: held.release }
  }
  const reached = proxy.withholdReply(flow.statement)
  return { reply: flow.begin(place, prepared), reached, goOn: () => {} }
}

/** Returns the books once everything in them is settled; open tasks are fetched. */
export function settleAll({ payer }: Place): Promise<Ledger> {
  return waitFor('every charge to be settled', async () => {
    const books = await payer.ledger()
    const open = books.charges.filter(({ state }) => state === 'held')
    for (const { id, task } of open) if (task) await payer.retrieve(id)
    return open.length === 0 && books
  })
}
