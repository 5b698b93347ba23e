import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import type pg from 'pg'

const ROWS_AT_ONCE = 5_000

export interface ArchiveFile {
  readonly name: string
  readonly rows: number
  readonly bytes: number
  readonly sha256: string
}

/**
 * Writes what a query gives, one row a line as JSON, compressed. The file has its name only once it is
 * whole and on disk.
 */
export async function writeRows(
  client: pg.ClientBase,
  { folder, name, query }: { folder: string; name: string; query: string },
): Promise<ArchiveFile> {
  const [path, partial] = [join(folder, name), join(folder, `${name}.partial`)]
  const hash = createHash('sha256')
  let rows = 0
  let bytes = 0

  async function* lines() {
    await client.query(`declare archived no scroll cursor for
      select row_to_json(archived)::text as line from (${query}) as archived`)
    while (true) {
      const page = await client.query<{ line: string }>(`fetch ${ROWS_AT_ONCE} from archived`)
      if (page.rows.length === 0) break
      rows += page.rows.length
      yield page.rows.map(({ line }) => `${line}\n`).join('')
    }
    await client.query('close archived')
  }

  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      hash.update(chunk)
      bytes += chunk.length
      yield chunk
    }
  }

  await pipeline(
    Readable.from(lines()),
    createGzip(),
    counted,
    createWriteStream(partial, { flush: true, mode: 0o600 }),
  )
  await rename(partial, path)
  return { name, rows, bytes, sha256: hash.digest('hex') }
}
