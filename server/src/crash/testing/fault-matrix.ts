import { type Flow, flows } from './flows.ts'

export const FAULTS = {
  kill: 'Service killed',
  database: 'PostgreSQL killed',
  lostReply: 'Reply lost',
  twin: 'Twin at the same time',
} as const

export type FaultName = keyof typeof FAULTS

/** The outcome of a fault at a step. */
interface Cell {
  readonly callerGets: string
  readonly chargeEnds: string
  /** File and name of the test that shows it; otherwise the matrix's own test does. */
  readonly provenBy?: readonly [file: string, test: string]
}

export interface Step {
  readonly flow: string
  readonly step: string
  /** How the matrix's own test gets there. */
  readonly way?: Flow
  readonly cells: Readonly<Record<FaultName, Cell>>
}

const cell = (callerGets: string, chargeEnds: string, provenBy?: Cell['provenBy']): Cell => ({
  callerGets,
  chargeEnds,
  ...(provenBy && { provenBy }),
})

const KILL = 'crash/kill.test.ts'
const LOST_REPLY = 'crash/lost-reply.test.ts'
const PAYMENTS = 'payments/payments.test.ts'
const MONEY = 'wallet/money.test.ts'
const RETRIEVE = 'tasks/retrieve-task.test.ts'
const HELD = 'crash/held-results.test.ts'
const CANCEL = 'http/cancel.test.ts'
const STREAM = 'http/stream.test.ts'
const AUTO_RECHARGE = 'crash/kill-auto-recharge.test.ts'
const RACES = 'tasks/task-races.test.ts'
const REQUEST_IDS = 'crash/request-ids.test.ts'
const FORWARDED = 'crash/forwarded.test.ts'
const KEY_LIMITS = 'crash/key-limits.test.ts'
const CONNECTIONS = 'crash/connections.test.ts'
const DEVICE = 'http/oauth/device-login.test.ts'
const TWO_IDS = 'http/request-ids.test.ts'

/** Every step at which money can be half moved, with the outcome of each fault there. */
export const faultMatrix: readonly Step[] = [
  {
    flow: 'Call',
    step: 'key look-up',
    way: flows.lookUpKey,
    cells: {
      kill: cell('no reply', 'not charged'),
      database: cell('200', 'captured'),
      lostReply: cell('200', 'captured'),
      twin: cell('200, 200', 'captured, captured'),
    },
  },
  {
    flow: 'Call',
    step: 'debit',
    way: flows.debit,
    cells: {
      kill: cell('no reply', 'refunded', [
        KILL,
        'is refunded if the debit was committed but not replied to',
      ]),
      database: cell('200', 'captured'),
      lostReply: cell('200', 'captured', [
        LOST_REPLY,
        'to a debit: the call succeeds, with one debit and one upstream request',
      ]),
      twin: cell('one reply for each id', 'debited once', [
        MONEY,
        'never debits one id twice, however often it is sent at once',
      ]),
    },
  },
  {
    flow: 'Call',
    step: 'upstream at work',
    way: flows.callUpstream,
    cells: {
      kill: cell('no reply', 'refunded', [KILL, 'is refunded if the upstream was still working']),
      database: cell('200', 'captured', [
        'crash/kill-embedded.test.ts',
        'delivers every answer and captures it once after kill -9 of the database while the upstream works',
      ]),
      lostReply: cell('502 QUERY_FAILED_REFUNDED', 'refunded'),
      twin: cell('200', 'captured', [
        'crash/shutdown.test.ts',
        'leave each other’s calls alone while both live, however long a call takes',
      ]),
    },
  },
  {
    flow: 'Call',
    step: 'capture',
    way: flows.capture,
    cells: {
      kill: cell('no reply', 'refunded', [
        KILL,
        'is refunded if the upstream had replied and the capture was not committed',
      ]),
      database: cell('200', 'captured'),
      lostReply: cell('200', 'captured', [
        LOST_REPLY,
        'to a capture: the answer is delivered once and paid once',
      ]),
      twin: cell('200 or 502', 'captured or refunded, once', [
        MONEY,
        'lets exactly one of a racing capture and refund win, and moves money once',
      ]),
    },
  },
  {
    flow: 'Call with a chosen ID',
    step: 'debit',
    way: flows.debitNamed,
    cells: {
      kill: cell('no reply, then 400 for the same ID', 'refunded', [
        REQUEST_IDS,
        'the service was killed with the debit committed: it is refunded, and its id is used',
      ]),
      database: cell('200', 'captured'),
      lostReply: cell('200, then 400 for the same ID', 'captured', [
        REQUEST_IDS,
        'the debit’s reply was lost: it goes on under its id, and is paid once',
      ]),
      twin: cell('200 for one, 400 for the others', 'debited once', [
        TWO_IDS,
        'is charged once among 40 at once on two instances',
      ]),
    },
  },
  {
    flow: 'Retrieval of a call',
    step: 'fetching the held result',
    cells: {
      kill: cell('200 `failed` when asked again', 'refunded', [
        HELD,
        'is refunded if the service is killed before the result is fetched',
      ]),
      database: cell('503, then 200', 'captured', [
        HELD,
        'is delivered after the database was away',
      ]),
      lostReply: cell('200 when asked again', 'captured', [
        'http/calls.test.ts',
        'that lost its connection is paid, and its result can be fetched',
      ]),
      twin: cell('the result, each', 'captured', [
        STREAM,
        'delivers a result that was captured after the connection was lost, also to two at once',
      ]),
    },
  },
  {
    flow: 'Retrieval of a call',
    step: 'passing the result on to another instance',
    cells: {
      kill: cell('no reply, then 200', 'captured', [
        FORWARDED,
        'can be fetched again if the instance in between is killed, and is paid once',
      ]),
      database: cell('503, then 200', 'captured', [
        FORWARDED,
        'is delivered after the database was away',
      ]),
      lostReply: cell('200', 'refunded if the instance that held it dies, else captured', [
        FORWARDED,
        'is refunded, and not handed out again, if nobody could tell its instance of the delivery',
      ]),
      twin: cell('the result, each', 'captured', [
        FORWARDED,
        'is delivered to two who ask both instances at once, and is paid once',
      ]),
    },
  },
  {
    flow: 'Asynchronous call',
    step: 'debit',
    way: flows.debitLater,
    cells: {
      kill: cell('no reply', 'refunded'),
      database: cell('202', 'captured'),
      lostReply: cell('202', 'captured'),
      twin: cell('202, 202', 'captured, captured'),
    },
  },
  {
    flow: 'Asynchronous call',
    step: 'upstream at work',
    way: flows.callUpstreamLater,
    cells: {
      kill: cell('202, then 200 `failed`', 'refunded', [
        HELD,
        'is refunded if the service is killed with the upstream at work',
      ]),
      database: cell('202, then 200', 'captured', [
        HELD,
        'is paid once if the database was away while the upstream worked',
      ]),
      lostReply: cell('202', 'refunded'),
      twin: cell('202, and 400 for the others with its id', 'debited once', [
        TWO_IDS,
        'is charged once among 40 at once on two instances',
      ]),
    },
  },
  {
    flow: 'Asynchronous call',
    step: 'capture',
    way: flows.captureLater,
    cells: {
      kill: cell('202, then 200 `failed`', 'refunded', [
        HELD,
        'is refunded if the service is killed before the result is fetched',
      ]),
      database: cell('202', 'captured'),
      lostReply: cell('202, then 200', 'captured', [
        HELD,
        'is paid once if the reply to its capture is lost',
      ]),
      twin: cell('202, 202', 'captured, captured'),
    },
  },
  {
    flow: 'Streamed call',
    step: 'between `started` and the end',
    cells: {
      kill: cell('`error` when resumed', 'refunded', [
        HELD,
        'is refunded once if the service is killed after its start, and resuming tells of it',
      ]),
      database: cell('`result`', 'captured', [
        HELD,
        'is delivered and paid once if the database was away while the upstream worked',
      ]),
      lostReply: cell('`result` when resumed', 'captured', [
        HELD,
        'is delivered by a resumed stream if its connection broke before the last byte',
      ]),
      twin: cell('`result`, each', 'captured', [
        STREAM,
        'is resumed after the last event by the same POST or by GET, free, with one charge',
      ]),
    },
  },
  {
    flow: 'Tool call of an agent',
    step: 'upstream at work',
    cells: {
      kill: cell('no reply', 'refunded', [
        HELD,
        'is refunded if its agent hung up and the service is killed before the result is fetched',
      ]),
      database: cell('the result', 'captured', [
        HELD,
        'is paid once if the database was away while the upstream worked',
      ]),
      lostReply: cell('the result when asked again', 'captured', [
        'http/mcp.test.ts',
        'continues if it hangs up, and counts as delivered once its result is fetched',
      ]),
      twin: cell('the result, each', 'captured, each', [
        'http/mcp-replies.test.ts',
        'answers all of 20 messages and charges each paid call once',
      ]),
    },
  },
  {
    flow: 'Call of an OpenAI client',
    step: 'upstream at work',
    way: flows.callByOpenAi,
    cells: {
      kill: cell('no reply', 'refunded'),
      database: cell('200', 'captured'),
      lostReply: cell('502', 'refunded'),
      twin: cell('200, 200', 'captured, captured'),
    },
  },
  {
    flow: 'Cancelling a call',
    step: 'refund after the upstream confirmed',
    way: flows.cancelCall,
    cells: {
      kill: cell('no reply', 'refunded'),
      database: cell('200 QUERY_FAILED_REFUNDED', 'refunded'),
      lostReply: cell('200 QUERY_FAILED_REFUNDED', 'refunded'),
      twin: cell('200 QUERY_FAILED_REFUNDED, 200 QUERY_FAILED_REFUNDED', 'refunded'),
    },
  },
  {
    flow: 'Cancelling a task',
    step: 'refund after the upstream confirmed',
    cells: {
      kill: cell('no reply', 'refunded', [
        HELD,
        'is refunded if the service is killed between the upstream’s word and the refund',
      ]),
      database: cell('503', 'refunded', [
        HELD,
        'is refunded by the next poll if the refund could not be written',
      ]),
      lostReply: cell('200 `failed`', 'refunded', [
        LOST_REPLY,
        'to a refund: the caller gets the refund message, and is refunded once',
      ]),
      twin: cell('200 `failed`, each', 'refunded', [
        CANCEL,
        'is refunded once if it is cancelled many times at once',
      ]),
    },
  },
  {
    flow: 'Submission',
    step: 'debit',
    way: flows.debitTask,
    cells: {
      kill: cell('no reply', 'refunded'),
      database: cell('202', 'captured'),
      lostReply: cell('202', 'captured'),
      twin: cell('202, 202', 'captured, captured'),
    },
  },
  {
    flow: 'Submission',
    step: 'upstream at work',
    way: flows.submitUpstream,
    cells: {
      kill: cell('no reply', 'refunded', [
        KILL,
        'fails and is refunded while it is being submitted; a late acceptance does not revive it',
      ]),
      database: cell('202', 'captured'),
      lostReply: cell('502 QUERY_FAILED_REFUNDED', 'refunded'),
      twin: cell('502', 'refunded once', [
        'tasks/submission-failures.test.ts',
        'does not revive a task that the sweeper has refunded',
      ]),
    },
  },
  {
    flow: 'Submission',
    step: 'queueing',
    way: flows.queueTask,
    cells: {
      kill: cell('no reply', 'refunded', [
        KILL,
        'fails and is refunded if the upstream had accepted it and it was not yet queued',
      ]),
      database: cell('202', 'captured'),
      lostReply: cell('202', 'captured', [
        LOST_REPLY,
        'to the queueing of a task: one task, submitted once and accepted once',
      ]),
      twin: cell('202', 'queued once', [
        'tasks/submission-failures.test.ts',
        'the id of an accepted task is stored once: repeating it changes nothing, another is refused',
      ]),
    },
  },
  {
    flow: 'Poll',
    step: 'recording the upstream’s report',
    way: flows.recordPoll,
    cells: {
      kill: cell('no reply', 'captured'),
      database: cell('503 SERVICE_UNAVAILABLE', 'captured'),
      lostReply: cell('503 SERVICE_UNAVAILABLE', 'captured'),
      twin: cell('200, 200', 'captured'),
    },
  },
  {
    flow: 'Poll',
    step: 'capture',
    way: flows.captureTask,
    cells: {
      kill: cell('no reply', 'captured', [
        KILL,
        'is delivered if the capture was committed: its result can be fetched again, and is paid once',
      ]),
      database: cell('200', 'captured'),
      lostReply: cell('200', 'captured', [
        LOST_REPLY,
        'to the capture of a task: the result is delivered, and paid once',
      ]),
      twin: cell('200 for each', 'captured', [
        RETRIEVE,
        'is captured once by concurrent polls, and each of them gets the result',
      ]),
    },
  },
  {
    flow: 'Refund',
    step: 'of a call that failed upstream',
    way: flows.refund,
    cells: {
      kill: cell('no reply', 'refunded', [
        KILL,
        'does not count if it was not committed, since the sweeper then refunds',
      ]),
      database: cell('502 QUERY_FAILED_REFUNDED', 'refunded'),
      lostReply: cell('502 QUERY_FAILED_REFUNDED', 'refunded', [
        LOST_REPLY,
        'to a refund: the caller gets the refund message, and is refunded once',
      ]),
      twin: cell('200 `failed` for each poll', 'refunded', [
        RETRIEVE,
        'is refunded once by concurrent polls',
      ]),
    },
  },
  {
    flow: 'Refund',
    step: 'by the sweeper',
    way: flows.sweep,
    cells: {
      kill: cell('nothing', 'refunded'),
      database: cell('nothing', 'refunded'),
      lostReply: cell('nothing', 'refunded'),
      twin: cell('nothing', 'settled once', [
        MONEY,
        'keeps every rule through any mix of debits, settlements and sweeps at once',
      ]),
    },
  },
  {
    flow: 'Expiry',
    step: 'settling a task that nobody fetched',
    way: flows.expire,
    cells: {
      kill: cell('nothing', 'captured'),
      database: cell('nothing', 'captured'),
      lostReply: cell('nothing', 'captured'),
      twin: cell('200, 410 or 503', 'settled once', [
        RACES,
        'polls, scheduled polls, expiry and the sweeper at once settle each task exactly once',
      ]),
    },
  },
  {
    flow: 'Key with a cap',
    step: 'debit',
    cells: {
      kill: cell('no reply', 'refunded, and the cap is free again', [
        KEY_LIMITS,
        'returns the cap of a debit that was committed but not replied to',
      ]),
      database: cell('200', 'captured, and the cap is spent once', [
        KEY_LIMITS,
        'spends the cap once if PostgreSQL dies before the debit is committed',
      ]),
      lostReply: cell('200', 'captured, and the cap is spent once', [
        'wallet/key-limits.test.ts',
        'takes a debit that is sent again once',
      ]),
      twin: cell('200 up to the cap, then 402', 'captured up to the cap', [
        'http/key-limits.test.ts',
        'never overspends a cap on two instances that race',
      ]),
    },
  },
  {
    flow: 'Key with a cap',
    step: 'refund',
    cells: {
      kill: cell('no reply', 'refunded, and the cap is free again', [
        KEY_LIMITS,
        'returns the cap once if the service is killed before it gets the reply to the refund',
      ]),
      database: cell('502', 'refunded, and the cap is free again', [
        KEY_LIMITS,
        'returns the cap once if PostgreSQL dies before the refund is committed',
      ]),
      lostReply: cell('502', 'refunded, and the cap is free again', [
        KEY_LIMITS,
        'returns the cap once if the refund is sent again because its reply was lost',
      ]),
      twin: cell('nothing', 'refunded, and the cap is free again', [
        'wallet/key-limits.test.ts',
        'gets back exactly what racing refunds return',
      ]),
    },
  },
  {
    flow: 'Connecting an app',
    step: 'consent',
    cells: {
      kill: cell('no reply, then 200', 'nothing is charged; one grant, with its cap', [
        CONNECTIONS,
        'that dies at any step leaves no grant, or one with a cap that nobody can use, and can be repeated',
      ]),
      database: cell('503, then 200', 'nothing is charged; one grant, with its cap', [
        CONNECTIONS,
        'that PostgreSQL loses leaves no grant, and two at once leave one',
      ]),
      lostReply: cell('200 for another consent', 'nothing is charged; one grant, with its cap', [
        'http/oauth/oauth.test.ts',
        'a second consent changes the cap of the grant',
      ]),
      twin: cell('200, 200', 'nothing is charged; one grant, with its cap', [
        CONNECTIONS,
        'that PostgreSQL loses leaves no grant, and two at once leave one',
      ]),
    },
  },
  {
    flow: 'Login of a device',
    step: 'approval',
    cells: {
      kill: cell('no reply, then 200', 'nothing is charged; one key, with its cap', [
        CONNECTIONS,
        'that dies with the service or PostgreSQL before it is written can be repeated, and becomes one key',
      ]),
      database: cell('503, then 200', 'nothing is charged; one key, with its cap', [
        CONNECTIONS,
        'that dies with the service or PostgreSQL before it is written can be repeated, and becomes one key',
      ]),
      lostReply: cell('the key when polled', 'nothing is charged; one key, with its cap', [
        DEVICE,
        'gives a lost reply again, and no second key',
      ]),
      twin: cell('200, 400', 'nothing is charged; one key, with its cap', [
        DEVICE,
        'gives a lost reply again, and no second key',
      ]),
    },
  },
  {
    flow: 'Recharge',
    step: 'credit',
    cells: {
      kill: cell('Stripe repeats the webhook', 'credited once', [
        'crash/kill-payment.test.ts',
        'credits once when the process is killed between the credit and its reply to Stripe',
      ]),
      database: cell('Stripe repeats the webhook', 'credited once', [
        PAYMENTS,
        'is refused when the database fails right after the credit, and books nothing twice',
      ]),
      lostReply: cell('the webhook succeeds', 'credited once', [
        PAYMENTS,
        'books once if the database’s reply to the credit was lost',
      ]),
      twin: cell('each webhook succeeds', 'credited once', [
        PAYMENTS,
        'is credited once by duplicate and concurrent webhooks, the page and reconciliation',
      ]),
    },
  },
  {
    flow: 'Automatic recharge',
    step: 'payment written',
    cells: {
      kill: cell('the next round begins it', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once after a kill before the payment was written',
      ]),
      database: cell('the next round begins it', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once if the database fails while the payment is written',
      ]),
      lostReply: cell('the reconciliation continues it', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once after a kill between the payment’s row and the request to Stripe',
      ]),
      twin: cell('one begins it', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once when two instances find the balance low at once',
      ]),
    },
  },
  {
    flow: 'Automatic recharge',
    step: 'charge at Stripe',
    cells: {
      kill: cell('the reconciliation finds the charge', 'charged and credited once', [
        AUTO_RECHARGE,
        'finds the charge and does not repeat it after a kill before Stripe’s reply',
      ]),
      database: cell('the reconciliation finds the charge', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once if the database fails while Stripe charges or during the credit',
      ]),
      lostReply: cell('the webhook credits it', 'charged and credited once', [
        'payments/auto-recharge/auto-recharge.test.ts',
        'is credited by its event if Stripe’s reply to the charge was lost',
      ]),
      twin: cell('both send one idempotency key', 'charged and credited once', [
        AUTO_RECHARGE,
        'recharges once when two instances find the balance low at once',
      ]),
    },
  },
  {
    flow: 'Automatic recharge',
    step: 'credit',
    cells: {
      kill: cell('the reconciliation credits it', 'credited once', [
        AUTO_RECHARGE,
        'credits once after a kill before the credit was committed',
      ]),
      database: cell('the reconciliation credits it', 'credited once', [
        AUTO_RECHARGE,
        'recharges once if the database fails while Stripe charges or during the credit',
      ]),
      lostReply: cell('nothing', 'credited once', [
        AUTO_RECHARGE,
        'credits once after a kill between the credit and its reply',
      ]),
      twin: cell('nothing', 'credited once', [
        PAYMENTS,
        'is credited once by duplicate and concurrent webhooks, the page and reconciliation',
      ]),
    },
  },
]
