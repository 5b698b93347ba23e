import { randomUUIDv7 } from 'node:crypto'
import { chown, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, it, onTestFinished } from 'vitest'
import { readConfig } from './config.ts'
import { keepPackages } from './http/keep-packages.ts'
import { siteSecret } from './secrets/site-secret.ts'
import { createReversalJournal } from './wallet/reversal-journal.ts'

const OWNER = 65_534

it.runIf(process.geteuid?.() === 0)(
  'leaves no file in an ordinary user’s data folder that prevents that user from starting after root',
  async () => {
    const { path, remove } = await makeTemporaryFolder()
    onTestFinished(remove)
    const config = readConfig({ FOOTNOTE_DATA_DIR: path })
    // As root left them in earlier versions.
    await writeFile(join(path, 'site.secret'), 'made earlier', { mode: 0o600 })
    await mkdir(join(path, 'downloads'))
    await chown(path, OWNER, OWNER)
    expect(await siteSecret(config)).toBe('made earlier')
    await keepPackages(join(path, 'downloads'))
    const journal = createReversalJournal(join(path, 'reversals'))
    await journal.add({ chargeId: randomUUIDv7(), cause: 'capture_unknown' })
    for (const name of ['site.secret', 'downloads', 'reversals']) {
      expect([name, (await stat(join(path, name))).uid]).toEqual([name, OWNER])
    }
  },
)
