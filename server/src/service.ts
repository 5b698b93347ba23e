import type { AddressInfo } from 'node:net'
import { createInFlight } from './calls/in-flight.ts'
import type { Config } from './config.ts'
import { connect } from './database/connect.ts'
import { openDatabase } from './database/open-database.ts'
import { createDemonstration } from './demonstration.ts'
import { buildApp } from './http/app.ts'
import { endLease, forgetOldLeases, takeLease } from './instance/lease.ts'
import { replacePredecessor } from './instance/predecessor.ts'
import { createAuthenticator } from './keys/authenticator.ts'
import { describeFault, type Log } from './log.ts'
import { repeat } from './repeat.ts'
import { checkDueTasks } from './tasks/check-due-tasks.ts'
import { createLookAtTask } from './tasks/look-at-task.ts'
import { openUpstreamRegistry } from './upstream/upstream-registry.ts'
import { auditDatabase } from './wallet/audit.ts'
import { createDebit } from './wallet/debit.ts'
import { createSettle } from './wallet/settle.ts'
import { sweepCharges } from './wallet/sweep-charges.ts'

export interface Service {
  readonly url: string
  /** Made at the first start on an empty embedded database; shown once, kept nowhere. */
  readonly demonstrationKey: string | undefined
  /** Takes nothing new, lets what runs finish, settles what it can, and ends the database last. */
  stop(): Promise<void>
}

const MINUTE_MS = 60_000
const LAST_USE_MS = 1_000
const TIDY_MS = 10 * MINUTE_MS
const AUDIT_MS = 60 * MINUTE_MS

/** Starts everything. Nothing is global: two services can run in one process. */
export async function startService(config: Config, { log }: { log: Log }): Promise<Service> {
  const { timeLimits } = config
  const opened = await openDatabase(config, { log, asService: true })
  const database = connect(opened.connection)
  const lease = await takeLease(database, timeLimits)
  const predecessor = await replacePredecessor(config.dataDir, lease.instanceId)
  if (predecessor) await endLease(database, predecessor)
  const upstreams = await openUpstreamRegistry(database, {
    configured: config.upstream,
    breakerMs: timeLimits.breakerMs,
  })

  const reportFault = (error: unknown) => log.error(describeFault(error), 'unexpected fault')
  const closing = new AbortController()
  const inFlight = createInFlight()
  const settle = createSettle(database)
  const authenticator = createAuthenticator(database)
  const calls = {
    database,
    debit: createDebit(database),
    settle,
    upstream: upstreams.current,
    inFlight,
    instanceId: lease.instanceId,
    settleGraceMs: timeLimits.settleGraceMs,
    reportFault,
  }
  const tasks = {
    database,
    settle,
    upstreams,
    lookAtTask: createLookAtTask({ upstreams, inFlight, pollMs: timeLimits.pollMs }),
    taskMissingMs: timeLimits.taskMissingMs,
  }
  const app = buildApp({
    database,
    authenticator,
    calls,
    submissions: { ...calls, ...timeLimits },
    tasks,
    timeLimits,
    baseUrl: config.publicUrl ?? `http://${config.host}:${config.port}`,
    closing: closing.signal,
    reportFault,
  })
  const every = (everyMs: number, work: () => Promise<unknown>) =>
    repeat(work, { everyMs, onError: reportFault })
  const chores = [
    every(timeLimits.leaseMs / 3, lease.renew),
    every(timeLimits.sweepMs, () => sweepCharges(database)),
    every(timeLimits.sweepMs, () => checkDueTasks(tasks)),
    every(LAST_USE_MS, authenticator.flushLastUse),
    every(TIDY_MS, () => upstreams.tidy()),
    every(TIDY_MS, () => forgetOldLeases(database)),
    every(AUDIT_MS, async () => {
      for (const violation of await auditDatabase(opened.connection))
        log.error(violation, 'audit violation')
    }),
  ]
  await app.listen({ port: config.port, host: config.host })
  const isEmbedded = config.databaseUrl === undefined
  const demonstrationKey = isEmbedded ? await createDemonstration(database) : undefined

  return {
    url: serviceUrl(app.server.address() as AddressInfo),
    demonstrationKey,
    async stop() {
      closing.abort()
      await inFlight.drain(config.drainMs)
      await app.close()
      await Promise.all(chores.map(chore => chore.stop()))
      await authenticator.flushLastUse().catch(reportFault)
      await lease.release().catch(reportFault)
      await upstreams.close()
      await database.end()
      await opened.close()
    },
  }
}

function serviceUrl({ address, family, port }: AddressInfo): string {
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`
}
