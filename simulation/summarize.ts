import type { Simulation, SimulationOptions } from './simulate.ts'

/** A few lines for people: what was done, what was heard, where the money is, what broke. */
export function summarize(
  { violations, history, trace }: Simulation,
  { seed, seconds, instances }: SimulationOptions,
): string {
  const { calls, faults, arrivals, books, cardCharges } = history
  const lines = [
    `seed ${seed}, ${seconds} s, ${instances} instances`,
    `${faults.length} faults: ${count(faults.map(({ kind }) => kind.replace(/ for \d+ ms| \(.*\)/g, '')))}`,
    `${calls.length} calls: ${count(calls.map(({ heard }) => String(heard?.status ?? 'no reply')))}`,
    `${arrivals.length} requests upstream; ${books.charges.length} charges: ${count(books.charges.map(({ state }) => state))}; ${cardCharges.length} automatic recharges`,
  ]
  if (violations.length === 0) return [...lines, 'Every rule held.', ''].join('\n')
  const first = [...Map.groupBy(violations, ({ rule }) => rule)].map(
    ([rule, found]) =>
      `  ${found.length} × ${rule}, such as ${found[0]?.subject}: ${found[0]?.detail}`,
  )
  return [...lines, 'Rules broken:', ...first, `Trace: ${trace}`, ''].join('\n')
}

function count(names: readonly string[]): string {
  const counted = [...Map.groupBy(names, name => name)].map(
    ([name, { length }]) => [name, length] as const,
  )
  return counted
    .sort(([, one], [, other]) => other - one)
    .map(([name, many]) => `${many} ${name}`)
    .join(', ')
}
