import { chown, mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { chooseEngineAccount, readUsers } from './engine-account.ts'
import { makeTemporaryFolder } from './testing/temporary-folder.ts'

async function makeFolder(): Promise<string> {
  const { path, remove } = await makeTemporaryFolder()
  onTestFinished(remove)
  return path
}

describe.runIf(process.geteuid?.() === 0)('the engine of a service started by root', () => {
  it('runs as an existing user, never as root or the database’s user', async () => {
    const folder = await makeFolder()
    await mkdir(join(folder, 'postgres'))
    const users = await readUsers()
    for (const { name, uid, gid } of users.filter(({ uid }) => uid !== 0)) {
      await chown(join(folder, 'postgres'), uid, gid)
      const chosen = await chooseEngineAccount(folder)
      expect([name, users.some(user => user.uid === chosen?.uid)]).toEqual([name, true])
      expect([0, uid]).not.toContain(chosen?.uid)
    }
  })

  it('runs as the owner of the data folder if that is an ordinary user', async () => {
    const folder = await makeFolder()
    await chown(folder, 12_345, 12_346)
    expect(await chooseEngineAccount(folder)).toEqual({ uid: 12_345, gid: 12_346 })
  })
})
