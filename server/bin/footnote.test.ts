import { execFile, execFileSync } from 'node:child_process'
import { cp, mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { describe, expect, it, onTestFinished } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { runFootnote } from '../src/testing/processes/run-footnote.ts'
import { spawnService } from '../src/testing/processes/spawn-service.ts'
import { createPayer } from '../src/testing/scenes/create-payer.ts'
import { holdCalls } from '../src/testing/scenes/hold-calls.ts'
import { createTestDatabase } from '../src/testing/scenes/test-database.ts'
import { post } from '../src/testing/scenes/test-service.ts'
import { startStubUpstream } from '../src/testing/stubs/stub-upstream.ts'

const execute = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const LAUNCHER = join(ROOT, 'server/bin/footnote.js')
const oldNode = findOldNode()

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL')
  } catch {
    // It has ended by itself.
  }
}

/** A Node of the machine that is too old for the service, outside of what npm installed. */
function findOldNode(): string | undefined {
  const path = process.env['PATH']?.split(':').filter(folder => !folder.includes('node_modules'))
  const find = `for n in $(which -a node); do "$n" -e 'process.exit(parseInt(process.versions.node) < 24 ? 0 : 1)' && echo "$n" && break; done`
  const found = execFileSync('sh', ['-c', `${find} || true`], { env: { PATH: path?.join(':') } })
  return String(found).trim() || undefined
}

describe.each(
  ['darwin', 'linux'].flatMap(platform => ['arm64', 'x64'].map(arch => ({ platform, arch }))),
)('the launcher on $platform $arch', ({ platform, arch }) => {
  /** Runs a copy of the launcher as if on that machine, with a Node that is too old. */
  async function launch(bundled: readonly string[]) {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const launcher = join(folder.path, 'server/bin/footnote.js')
    await cp(LAUNCHER, launcher)
    await writeFile(join(folder.path, 'server/package.json'), '{ "type": "module" }')
    for (const name of bundled) {
      const bin = join(folder.path, 'node_modules', name, 'bin')
      await mkdir(bin, { recursive: true })
      await writeFile(join(bin, 'node'), `#!/bin/sh\necho ${name} "$@"\n`, { mode: 0o755 })
    }
    const machine = { platform, arch, versions: { node: '20.18.1' } }
    const pretend = Object.entries(machine)
      .map(
        ([name, value]) =>
          `Object.defineProperty(process, '${name}', { value: ${JSON.stringify(value)} })`,
      )
      .join('\n')
    const args = ['--import', `data:text/javascript,${encodeURIComponent(pretend)}`, launcher, 'x']
    return execute(process.execPath, args)
  }

  it('finds the Node that npm installs there', async () => {
    const [name = ''] = Object.keys(manifest.optionalDependencies).filter(dependency =>
      dependency.endsWith(`-${platform}-${arch}`),
    )
    const { stdout } = await launch(Object.keys(manifest.optionalDependencies))
    expect(stdout).toMatch(new RegExp(`^${name} .*footnote\\.js x\\n$`))
  })

  it('says what to do if npm installed none', async () => {
    await expect(launch([])).rejects.toMatchObject({
      code: 1,
      stderr: expect.stringContaining(`no newer one for ${platform}-${arch}.\nRun "npm ci"`),
    })
  })
})

describe.runIf(oldNode)('the launcher on a Node that is too old', () => {
  const old = { node: oldNode ?? '', launcher: LAUNCHER }

  it('hands over with all arguments, output and the exit code', async () => {
    const help = await runFootnote(['wallet', '--help'], { settings: {}, ...old })
    expect(help).toMatchObject({ code: 0, stderr: '' })
    expect(help.stdout).toContain('Usage: footnote wallet')
    const refusal = await runFootnote(['account', 'list'], { settings: { PORT: 'x' }, ...old })
    expect(refusal).toMatchObject({ code: 1, stdout: '' })
    expect(refusal.stderr).toContain('PORT must be')
  })

  it('works in a folder whose name has to be escaped in a URL', async () => {
    const folder = await makeTemporaryFolder()
    onTestFinished(folder.remove)
    const checkout = join(folder.path, 'a folder #1 with 100% ö')
    await mkdir(checkout)
    await symlink(join(ROOT, 'server'), join(checkout, 'server'))
    await symlink(join(ROOT, 'node_modules'), join(checkout, 'node_modules'))
    const launcher = join(checkout, 'server', 'bin', 'footnote.js')
    const { stdout } = await execute(old.node, ['--preserve-symlinks-main', launcher, '--help'])
    expect(stdout).toContain('Usage: footnote')
  })

  it('passes SIGTERM on, so that the call in flight finishes', async () => {
    const { database, url, drop } = await createTestDatabase()
    const upstream = await startStubUpstream()
    const folder = await makeTemporaryFolder()
    onTestFinished(async () => {
      await drop()
      await upstream.close()
      await folder.remove()
    })
    const settings = {
      DATABASE_URL: url,
      FOOTNOTE_UPSTREAM_URL: upstream.url,
      FOOTNOTE_WEBSITE: 'off',
      FOOTNOTE_DATA_DIR: folder.path,
    }
    const service = await spawnService(settings, { ...old, detached: true })
    // Not the launcher alone, should the test fail.
    onTestFinished(() => killGroup(service.pid))
    const { key } = await createPayer(database, '1')
    const held = holdCalls(upstream)
    const reply = post(`${service.url}/api/v1/answer`, key, { query: 'x' })
    await held.arrived
    service.signal('SIGTERM')
    held.release()
    expect((await reply).status).toBe(200)
    expect(await service.ended()).toBe(0)
  })
})
