import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { connect, connectAlone } from '@footnote/platform/database/connect'
import { connectionUrl } from '@footnote/platform/database/connection-url'
import { makeTemporaryFolder } from '@footnote/platform/testing/temporary-folder'
import { expect, inject, it, onTestFinished } from 'vitest'
import { readConfig } from '../config.ts'
import { spawnService } from '../testing/processes/spawn-service.ts'
import { createPayer } from '../testing/scenes/create-payer.ts'
import { fillLibrary } from '../testing/scenes/fill-library.ts'
import { createTestDatabase } from '../testing/scenes/test-database.ts'
import { post } from '../testing/scenes/test-service.ts'
import { ensureEngineDatabase } from './ensure-engine-database.ts'

const PAGE = new URL('../../../docs/operating/database.md', import.meta.url)

/** Runs the SQL from the database page, under names that no other test uses. */
async function runPage(): Promise<{ service: string; engine: string }> {
  const page = await readFile(PAGE, 'utf8')
  const [, sql = ''] = /```sql\n([^`]+)```/.exec(page) ?? []
  const name = `t${randomUUID().replaceAll('-', '')}`
  const server = { ...inject('server'), database: 'postgres' }
  const client = await connectAlone(server)
  onTestFinished(async () => {
    for (const database of [name, `${name}_engine`]) {
      await client.query(`drop database ${database} with (force)`)
    }
    for (const role of [`${name}_service`, `${name}_engine`])
      await client.query(`drop role ${role}`)
    await client.end()
  })
  const statements = sql.replaceAll('footnote', name).split(';\n').filter(Boolean)
  expect(statements).toHaveLength(5)
  for (const statement of statements) await client.query(statement)
  const urlOf = (user: string, password: string, database: string) =>
    connectionUrl({ ...server, user, password, database })
  return {
    service: urlOf(`${name}_service`, 'first-password', name),
    engine: urlOf(`${name}_engine`, 'second-password', `${name}_engine`),
  }
}

it('service and engine work with the roles of the database page, which can reach no other database', async () => {
  const { service, engine } = await runPage()
  const folder = await makeTemporaryFolder()
  onTestFinished(folder.remove)
  await fillLibrary(folder.path)
  const spawned = await spawnService({
    DATABASE_URL: service,
    FOOTNOTE_ENGINE_DATABASE_URL: engine,
    FOOTNOTE_DATA_DIR: folder.path,
    FOOTNOTE_PUBLIC_URL: 'https://footnote.example',
    FOOTNOTE_WEBSITE: 'off',
  })
  onTestFinished(spawned.kill)
  const database = connect(service)
  const { key } = await createPayer(database, '10')
  await database.end()
  const body = { query: 'What is the capital of Bolivia?' }
  expect(await post(`${spawned.url}/api/v1/answer`, key, body)).toMatchObject({ status: 200 })
  for (const [role, other] of [
    [service, engine],
    [engine, service],
  ] as const) {
    const url = new URL(role)
    url.pathname = new URL(other).pathname
    await expect(connectAlone(url.href)).rejects.toThrow('permission denied for database')
  }
})

it('asks the server whether the engine’s role can reach the wallets, however its URL is written', async () => {
  const { service, engine } = await runPage()
  const isRefused = async (url: string, more: Record<string, string> = {}) => {
    const settings = {
      DATABASE_URL: service,
      FOOTNOTE_ENGINE_DATABASE_URL: url,
      FOOTNOTE_PUBLIC_URL: 'https://a.example',
      ...more,
    }
    const options = { config: readConfig(settings), log: { warn() {} } }
    try {
      return (await ensureEngineDatabase({ connection: service }, options)) !== url
    } catch (error) {
      expect(String(error)).toContain('may connect to the database of the service')
      return true
    }
  }
  const { username: serviceRole, password, pathname } = new URL(service)
  const { username: engineRole } = new URL(engine)
  const server = inject('server')
  const superuser = connectionUrl({ ...server, database: 'postgres' })
  expect(await isRefused(engine)).toBe(false)
  expect(await isRefused(service)).toBe(true)
  expect(await isRefused(engine, { FOOTNOTE_LIBRARY_DATABASE_URL: engine })).toBe(false)
  expect(await isRefused(engine, { FOOTNOTE_LIBRARY_DATABASE_URL: service })).toBe(true)
  const encoded = service.replace(`//${serviceRole}`, `//%74${serviceRole.slice(1)}`)
  expect(await isRefused(encoded)).toBe(true)
  const asUser = new URL(engine)
  asUser.pathname = pathname
  asUser.searchParams.set('user', serviceRole)
  asUser.password = password
  expect(await isRefused(asUser.href)).toBe(true)
  expect(await isRefused(superuser)).toBe(true)
  const disguised = new URL(superuser)
  disguised.searchParams.set('options', `-c role=${engineRole}`)
  expect(await isRefused(disguised.href)).toBe(true)

  const client = await connectAlone(connectionUrl({ ...server, database: engineRole }))
  onTestFinished(() => client.end())
  await client.query('revoke execute on function pg_control_system() from public')
  expect(await isRefused(engine)).toBe(false)
  await client.query(`grant connect on database ${pathname.slice(1)} to ${engineRole}`)
  expect(await isRefused(engine)).toBe(true)
  await client.query(`revoke connect on database ${pathname.slice(1)} from ${engineRole}`)
  expect(await isRefused(engine)).toBe(false)
  await client.query(`grant ${serviceRole} to ${engineRole} with inherit false`)
  expect(await isRefused(engine)).toBe(true)
})

it('lets the engine share the service’s role only in local mode, with a warning', async () => {
  const { url, connection, database, drop } = await createTestDatabase()
  onTestFinished(async () => {
    await database.query(`drop database if exists ${connection.database}_engine`)
    await drop()
  })
  const warnings: string[] = []
  const ensure = (settings: Record<string, string>) =>
    ensureEngineDatabase(
      { connection: url },
      {
        config: readConfig({ DATABASE_URL: url, ...settings }),
        log: { warn: (message: string) => warnings.push(message) },
      },
    )
  const shared = { FOOTNOTE_ENGINE_DATABASE_URL: url }
  for (const settings of [{}, shared]) {
    for (const more of [{ FOOTNOTE_PUBLIC_URL: 'https://a.example' }, { HOST: '0.0.0.0' }]) {
      await expect(ensure({ ...settings, ...more })).rejects.toThrow('FOOTNOTE_ENGINE_DATABASE_URL')
    }
  }
  expect(warnings).toEqual([])
  expect(new URL(await ensure({})).pathname).toBe(`/${connection.database}_engine`)
  expect(await ensure(shared)).toBe(url)
  expect(warnings).toHaveLength(2)
  expect(warnings[0]).toContain('FOOTNOTE_ENGINE_DATABASE_URL')
})
