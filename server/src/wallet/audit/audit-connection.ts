import { type Connection, connectAlone } from '@footnote/platform/database/connect'
import type pg from 'pg'

/**
 * Gives work a connection of its own: an audit takes longer than the pool's time limits. Undefined where
 * the signal ended it early.
 */
export async function withAuditConnection<T>(
  connection: Connection,
  { signal }: { signal?: AbortSignal | undefined },
  work: (client: pg.Client) => Promise<T>,
): Promise<T | undefined> {
  const client = await connectAlone(connection)
  const end = () => void client.end()
  signal?.addEventListener('abort', end)
  try {
    signal?.throwIfAborted()
    return await work(client)
  } catch (error) {
    if (signal?.aborted) return undefined
    throw error
  } finally {
    signal?.removeEventListener('abort', end)
    await client.end()
  }
}

/**
 * Runs work in one transaction that sees one moment. It holds a lock on the audit's mark, so that no
 * month is archived meanwhile; `lock` asks for a stronger one, before the moment is chosen.
 */
export async function inSnapshot<T>(
  client: pg.ClientBase,
  { lock = 'access share' }: { lock?: 'access share' | 'share update exclusive' },
  work: () => Promise<T>,
): Promise<T> {
  await client.query('begin isolation level repeatable read')
  try {
    await client.query(`lock table audit_mark in ${lock} mode`)
    // Statements sort and hash in memory as long as they read only what they should.
    await client.query(`set local work_mem = '64MB'`)
    const result = await work()
    await client.query('commit')
    return result
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  }
}
