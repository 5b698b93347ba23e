import { expect, it } from 'vitest'
import { type Budget, budgets } from '../budgets.ts'
import { openBudget } from '../open-budget.ts'
import { withinRun } from './author.ts'
import type { CallOptions, Model, ModelTask } from './client/model.ts'

const prompt = (task: ModelTask) => ({ task, system: 's', user: 'u' })
const call = { maxTokens: 100, timeoutMs: 60_000 }

function open(limits: Partial<Budget>, { usedTokens = 100 } = {}) {
  const calls: CallOptions[] = []
  const model: Model = {
    contextTokens: 8_192,
    parallel: 1,
    async send(_, options) {
      calls.push(options)
      return { text: '{}', isCut: false, usedTokens }
    },
  }
  const budget = openBudget({ ...budgets.lite, ...limits })
  return { calls, budget, model: withinRun(model, { budget }) }
}

it('reserves tokens for writing while looking for evidence', async () => {
  const { model } = open({ modelTokens: 350, writingTokens: 200 })
  await model.send(prompt('read'), call)
  await expect(model.send(prompt('read'), { ...call, maxTokens: 150 })).rejects.toMatchObject({
    kind: 'out-of-budget',
  })
  await expect(model.send(prompt('write'), { ...call, maxTokens: 240 })).resolves.toBeDefined()
})

it('returns unused tokens for the next call', async () => {
  const { model, calls } = open({ modelTokens: 250, writingTokens: 0 }, { usedTokens: 10 })
  for (let at = 0; at < 5; at++) await model.send(prompt('write'), call)
  expect(calls).toHaveLength(5)
})

it('counts tokens that a call used beyond its reservation', async () => {
  const { model, calls } = open({ modelTokens: 450, writingTokens: 0 }, { usedTokens: 200 })
  for (let at = 0; at < 2; at++) await model.send(prompt('write'), call)
  await expect(model.send(prompt('write'), call)).rejects.toMatchObject({ kind: 'out-of-budget' })
  expect(calls).toHaveLength(2)
})

it('limits each call to its share of the time', async () => {
  const { model, calls } = open({ timeMs: 10_000, writingReserveMs: 6_000 })
  await model.send(prompt('plan'), call)
  await model.send(prompt('write'), call)
  expect(calls[0]?.timeoutMs).toBeLessThanOrEqual(4_000)
  expect(calls[1]?.timeoutMs).toBeLessThanOrEqual(10_000)
})

it('allows only writing once the reserve is reached', async () => {
  const { model, calls } = open({ timeMs: 10_000, writingReserveMs: 10_000 })
  for (const task of ['plan', 'read', 'reflect'] as const) {
    await expect(model.send(prompt(task), call)).rejects.toMatchObject({ kind: 'out-of-budget' })
  }
  for (const task of ['fill', 'judge', 'write'] as const) await model.send(prompt(task), call)
  expect(calls).toHaveLength(3)
})
