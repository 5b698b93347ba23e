import { appendFile, cp, mkdir, readFile, rm } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { beforeAll, expect, it, onTestFinished } from 'vitest'
import { packFolder } from '../packaging/src/pack-folder.ts'
import { ensurePackages, packages } from '../packaging/testing/ensure-packages.ts'
import { packagePath } from '../server/src/http/downloads.ts'
import { keepPackages } from '../server/src/http/keep-packages.ts'
import { servePackages } from '../server/src/testing/scenes/serve-packages.ts'
import { runNpm } from './scene/run-npm.ts'

beforeAll(ensurePackages)

it('npm ci still installs a locked SDK after a rebuild', async () => {
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  const sources = join(folder.path, 'sources')
  await cp(packages.sdk.folder, sources, { recursive: true })
  const { url, start } = await startAddress()

  /** Does what `npm start` does: builds, and starts the service in the same data folder. */
  async function buildAndStart() {
    const built = join(folder.path, 'built')
    await rm(built, { recursive: true, force: true })
    await mkdir(built)
    await packFolder(sources, { into: built })
    const kept = await keepPackages(join(folder.path, 'kept'), { built })
    start(await servePackages(kept))
    return url + packagePath(kept, 'sdk')
  }
  const project = join(folder.path, 'project')
  await mkdir(project)
  const npm = (...args: readonly string[]) => runNpm(project, { args, serviceUrl: url })
  const installed = () => readFile(join(project, 'node_modules/@footnote/sdk/README.md'), 'utf8')

  const address = await buildAndStart()
  await npm('install', address)
  const readme = await installed()

  await appendFile(join(sources, 'README.md'), 'Changed.\n')
  const newer = await buildAndStart()
  expect(newer).not.toBe(address)
  await rm(join(project, '.npm'), { recursive: true })
  await npm('ci')
  expect(await installed()).toBe(readme)

  await npm('install', newer)
  expect(await installed()).toBe(`${readme}Changed.\n`)
})

/** A fixed address, served by one service after another. */
async function startAddress() {
  let serve: RequestListener | undefined
  const server = createServer((request, response) => serve?.(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    start(next: RequestListener) {
      serve = next
    },
  }
}
