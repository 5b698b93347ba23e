import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import {
  hasPreviousRelease,
  unpackPreviousRelease,
} from '../../server/src/testing/processes/previous-release.ts'
import type { SpawnedService } from '../../server/src/testing/processes/spawn-service.ts'
import { createCluster } from './cluster.ts'
import { checkMoney, createDrillPayer, retire, runDrill, startLoad } from './drill.ts'

/** Under load, replaces two instances of the previous release by this one, and goes back. */
const SHARE_MS = 2_000

if (!hasPreviousRelease()) process.exit(1)
await runDrill(async drill => {
  const { folder, programs, resources, say, check } = drill
  const previous = await unpackPreviousRelease()
  resources.defer(previous.remove)
  const a = await createCluster(programs, join(folder, 'a'))
  resources.defer(a.kill)
  const start = (options: { launcher?: string }) => drill.serve({ DATABASE_URL: a.url }, options)
  const old = { launcher: previous.launcher }
  const running: SpawnedService[] = [await start(old), await start(old)]
  const payer = await createDrillPayer(a.database)
  const load = startLoad(() => running.map(({ url }) => url), payer)
  say('Two instances of the previous release answer calls.')

  async function replaceAll(options: { launcher?: string }, name: string): Promise<void> {
    for (const _ of ['one', 'other']) {
      await delay(SHARE_MS)
      const before = load.delivered.length
      running.push(await start(options))
      await retire(drill, running.shift())
      check(load.delivered.length > before, 'answers while an instance is replaced')
      say(`An instance is replaced by ${name}; ${load.delivered.length} answers so far.`)
    }
  }

  await replaceAll({}, 'this version, the first of which migrated the database')
  await replaceAll(old, 'the previous release')
  await delay(SHARE_MS)
  await load.stop()
  say(
    `${load.failed} calls failed. The longest time without an answer was ${(load.longestGapMs / 1_000).toFixed(1)} s.`,
  )
  const { database, connection } = a
  await checkMoney(drill, { database, connection, payer, delivered: load.delivered })
})
