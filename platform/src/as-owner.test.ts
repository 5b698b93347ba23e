import { randomUUID } from 'node:crypto'
import { chown, link, lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { claimFolder } from './claim-folder.ts'
import { readConnection } from './database/embedded/connection.ts'
import { prepareDataFolder } from './database/embedded/data-folder.ts'
import { storePassword } from './database/embedded/roles.ts'
import { giveToOwner } from './give-to-owner.ts'
import { isLocked } from './lock-file.ts'
import { canLendRights } from './testing/can-lend-rights.ts'
import { makeTemporaryFolder } from './testing/temporary-folder.ts'

const OWNER = 65_534

/** An ordinary user's data folder, and beside it a file that only root may read. */
async function openScene() {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const dataDir = join(folder.path, 'data')
  await mkdir(dataDir)
  await chown(dataDir, OWNER, OWNER)
  const secret = join(folder.path, 'secret')
  await writeFile(secret, 'of root', { mode: 0o600 })
  const isUntouched = async () => {
    const { uid, mode } = await stat(secret)
    return uid === 0 && (mode & 0o777) === 0o600 && (await readFile(secret, 'utf8')) === 'of root'
  }
  const plant = (name: string) => symlink(secret, join(dataDir, name))
  return { dataDir, secret, plant, isUntouched }
}

const NAME = 'root in the data folder of an ordinary user'
describe.runIf(await canLendRights(NAME))(NAME, () => {
  it('makes files that belong to that user', async () => {
    const { dataDir } = await openScene()
    const claim = await claimFolder(dataDir, { name: 'instance', id: randomUUID() })
    claim.release()
    await storePassword(await prepareDataFolder(dataDir), { role: 'engine', password: 'made' })
    for (const name of ['instance.lock', 'instance.id', 'engine.password']) {
      const { uid, mode } = await stat(join(dataDir, name))
      expect([name, uid, mode & 0o777]).toEqual([name, OWNER, 0o600])
    }
    expect([process.geteuid?.(), process.getegid?.()]).toEqual([0, 0])
  })

  it('gives that user what an earlier start left to root', async () => {
    const { dataDir } = await openScene()
    const id = randomUUID()
    await writeFile(join(dataDir, 'instance.lock'), '', { mode: 0o600 })
    await writeFile(join(dataDir, 'instance.id'), id, { mode: 0o600 })
    const claim = await claimFolder(dataDir, { name: 'instance', id: randomUUID() })
    claim.release()
    expect(claim.predecessor).toBe(id)
    expect((await stat(join(dataDir, 'instance.lock'))).uid).toBe(OWNER)
  })

  it('follows no link of theirs to a file of its own', async () => {
    const { dataDir, secret, plant, isUntouched } = await openScene()
    for (const name of ['instance.id', 'engine.password.partial', 'site.secret', 'database.lock']) {
      await plant(name)
    }
    const claim = await claimFolder(dataDir, { name: 'instance', id: randomUUID() })
    claim.release()
    await storePassword(await prepareDataFolder(dataDir), { role: 'engine', password: 'made' })
    await giveToOwner(join(dataDir, 'site.secret'))
    expect(() => isLocked(join(dataDir, 'database.lock'))).toThrow('Cannot lock')
    await link(secret, join(dataDir, 'second-name'))
    await giveToOwner(join(dataDir, 'second-name'))
    expect(await isUntouched()).toBe(true)
    expect((await lstat(join(dataDir, 'engine.password'))).isFile()).toBe(true)
  })

  it('reads no password through a link, which the engine would get to know', async () => {
    const { dataDir, plant } = await openScene()
    await plant('engine.password')
    const read = () => readConnection({ path: dataDir }, { home: dataDir, role: 'engine' })
    await expect(read()).rejects.toThrow('Cannot read')
    await rm(join(dataDir, 'engine.password'))
    await writeFile(join(dataDir, 'engine.password'), 'made')
    expect((await read()).password).toBe('made')
  })
})
