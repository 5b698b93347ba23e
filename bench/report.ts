import { median } from './latencies.ts'
import type { AnswerRow } from './measure-answers.ts'
import type { DebitRow } from './measure-debits.ts'
import type { LatencyResult } from './measure-latency.ts'
import type { OpenRow } from './measure-open.ts'

const WALLETS = { one: 'one hot wallet', many: '10,000 wallets' }

export function reportAnswers(rows: readonly AnswerRow[], connections: number): string {
  const header = ['', 'wallets', 'answers/s', 'Footnote is', 'p50 ms', 'p99 ms', 'cpu', 'db cpu']
  const cells = rows.map(row => {
    const ratio = compareToFootnote(rows, row)
    return [
      row.name,
      WALLETS[row.wallets],
      whole(row.perSecond),
      ratio
        ? `${ratio.median.toFixed(2)} x (${ratio.least.toFixed(2)} to ${ratio.most.toFixed(2)})`
        : '',
      row.p50Ms.toFixed(1),
      row.p99Ms.toFixed(1),
      row.serverCpuMs.toFixed(3),
      row.databaseCpuMs?.toFixed(3) ?? '?',
    ]
  })
  const title = `Paid answers, ${connections} connections, upstream at 0 ms (cpu: ms per answer)`
  return section(title, [header, ...cells])
}

/** Times another server's throughput that Footnote reached, over the rounds. */
export interface Ratio {
  readonly median: number
  readonly least: number
  readonly most: number
}

/** Compares Footnote with the server of a row, round by round; undefined for Footnote itself. */
export function compareToFootnote(rows: readonly AnswerRow[], row: AnswerRow): Ratio | undefined {
  const ours = rows.find(({ name, wallets }) => name === 'Footnote' && wallets === row.wallets)
  if (!ours || ours === row) return undefined
  const ratios = row.perSecondByRound.map(
    (theirs, round) => (ours.perSecondByRound[round] ?? Number.NaN) / theirs,
  )
  return { median: median(ratios), least: Math.min(...ratios), most: Math.max(...ratios) }
}

export function reportDebits(rows: readonly DebitRow[], clients: number): string {
  const header = ['wallets', 'batched/s', 'single/s', 'ratio', 'single sent by']
  const cells = rows.map(row => [
    WALLETS[row.wallets],
    whole(row.batchedPerSecond),
    whole(row.singlePerSecond),
    `${(row.batchedPerSecond / row.singlePerSecond).toFixed(2)} x`,
    row.singleBy,
  ])
  return section(`Durable debits, ${clients} clients`, [header, ...cells])
}

export function reportLatency(
  { direct, service }: LatencyResult,
  { connections, upstreamMs }: { connections: number; upstreamMs: number },
): string {
  const row = (name: string, read: (p: 'p50Ms' | 'p99Ms') => number) => [
    name,
    read('p50Ms').toFixed(1),
    read('p99Ms').toFixed(1),
  ]
  return section(`Waiting, ${connections} connections, upstream at ${upstreamMs} ms`, [
    ['', 'p50 ms', 'p99 ms'],
    row('upstream directly', p => direct[p]),
    row('through Footnote', p => service[p]),
    row('added', p => service[p] - direct[p]),
  ])
}

export function reportOpen(rows: readonly OpenRow[]): string {
  const kilobytes = (bytes: number) => `${(bytes / 1_000).toFixed(1)} kB`
  const header = ['', 'open', 'heap each', 'resident each', 'polls/s', 'statements/s', 'updates/s']
  const cells = rows.map(({ name, count, heapBytes, residentBytes, rates }) => [
    name,
    whole(count),
    kilobytes(heapBytes),
    kilobytes(residentBytes),
    ...(rates
      ? [rates.polls, rates.statements, rates.rowUpdates].map(rate => rate.toFixed(1))
      : []),
  ])
  return section('Open calls and watchers, memory of the service', [header, ...cells])
}

export function section(title: string, rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map(row => (row[column] ?? '').length)),
  )
  const lines = rows.map(row =>
    row
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join('  '),
  )
  return `\n${title}\n\n${lines.map(line => `  ${line}\n`).join('')}`
}

export function whole(value: number): string {
  return Math.round(value).toLocaleString('en')
}
