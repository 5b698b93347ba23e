import { spawnSync } from 'node:child_process'
import { appendFile, readFile, writeFile } from 'node:fs/promises'
import { cpus, loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import type { AnswerRow } from '../measure-answers.ts'
import { compareToFootnote, type Ratio } from '../report.ts'
import { drawHistory, type Run } from './draw-history.ts'

const HISTORY = fileURLToPath(new URL('history.jsonl', import.meta.url))
export const CHART = fileURLToPath(new URL('../../docs/performance.svg', import.meta.url))

export async function readHistory(): Promise<Run[]> {
  const lines = (await readFile(HISTORY, 'utf8')).trimEnd().split('\n')
  return lines.map(line => JSON.parse(line))
}

/** Adds a run to the history and draws the chart again. */
export async function recordRun(
  rows: readonly AnswerRow[],
  setting: Pick<Run, 'connections' | 'rounds'>,
): Promise<void> {
  const git = spawnSync('git', ['rev-parse', '--short=8', 'HEAD'], { encoding: 'utf8' })
  const run: Run = {
    date: new Date().toISOString().slice(0, 10),
    commit: git.stdout?.trim() || 'unknown',
    cores: cpus().length,
    load: Math.round(loadavg()[0] ?? 0),
    ...setting,
    ratios: rows.flatMap(row => {
      const ratio = compareToFootnote(rows, row)
      return ratio ? [{ name: row.name, wallets: row.wallets, ...round(ratio) }] : []
    }),
  }
  await appendFile(HISTORY, `${JSON.stringify(run)}\n`)
  await writeFile(CHART, drawHistory(await readHistory()))
}

function round({ median, least, most }: Ratio): Ratio {
  const [a, b, c] = [median, least, most].map(value => Math.round(value * 100) / 100)
  return { median: a ?? 0, least: b ?? 0, most: c ?? 0 }
}
