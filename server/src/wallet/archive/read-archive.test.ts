import { execFile, spawnSync } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { insertPastCalls, makePastMonths } from '../../testing/scenes/past-calls.ts'
import { createTestDatabase } from '../../testing/scenes/test-database.ts'
import { archiveMonths } from './archive-months.ts'

const PAGE = new URL('../../../../docs/operating/money.md', import.meta.url)
const run = promisify(execFile)

const missing = ['jq', 'psql'].filter(name => spawnSync(name, ['--version']).error !== undefined)
if (missing.length > 0) {
  process.stderr.write(
    `\n*** SKIPPED, not passed: loading an archive needs ${missing.join(' and ')}.\n`,
  )
}

it.skipIf(missing.length > 0)(
  'the commands of the money page check an archive and load it',
  async () => {
    const { database, connection, url, drop } = await createTestDatabase()
    onTestFinished(drop)
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    await makePastMonths(database, '2026-05')
    await insertPastCalls(database, { at: '2026-05-20 00:00Z', accounts: 2, callsEach: 20 })
    const { rows: charges } = await database.query('select * from charge order by id')
    const which = { month: '2026_05' }
    await archiveMonths(connection, { which, isDryRun: false, to: folder.path, report: () => {} })

    const [, script = ''] =
      /```sh\n(cd \/archive\/2026-08\n.*?)```/s.exec(await readFile(PAGE, 'utf8')) ?? []
    const here = script.replace('/archive/2026-08', join(folder.path, '2026-05'))
    const env = { ...process.env, DATABASE_URL: url }
    const { stdout } = await run('bash', ['-euo', 'pipefail', '-c', here], { env })
    expect(stdout).toContain('charges.jsonl.gz: OK')
    expect((await database.query('select * from archived_charge order by id')).rows).toEqual(
      charges,
    )
    expect(charges).toHaveLength(40)
  },
)
