import type { Database } from '@footnote/platform/database/connect'
import { createUpstream, type Upstream } from './upstream.ts'

export interface UpstreamRegistry {
  /** The configured upstream, which takes new calls. */
  readonly current: Upstream | undefined
  /** The upstream that took a task, also after the settings have changed. */
  find(id: number | null): Promise<Upstream | undefined>
  /** Keeps the configured row alive and forgets those that no task needs any more. */
  tidy(): Promise<void>
  close(): Promise<void>
}

export async function openUpstreamRegistry(
  database: Database,
  {
    configured,
    breakerMs,
  }: { configured: { url: string; apiKey: string } | undefined; breakerMs: number },
): Promise<UpstreamRegistry> {
  const opened = new Map<number, Upstream>()
  const current = configured && open({ id: await register(database, configured), ...configured })

  function open(row: { id: number; url: string; apiKey: string }): Upstream {
    const upstream = opened.get(row.id) ?? createUpstream({ ...row, breakerMs })
    opened.set(row.id, upstream)
    return upstream
  }

  async function find(id: number | null): Promise<Upstream | undefined> {
    if (id === null) return undefined
    const known = opened.get(id)
    if (known) return known
    const { rows } = await database.query<{ id: number; url: string; apiKey: string }>(
      'select id, url, api_key as "apiKey" from upstream where id = $1',
      [id],
    )
    return rows[0] && open(rows[0])
  }

  async function tidy(): Promise<void> {
    await database.query('update upstream set configured_at = clock_timestamp() where id = $1', [
      current?.id ?? null,
    ])
    await database.query(
      `delete from upstream
       where configured_at < clock_timestamp() - interval '1 day'
         and not exists (
           select from task
           where task.upstream_id = upstream.id
             and (task.expires_at > clock_timestamp() or task.next_look_at is not null)
         )`,
    )
  }

  async function close(): Promise<void> {
    await Promise.all([...opened.values()].map(upstream => upstream.close()))
  }

  return { current, find, tidy, close }
}

async function register(
  database: Database,
  { url, apiKey }: { url: string; apiKey: string },
): Promise<number> {
  const { rows } = await database.query<{ id: number }>(
    `insert into upstream (url, api_key) values ($1, $2)
     on conflict (url) do update set api_key = excluded.api_key, configured_at = clock_timestamp()
     returning id`,
    [url, apiKey],
  )
  const [row] = rows
  if (!row) throw new Error('the upstream was not registered')
  return row.id
}
