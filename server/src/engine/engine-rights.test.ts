import { randomUUID } from 'node:crypto'
import { access, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectAlone } from '@footnote/platform/database/connect'
import { findDenied } from '@footnote/platform/database/embedded/find-denied'
import { roles } from '@footnote/platform/database/embedded/roles'
import { keysFolderOf } from '@footnote/platform/keys-folder'
import { canLendRights } from '@footnote/platform/testing/can-lend-rights'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { enginePid } from '../testing/processes/engine-pid.ts'
import { runFootnote } from '../testing/processes/run-footnote.ts'
import { type EmbeddedScene, openEmbeddedScene } from '../testing/scenes/embedded-scene.ts'
import { post } from '../testing/scenes/test-service.ts'

const AS_ANOTHER = 'runs as a user other than root and the database’s, who cannot read any secret'
const canRunAsAnother = await canLendRights(AS_ANOTHER)

/** Checks the kernel's view of the engine's process, on the embedded database. */
describe.runIf(process.platform === 'linux')('the engine process', () => {
  let scene: EmbeddedScene
  let environment: string
  beforeAll(async () => {
    scene = await openEmbeddedScene({ FOOTNOTE_UPSTREAM_URL: '', FOOTNOTE_WEBSITE: 'on' })
    environment = await readFile(`/proc/${enginePid(scene.service.output())}/environ`, 'utf8')
  })
  afterAll(() => scene.close())

  const engineUrl = () => {
    const setting = environment.split('\0').find(line => line.includes('_DATABASE_URL='))
    return new URL(setting?.slice(setting.indexOf('=') + 1) ?? '')
  }

  it('knows its own database password and no other secret', async () => {
    const read = (name: string) => readFile(join(scene.dataDir, name), 'utf8')
    expect(environment).toContain(await read(roles.engine.passwordFile))
    for (const name of [roles.superuser.passwordFile, roles.service.passwordFile, 'site.secret']) {
      expect(environment).not.toContain(await read(name))
    }
  })

  it('can reach its own database but no wallet', async () => {
    const own = await connectAlone(engineUrl().href)
    const { rows } = await own.query('select rolsuper from pg_roles where rolname = current_user')
    expect(rows).toEqual([{ rolsuper: false }])
    await expect(own.query(`select pg_read_file('postgresql.conf')`)).rejects.toThrow('denied')
    await own.end()
    for (const database of [roles.service.database, 'postgres']) {
      const url = engineUrl()
      url.pathname = database
      await expect(connectAlone(url.href)).rejects.toThrow('permission denied for database')
    }
  })

  it.runIf(canRunAsAnother)(AS_ANOTHER, async () => {
    const { uid, gid } = await stat(`/proc/${enginePid(scene.service.output())}`)
    expect([0, (await stat(join(scene.dataDir, 'postgres'))).uid]).not.toContain(uid)
    const engine = { uid, gid }
    const secrets = [
      ...Object.values(roles).map(({ passwordFile }) => passwordFile),
      ...['site.secret', 'postgres', 'instance.id'],
    ]
    for (const name of secrets) {
      const wish = { path: join(scene.dataDir, name), to: 'read' } as const
      await access(wish.path)
      expect(await findDenied(engine, [wish])).toEqual(wish)
    }
    for (const folder of [join(scene.dataDir, 'library'), await keysFolderOf(scene.dataDir)]) {
      expect(await findDenied(engine, [{ path: folder, to: 'write' }])).toBeUndefined()
    }
  })

  it('answers from documents that the operator adds while it runs, and after a restart', async () => {
    const { key } = await scene.createPayer()
    const word = `zu${randomUUID().slice(0, 8)}`
    const document = join(scene.dataDir, 'made.md')
    const ask = () =>
      post(`${scene.service.url}/api/v1/answer`, key, { query: `What is the capital of ${word}?` })
    expect((await ask()).status).toBe(502)
    await writeFile(document, `# ${word}\n\nThe capital of ${word} is Zumaville.\n`)
    const added = await runFootnote(['library', 'add', document], { settings: scene.settings })
    expect(added).toMatchObject({ code: 0 })
    expect(await ask()).toMatchObject({ status: 200 })
    await scene.restart()
    expect(await ask()).toMatchObject({ status: 200 })
  })
})
