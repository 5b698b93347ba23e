import { expect, it } from 'vitest'
import type { Research } from '../research.ts'
import { goodResult } from './testing/good-result.ts'
import { startTestEngine } from './testing/test-engine.ts'

/** Research that records its inputs and finishes no run before `goOn`. */
function inTurn() {
  const started: string[] = []
  const goOn = Promise.withResolvers<void>()
  const research: Research = async ({ input }) => {
    started.push(input)
    await goOn.promise
    return goodResult
  }
  return { started, research, goOn: () => goOn.resolve() }
}

/** Submits runs, each named after its queue and number, while the first keeps the engine busy. */
async function openScene(names: readonly string[]) {
  const { started, research, goOn } = inTurn()
  const engine = await startTestEngine(research, { runsAtOnce: 1 })
  const paths: string[] = []
  for (const name of names) {
    paths.push(await engine.submit({ input: name }, { 'footnote-queue': name.slice(0, 1) }))
    await expect.poll(() => started.length).toBe(1)
  }
  return {
    ...engine,
    async order() {
      goOn()
      for (const path of paths)
        expect(await engine.ended(path)).toMatchObject({ status: 'completed' })
      return started
    },
  }
}

it('serves the queue next that was served least recently, oldest run first', async () => {
  const scene = await openScene(['a0', 'a1', 'a2', 'a3', 'b0', 'b1', 'c0'])
  expect(await scene.order()).toEqual(['a0', 'b0', 'c0', 'a1', 'b1', 'a2', 'a3'])
})

it('puts runs without a valid queue name in one queue', async () => {
  const { research, goOn } = inTurn()
  const engine = await startTestEngine(research, { runsAtOnce: 1 })
  await engine.submit()
  await engine.submit({}, { 'footnote-queue': 'no name at all' })
  const { rows } = await engine.database.query('select distinct queue from run')
  expect(rows).toEqual([{ queue: '' }])
  goOn()
})

it('reports in every reply how many calls it works on at once', async () => {
  const engine = await startTestEngine(undefined, { callsAtOnce: 5 })
  const replies = [await engine.get('/healthz'), await engine.post('/v1/answer', {})]
  for (const { headers } of replies) expect(headers.get('footnote-calls-at-once')).toBe('5')
})
