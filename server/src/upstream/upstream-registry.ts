import type { Database } from '@footnote/platform/database/connect'
import type { Observation } from '@footnote/platform/observation'
import type { KeySeal } from './key-seal.ts'
import { sealClearKeys } from './seal-clear-keys.ts'
import { createUpstream, type Upstream } from './upstream.ts'

export interface UpstreamRegistry {
  /** Takes new calls: the configured upstream, or else the embedded engine. */
  readonly current: Upstream
  /** The upstream that took a task, also after the settings have changed. */
  find(id: number | null): Promise<Upstream | undefined>
  /** Keeps the configured row alive and forgets those that no task needs any more. */
  tidy(): Promise<void>
  close(): Promise<void>
}

interface Address {
  readonly url: string
  readonly apiKey: string
}

interface RegistryOptions {
  readonly configured: Address | undefined
  /** The engine that this process can run; its address is undefined until it takes calls. */
  readonly engine: { start(): Promise<Address>; readonly address: Address | undefined }
  readonly keySeal: KeySeal
  readonly breakerMs: number
  /** How many synchronous calls an upstream gets at once. */
  readonly mostCalls: number
  /** How long a call may wait for a slot. */
  readonly mostQueueMs: number
  readonly observation?: Observation
  readonly warn: (fields: object, message: string) => void
  readonly reportFault: (error: unknown) => void
}

/**
 * The embedded engine's name in place of its address, which changes at each start: every engine
 * finds the tasks of earlier ones in their common database.
 */
export const EMBEDDED_ENGINE = 'embedded:engine'

const UNREADABLE_KEY =
  'the key of a previous upstream cannot be unsealed, so its tasks cannot be polled: set FOOTNOTE_PREVIOUS_SECRET to the previous FOOTNOTE_SECRET and restart, or the previous FOOTNOTE_UPSTREAM_URL until these tasks have ended'

/** Of a task: its result can still be asked for, or its end is not decided. */
const IS_NEEDED = '(task.expires_at > clock_timestamp() or task.next_look_at is not null)'

export async function openUpstreamRegistry(
  database: Database,
  {
    configured,
    engine,
    keySeal,
    breakerMs,
    mostCalls,
    mostQueueMs,
    observation,
    warn,
    reportFault,
  }: RegistryOptions,
): Promise<UpstreamRegistry> {
  const opened = new Map<number, Upstream>()
  const unreadable = new Set<number>()
  await sealClearKeys(database, { keySeal, reportFault })
  const current = await openCurrent()
  // It must be there for the tasks that it took, also when others take the new ones.
  if (configured && (await hasTasks(database, EMBEDDED_ENGINE))) {
    await engine.start().catch(reportFault)
  }

  async function openCurrent(): Promise<Upstream> {
    const address = configured ?? (await engine.start())
    const id = configured
      ? await register(database, configured.url, keySeal.seal(configured))
      : await register(database, EMBEDDED_ENGINE, null)
    return open({ ...address, id, isOwn: !configured })
  }

  function open(row: Address & { id: number; isOwn?: boolean }): Upstream {
    const upstream =
      opened.get(row.id) ??
      createUpstream({
        ...{ ...row, breakerMs, mostCalls, mostQueueMs },
        ...(observation && { observation }),
      })
    opened.set(row.id, upstream)
    return upstream
  }

  async function find(id: number | null): Promise<Upstream | undefined> {
    if (id === null) return undefined
    const known = opened.get(id)
    if (known) return known
    const { rows } = await database.query<{ url: string; sealedKey: Buffer | null }>(
      'select url, sealed_key as "sealedKey" from upstream where id = $1',
      [id],
    )
    const [row] = rows
    if (row?.url !== EMBEDDED_ENGINE) return row && openFormer(id, row)
    // Another process submitted there after this one had started. Nobody waits for the start: what
    // cannot be looked at now is looked at later.
    if (!engine.address) void engine.start().catch(reportFault)
    return engine.address && open({ ...engine.address, id, isOwn: true })
  }

  /** Opens an upstream that is no longer configured; only the database has its key. */
  function openFormer(
    id: number,
    { url, sealedKey }: { url: string; sealedKey: Buffer | null },
  ): Upstream | undefined {
    const apiKey = sealedKey ? keySeal.open(sealedKey, url) : undefined
    if (apiKey !== undefined) return open({ id, url, apiKey })
    if (!unreadable.has(id)) warn({ upstream: new URL(url).host }, UNREADABLE_KEY)
    unreadable.add(id)
    return undefined
  }

  async function tidy(): Promise<void> {
    await database.query('update upstream set configured_at = clock_timestamp() where id = $1', [
      current.id,
    ])
    // A row with a clear key makes the next start rewrite the table.
    await database.query(
      `delete from upstream
       where configured_at < clock_timestamp() - interval '1 day'
         and api_key is null
         and not exists (
           select from task
           where task.upstream_id = upstream.id and ${IS_NEEDED}
         )`,
    )
  }

  async function close(): Promise<void> {
    await Promise.all([...opened.values()].map(upstream => upstream.close()))
  }

  return { current, find, tidy, close }
}

async function hasTasks(database: Database, url: string): Promise<boolean> {
  const { rowCount } = await database.query(
    `select from task join upstream on upstream.id = task.upstream_id
     where upstream.url = $1 and ${IS_NEEDED} limit 1`,
    [url],
  )
  return rowCount === 1
}

async function register(
  database: Database,
  url: string,
  sealedKey: Buffer | null,
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `insert into upstream (url, sealed_key) values ($1, $2)
     on conflict (url) do update
     set sealed_key = excluded.sealed_key, configured_at = clock_timestamp()
     returning id`,
    [url, sealedKey],
  )
  const [row] = rows
  if (!row) throw new Error('the upstream was not registered')
  return row.id
}
