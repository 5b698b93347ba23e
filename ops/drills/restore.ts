import { join } from 'node:path'
import { runAs } from '@footnote/platform/database/embedded/run-as'
import { pollUntil } from '@footnote/platform/poll-until'
import { auditDatabase } from '../../server/src/wallet/audit.ts'
import { copyCluster, createCluster } from './cluster.ts'
import { call, checkMoney, createDrillPayer, runDrill, startLoad } from './drill.ts'

/** Takes a base backup under load, damages the books, and restores the moment before. */
await runDrill(async drill => {
  const { folder, programs, resources, say, check } = drill
  const a = await createCluster(programs, join(folder, 'a'))
  resources.defer(a.kill)
  const logs = join(folder, 'a', 'archive')
  await runAs(programs.account, '/bin/mkdir', [logs])
  await a.stop()
  await a.set({ archive_mode: 'on', archive_command: `'cp %p ${logs}/%f'` })
  await a.start()

  const service = await drill.serve({ DATABASE_URL: a.url })
  const payer = await createDrillPayer(a.database)
  const load = startLoad(() => [service.url], payer)
  await pollUntil(() => load.delivered.length >= 100 || undefined, { timeoutMs: 60_000 })
  const backup = await copyCluster(programs, a, join(folder, 'b'), {})
  say(`A base backup is taken under load, after ${load.delivered.length} delivered answers.`)
  const atBackup = load.delivered.length
  await pollUntil(() => load.delivered.length >= atBackup + 200 || undefined, { timeoutMs: 60_000 })
  await load.stop()
  service.signal('SIGTERM')
  await service.ended()
  await a.query(`select pg_create_restore_point('before the accident')`)
  say(`${load.delivered.length} answers are delivered in all. The restore point is set.`)

  await a.query(`update wallet set balance_units = balance_units + 1`)
  const violations = await auditDatabase(a.connection)
  check(violations.length > 0, 'an audit that notices the accident')
  say(`Somebody changes a wallet by hand. The audit finds ${violations.length} violation(s).`)
  // A clean stop archives the last segment.
  await a.query('select pg_switch_wal()')
  await a.stop()

  await backup.set({
    archive_mode: 'off',
    restore_command: `'cp ${logs}/%f %p'`,
    recovery_target_name: `'before the accident'`,
    recovery_target_action: `'promote'`,
  })
  await backup.write('recovery.signal')
  await backup.start()
  resources.defer(backup.kill)
  await pollUntil(
    async () => {
      const [row] = await backup.query<{ done: boolean }>('select not pg_is_in_recovery() as done')
      return row?.done || undefined
    },
    { timeoutMs: 60_000 },
  )
  say('The backup and the archived write-ahead log are restored up to the restore point.')
  const { database, connection } = backup
  await checkMoney(drill, { database, connection, payer, delivered: load.delivered })
  const again = await drill.serve({ DATABASE_URL: backup.url })
  check((await call(again.url, payer.key)).status === 200, 'a paid call on the restored database')
  say('The service starts on it and answers a paid call.')
})
