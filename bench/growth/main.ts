import { parseArgs } from 'node:util'
import { openDatabases } from '../open-databases.ts'
import { section, whole } from '../report.ts'
import { type GrowthResult, measureGrowth } from './measure-growth.ts'
import { type History, seedHistory } from './seed.ts'

const FULL = { charges: 10_000_000, wallets: 1_000_000, rounds: 300 }
const QUICK = { charges: 200_000, wallets: 50_000, rounds: 50 }
const EMPTY_WALLETS = 10_000

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { rounds, ...history } = values.quick ? QUICK : FULL
const print = (text: string) => void process.stdout.write(text)

const { calls: grown, debits: empty, close } = await openDatabases({ payers: false })
try {
  const startedAt = performance.now()
  const emptyHistory = { charges: 0, wallets: EMPTY_WALLETS }
  await seedHistory(empty.connection, emptyHistory)
  await seedHistory(grown.connection, history)
  print(`Seeded in ${whole((performance.now() - startedAt) / 1_000)} s\n`)
  const sides = { empty: { bench: empty, ...emptyHistory }, grown: { bench: grown, ...history } }
  print(report(await measureGrowth(sides, { rounds }), history))
} finally {
  await close()
}

function report({ rows, walPerCall }: GrowthResult, { charges, wallets }: History): string {
  const title = `Growth: ${whole(charges)} charges and ${whole(wallets)} wallets against none and ${whole(EMPTY_WALLETS)}, medians`
  return section(title, [
    ['', 'empty', 'grown', 'ratio'],
    ...rows.map(({ what, emptyMs, grownMs }) => [
      what,
      `${emptyMs.toFixed(2)} ms`,
      `${grownMs.toFixed(2)} ms`,
      `${(grownMs / emptyMs).toFixed(2)} x`,
    ]),
    [
      'write-ahead log per call',
      `${whole(walPerCall.empty)} B`,
      `${whole(walPerCall.grown)} B`,
      `${(walPerCall.grown / walPerCall.empty).toFixed(2)} x`,
    ],
  ])
}
