import { priceOf } from '@footnote/contract/prices'
import type { Database } from '@footnote/platform/database/connect'
import { waitFor } from '@footnote/platform/testing/wait-for'
import { createPayer, type Payer } from './create-payer.ts'
import { type Ledger, readLedger } from './read-ledger.ts'
import { get, post, type Reply, send as sendRequest } from './test-service.ts'

/** The starting balance of a payer, and the cost of `answer` and `submit`. */
export const FULL = 100_000_000n
export const ANSWER_UNITS = priceOf('answer', null).costUnits
export const TASK_UNITS = priceOf('research', 'deep').costUnits

/** Undefined if the connection broke before there was a reply. */
type Heard = Promise<Reply | undefined>

/** An account with 10 USD that makes calls, and its books. */
export interface CrashPayer extends Payer {
  answer(headers?: Record<string, string>): Heard
  submit(headers?: Record<string, string>): Heard
  retrieve(taskId: string | undefined): Heard
  /** Asks for a call, or cancels it. */
  call(requestId: string, method?: 'GET' | 'DELETE'): Heard
  ledger(): Promise<Ledger>
  /** Returns the books once every charge in them is settled. */
  settledLedger(): Promise<Ledger>
}

export async function createCrashPayer(
  database: Database,
  serviceUrl: () => string,
): Promise<CrashPayer> {
  const payer = await createPayer(database, '10')
  const send = (path: string, body: object, headers?: Record<string, string>): Heard =>
    post(`${serviceUrl()}${path}`, payer.key, body, headers).catch(() => undefined)
  const ledger = () => readLedger(database, payer.accountId)
  return {
    ...payer,
    answer: headers => send('/api/v1/answer', { query: 'Capital of Bolivia?' }, headers),
    submit: headers =>
      send('/api/v1/research', { input: 'Bolivia', research_effort: 'deep' }, headers),
    retrieve: taskId =>
      get(`${serviceUrl()}/api/v1/research/${taskId}`, payer.key).catch(() => undefined),
    call: (requestId, method = 'GET') =>
      sendRequest(`${serviceUrl()}/api/v1/calls/${requestId}`, {
        method,
        headers: { authorization: `Bearer ${payer.key}` },
      }).catch(() => undefined),
    ledger,
    settledLedger: () =>
      waitFor('every charge to be settled', async () => {
        const books = await ledger()
        return books.charges.every(({ state }) => state !== 'held') && books
      }),
  }
}
