import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { pollUntil } from '@footnote/platform/poll-until'
import { type Cluster, copyCluster, createCluster } from './cluster.ts'
import { checkMoney, createDrillPayer, runDrill, startLoad } from './drill.ts'
import { startRelay } from './relay.ts'

/** Loses the primary under load and promotes one of two synchronous standbys. */
await runDrill(async drill => {
  const { folder, programs, resources, say, check } = drill
  const a = await createCluster(programs, join(folder, 'a'))
  resources.defer(a.kill)
  await a.set({ wal_keep_size: '1GB' })
  const follow = (leader: Cluster, name: string) => ({
    primary_conninfo: `'host=${leader.folder} user=footnote application_name=${name}'`,
  })
  const standbys: Record<'b' | 'c', Cluster> = {
    b: await copyCluster(programs, a, join(folder, 'b'), follow(a, 'b')),
    c: await copyCluster(programs, a, join(folder, 'c'), follow(a, 'c')),
  }
  for (const standby of Object.values(standbys)) {
    await standby.write('standby.signal')
    await standby.start()
    resources.defer(standby.kill)
  }
  await a.set({ synchronous_standby_names: "'ANY 1 (b, c)'" })
  const isSynchronous = await pollUntil(
    async () => {
      const rows = await a.query(`select from pg_stat_replication where sync_state = 'quorum'`)
      return rows.length === 2 || undefined
    },
    { timeoutMs: 30_000 },
  )
  check(isSynchronous === true, 'two standbys in the quorum')
  say('The primary has two synchronous standbys, ANY 1 (b, c).')

  const relay = await startRelay(a)
  resources.defer(async () => relay.close())
  const service = await drill.serve({ DATABASE_URL: relay.url })
  const payer = await createDrillPayer(a.database)
  const load = startLoad(() => [service.url], payer)
  await pollUntil(() => load.delivered.length >= 200 || undefined, { timeoutMs: 60_000 })
  const before = load.delivered.length
  await a.kill()
  say(`The primary is killed under load, after ${before} delivered answers.`)

  const received = async (cluster: Cluster) => {
    const [row] = await cluster.query<{ bytes: string }>(
      `select pg_wal_lsn_diff(pg_last_wal_receive_lsn(), '0/0')::text as bytes`,
    )
    return BigInt(row?.bytes ?? 0)
  }
  const { b, c } = standbys
  const [winner, name, other] =
    (await received(b)) >= (await received(c)) ? ([b, 'b', c] as const) : ([c, 'c', b] as const)
  await winner.query('select pg_promote()')
  const rest = name === 'b' ? 'c' : 'b'
  await other.set(follow(winner, rest))
  await winner.set({ synchronous_standby_names: `'ANY 1 (${rest})'`, wal_keep_size: '1GB' })
  relay.moveTo(winner)
  say(`Standby ${name}, which has received more, is promoted. ${rest} follows it.`)
  await pollUntil(() => load.delivered.length >= before + 200 || undefined, { timeoutMs: 60_000 })
  await delay(500)
  await load.stop()
  check(load.delivered.length >= before + 200, 'answers after the promotion')
  say(
    `${load.delivered.length - before} answers were delivered after it; ${load.failed} calls failed. ` +
      `No answer for ${(load.longestGapMs / 1_000).toFixed(1)} s.`,
  )
  const { database, connection } = winner
  await checkMoney(drill, { database, connection, payer, delivered: load.delivered })
})
