import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { ANSWER_UNITS, type CrashPayer } from '../../testing/scenes/crash-payer.ts'
import type { CrashScene } from '../../testing/scenes/crash-scene.ts'
import { post, type Reply } from '../../testing/scenes/test-service.ts'
import type { StubReply } from '../../testing/stubs/stub-upstream.ts'
import { createDebit } from '../../wallet/debit.ts'

/** The services and stubs that a test of the matrix acts on. */
export interface Place {
  readonly scene: CrashScene
  readonly payer: CrashPayer
}

interface Prepared {
  readonly taskId?: string
  /** The id that the caller has chosen for the call. */
  readonly requestId?: string
  /** Lets the service go on. */
  readonly resume?: () => void
}

/** How to reach a step and stop there. */
export interface Flow {
  /** The statement of the step; without one, the upstream is at work. */
  readonly statement?: string
  /** Blocks the statement before its commit; a statement that only reads has none. */
  readonly lock?: (accountId: string) => string
  /** Whether there is something to lock only once the upstream is called. */
  readonly locksLate?: boolean
  prepare?(place: Place): Promise<Prepared>
  /** Sends the caller's request, or starts the service's background work. */
  begin(place: Place, prepared: Prepared): Promise<Reply | undefined>
  /** For background work, where nobody gets a reply. */
  readonly isChore?: boolean
}

const failing = () => ({ status: 500, body: {} })
const rowsOf = (table: string) => (accountId: string) =>
  `select from ${table} where account_id = '${accountId}' for update`
const answer = ({ payer }: Place) => payer.answer()
const submit = ({ payer }: Place) => payer.submit()
const retrieve = ({ payer }: Place, { taskId }: Prepared) => payer.retrieve(taskId)
const answerLater = ({ payer }: Place) => payer.answer({ prefer: 'respond-async' })
const submitted = async ({ payer }: Place) => ({ taskId: (await payer.submit())?.body.task_id })

export const flows = {
  lookUpKey: { statement: 'find_callers', begin: answer },
  debit: { statement: 'debit_charges', lock: rowsOf('wallet'), begin: answer },
  callUpstream: { begin: answer },
  capture: { statement: 'settle_charges', lock: rowsOf('charge'), locksLate: true, begin: answer },
  debitNamed: {
    statement: 'debit_charges',
    lock: rowsOf('wallet'),
    prepare: async () => ({ requestId: randomUUID() }),
    begin: ({ payer }, { requestId = '' }) => payer.answer({ 'footnote-request-id': requestId }),
  },
  debitLater: { statement: 'debit_charges', lock: rowsOf('wallet'), begin: answerLater },
  callUpstreamLater: { begin: answerLater },
  captureLater: {
    statement: 'settle_charges',
    lock: rowsOf('charge'),
    locksLate: true,
    begin: answerLater,
  },
  cancelCall: {
    statement: 'settle_charges',
    lock: rowsOf('charge'),
    prepare: prepareCancel,
    begin: ({ payer }, { requestId = '' }) => payer.call(requestId, 'DELETE'),
  },
  callByOpenAi: {
    begin: ({ scene, payer }) =>
      post(`${scene.service.url}/v1/chat/completions`, payer.key, {
        model: 'answer',
        messages: [{ role: 'user', content: 'Capital of Bolivia?' }],
      }).catch(() => undefined),
  },
  refund: {
    statement: 'settle_charges',
    lock: rowsOf('charge'),
    locksLate: true,
    async prepare({ scene }) {
      scene.upstream.handler = failing
      return {}
    },
    begin: answer,
  },
  debitTask: { statement: 'debit_charges', lock: rowsOf('wallet'), begin: submit },
  submitUpstream: { begin: submit },
  queueTask: { statement: 'queue_task', lock: rowsOf('charge'), locksLate: true, begin: submit },
  recordPoll: {
    statement: 'record_look',
    lock: rowsOf('task'),
    prepare: submitted,
    begin: retrieve,
  },
  captureTask: {
    statement: 'settle_charges',
    lock: rowsOf('charge'),
    prepare: submitted,
    begin: retrieve,
  },
  sweep: {
    statement: 'sweep_charges',
    lock: () => 'lock table movement in share row exclusive mode',
    prepare: prepareSweep,
    async begin(_place, { resume }) {
      resume?.()
      return undefined
    },
    isChore: true,
  },
  expire: {
    statement: 'settle_charges',
    lock: rowsOf('charge'),
    prepare: submitted,
    async begin({ scene }, { taskId }) {
      await scene.database.query(
        `update task set expires_at = clock_timestamp(), next_look_at = clock_timestamp()
         where id = $1`,
        [taskId],
      )
      return undefined
    },
    isChore: true,
  },
} satisfies Record<string, Flow>

/** A call that the upstream works on until it is asked to stop. */
async function prepareCancel({ scene: { upstream }, payer }: Place): Promise<Prepared> {
  const requestId = randomUUID()
  const end = Promise.withResolvers<StubReply>()
  const arrived = Promise.withResolvers<void>()
  upstream.handler = ({ method }) => {
    if (method === 'DELETE') {
      end.resolve({ status: 409, body: { detail: 'x', reason: 'cancelled' } })
      return { body: { status: 'cancelled' } }
    }
    arrived.resolve()
    return end.promise
  }
  await payer.answer({ prefer: 'respond-async', 'footnote-request-id': requestId })
  await arrived.promise
  return { requestId }
}

/** A charge that is overdue while the sweeper waits for the reply to its last round. */
async function prepareSweep({ scene: { database, proxy }, payer }: Place): Promise<Prepared> {
  const { rows } = await database.query<{ id: string }>('select id from instance limit 1')
  await createDebit(database)({
    chargeId: randomUUIDv7(),
    accountId: payer.accountId,
    keyId: null,
    tool: 'answer',
    effort: null,
    costUnits: ANSWER_UNITS,
    holdMs: 60_000,
    instanceId: rows[0]?.id ?? '',
  })
  const { deliver } = await proxy.withholdReply('sweep_charges')
  await database.query(
    'update open_charge set deadline_at = clock_timestamp() where account_id = $1',
    [payer.accountId],
  )
  return { resume: deliver }
}
