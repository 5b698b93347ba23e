import { expect, it } from 'vitest'
import { simulate } from './simulate.ts'
import { summarize } from './summarize.ts'

const options = { seed: 75, seconds: 12, instances: 2 }

it('breaks no rule of the money in twelve seconds of faults', { timeout: 240_000 }, async () => {
  const simulation = await simulate(options)
  expect(simulation.violations, summarize(simulation, options)).toEqual([])
  // A run in which nothing happened proves nothing.
  const { calls, faults, cardCharges } = simulation.history
  expect(cardCharges.length).toBeGreaterThan(0)
  expect(faults.length).toBeGreaterThan(2)
  expect(calls.some(({ heard }) => heard?.status === 200)).toBe(true)
})
