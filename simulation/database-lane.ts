import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { waitFor } from '@footnote/platform/testing/wait-for'
import type { Lane } from './lane.ts'
import type { World } from './world.ts'

/** The signals that PostgreSQL calls a fast and an immediate shutdown, and a crash. */
const FAULTS = { SIGINT: 1, SIGQUIT: 1, SIGKILL: 1 } as const

/** Ends PostgreSQL, which then starts again by itself. */
export function databaseLane({ dataDir, database }: World): Lane {
  const readPid = async () =>
    Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

  return {
    target: 'PostgreSQL',
    pauseMs: [6_000, 20_000],
    draw(draw) {
      const kind = draw.pick(FAULTS)
      const run = async () => {
        const ended = await readPid()
        process.kill(ended, kind)
        await waitFor('PostgreSQL to run again', async () => {
          const pid = await readPid().catch(() => ended)
          return pid !== ended && database.query('select').catch(() => false)
        })
      }
      return { kind, run }
    },
  }
}
