import { randomUUIDv7 } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import type { Database } from '@footnote/platform/database/connect'
import { UNOBSERVED } from '@footnote/platform/observation'
import { limitAccountCalls } from '../server/src/calls/account-calls.ts'
import { createHeldResults } from '../server/src/calls/held-results.ts'
import { createInFlight } from '../server/src/calls/in-flight.ts'
import type { CallDependencies } from '../server/src/calls/paid-call.ts'
import { createRunningCalls } from '../server/src/calls/running-calls.ts'
import { readConfig } from '../server/src/config.ts'
import { buildApp } from '../server/src/http/app.ts'
import { noPackages } from '../server/src/http/keep-packages.ts'
import type { Authenticator } from '../server/src/keys/authenticator.ts'
import { createPollTask } from '../server/src/tasks/poll-task.ts'
import { createTaskWatches } from '../server/src/tasks/task-watches.ts'
import { createUpstream } from '../server/src/upstream/upstream.ts'
import { readWallet } from '../server/src/wallet/read-wallet.ts'
import { createWebhookSeal } from '../server/src/webhooks/webhook-secret.ts'

/** Parts that a variant of the service uses instead of Footnote's own. */
export interface Wallet extends Pick<CallDependencies, 'debit' | 'settle'> {
  readonly authenticator: Authenticator
}

/** The service's own HTTP side and paid call, on another wallet. Only the benchmark can do this. */
export async function listenWithWallet(
  { authenticator, debit, settle }: Wallet,
  { database, upstreamUrl }: { database: Database; upstreamUrl: string },
): Promise<string> {
  const { timeLimits, heldResultBytes, upstreamConnections: mostCalls, queueMs } = readConfig({})
  const address = { id: 1, url: upstreamUrl, apiKey: 'bench' }
  const upstream = createUpstream({ ...address, breakerMs: 5_000, mostCalls, mostQueueMs: queueMs })
  const upstreams = {
    current: upstream,
    find: async () => upstream,
    tidy: async () => {},
    close: async () => {},
  }
  const reportFault = (error: unknown) => void process.stderr.write(`${error}\n`)
  const inFlight = createInFlight()
  const reversals = { begin: async () => {} }
  const results = createHeldResults(
    { deliveries: { confirm() {} }, reversals },
    { holdMs: timeLimits.holdResultMs, mostBytes: heldResultBytes },
  )
  const calls = {
    database,
    readWallet: (accountId: string) => readWallet(database, accountId),
    debit,
    settle,
    results,
    running: createRunningCalls(),
    holdMs: timeLimits.holdResultMs,
    reversals,
    upstream,
    inFlight,
    runForAccount: limitAccountCalls(undefined).run,
    lease: {
      instanceId: randomUUIDv7(),
      holdsUntil: () => Number.POSITIVE_INFINITY,
      startClaim: () => () => true,
      renewLapsed: async () => {},
    },
    settleGraceMs: timeLimits.settleGraceMs,
    reportRefund: reportFault,
    reportFault,
  }
  const tasks = {
    database,
    settle,
    upstreams,
    pollTask: createPollTask({ database, upstreams, inFlight, pollMs: timeLimits.pollMs }),
    taskMissingMs: timeLimits.taskMissingMs,
  }
  const app = buildApp({
    database,
    authenticator,
    calls,
    submissions: { ...calls, ...timeLimits },
    tasks: { ...tasks, watches: createTaskWatches(tasks) },
    timeLimits,
    mcpReportCharacters: 24_000,
    webhooks: { seal: createWebhookSeal('of no service'), mayReach: () => false },
    baseUrl: 'http://127.0.0.1',
    sources: [],
    packages: noPackages,
    website: undefined,
    trustedProxies: [],
    connections: { most: Number.POSITIVE_INFINITY },
    closing: new AbortController().signal,
    isReady: () => true,
    ping: async () => {},
    reportFault,
    observation: UNOBSERVED,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}
