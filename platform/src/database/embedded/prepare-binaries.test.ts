import { cp, mkdir, readdir, readlink, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { afterAll, it } from 'vitest'
import { stateFolderOf } from './choose-home.ts'
import { findInstalledBinaries, prepareBinaries } from './prepare-binaries.ts'
import { currentAccount, runAs } from './run-as.ts'
import { createSandbox, ordinaryUser } from './testing/database-sandbox.ts'

const sandbox = createSandbox()
afterAll(sandbox.clear)

const isRoot = currentAccount().uid === 0

/** A package as npm leaves it when it skips install scripts, in a folder of that mode. */
async function installWithoutScripts(options: { mode: number }) {
  const folder = await sandbox.makeFolder(options)
  await cp(dirname(findInstalledBinaries()), folder, { recursive: true, verbatimSymlinks: true })
  const native = join(folder, 'native')
  for (const entry of await readdir(join(native, 'lib'), { withFileTypes: true })) {
    if (entry.isSymbolicLink()) await rm(join(native, 'lib', entry.name))
  }
  return { native, stateFolder: stateFolderOf(folder) }
}

it.concurrent('makes the links that a skipped install script would have made', async ({
  expect,
}) => {
  const { native, stateFolder } = await installWithoutScripts({ mode: 0o755 })
  const account = currentAccount()
  const binaries = await prepareBinaries(native, { account, stateFolder, log: sandbox.log })
  expect(await readlink(join(native, 'lib', 'libpq.so.5'))).toMatch(/^libpq\.so\.5\.\d+$/)
  expect(await runAs(account, binaries.initdb, ['--version'])).toContain(`) ${binaries.major}.`)
})

it.runIf(isRoot)(
  'copies programs that the user of the server cannot reach, once',
  async ({ expect }) => {
    const { native, stateFolder } = await installWithoutScripts({ mode: 0o700 })
    const options = { account: ordinaryUser, stateFolder, log: sandbox.log }
    const binaries = await prepareBinaries(native, options)
    expect(dirname(dirname(dirname(binaries.postgres)))).toBe(stateFolder)
    expect(await runAs(ordinaryUser, binaries.initdb, ['--version'])).toContain('initdb')
    await mkdir(join(stateFolder, 'untouched'))
    expect(await prepareBinaries(native, options)).toEqual(binaries)
    expect(sandbox.messages.join('\n')).toContain(`using a copy in ${stateFolder}`)
  },
)
