import { parseArgs } from 'node:util'
import { openDatabases } from '../open-databases.ts'
import { section, whole } from '../report.ts'
import { type GrowthRow, measureGrowth } from './measure-growth.ts'
import { type History, seedHistory } from './seed.ts'

const FULL = { charges: 10_000_000, wallets: 1_000_000, rounds: 300 }
const QUICK = { charges: 200_000, wallets: 50_000, rounds: 50 }
const EMPTY_WALLETS = 10_000

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const { rounds, ...history } = values.quick ? QUICK : FULL
const print = (text: string) => void process.stdout.write(text)

const { debits, open, calls, close } = await openDatabases({ payers: false })
const sides = {
  empty: { bench: debits, charges: 0, wallets: EMPTY_WALLETS },
  wallets: { bench: open, charges: 0, wallets: history.wallets },
  grown: { bench: calls, ...history },
}
try {
  const startedAt = performance.now()
  for (const side of Object.values(sides)) await seedHistory(side.bench.connection, side)
  print(`Seeded in ${whole((performance.now() - startedAt) / 1_000)} s\n`)
  print(report(await measureGrowth(sides, { rounds }), history))
} finally {
  await close()
}

function report(rows: readonly GrowthRow[], { charges, wallets }: History): string {
  const title = `Growth: nothing and ${whole(EMPTY_WALLETS)} wallets, then ${whole(wallets)} wallets, then ${whole(charges)} charges as well, medians`
  return section(title, [
    ['', 'empty', 'wallets', 'grown', 'by wallets', 'by charges', 'in all'],
    ...rows.map(({ what, empty, wallets, grown, print }) => [
      what,
      ...[empty, wallets, grown].map(print),
      ...[wallets / empty, grown / wallets, grown / empty].map(ratio => `${ratio.toFixed(2)} x`),
    ]),
  ])
}
