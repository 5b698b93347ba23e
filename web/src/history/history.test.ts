import { expect, test } from 'vitest'
import { headingOf } from '../report/title-of.ts'
import { type HistoryRun, searchRuns, titleOfRun } from './history-run.ts'
import { historyLimits, makeRoom } from './make-room.ts'
import { createKey, openRun, sealRun } from './seal-run.ts'

const run: HistoryRun = {
  id: 'a',
  startedAt: 1,
  isStarred: false,
  tool: 'answer',
  effort: null,
  request: { tool: 'answer', body: { query: 'Who owns the Moon?' } },
  isTask: false,
  costUnits: 200_000,
  outcome: {
    kind: 'result',
    result: { answer: 'Nobody [[1]].', citations: [], results: { web: [] } },
  },
}

test('stores neither question nor result in the clear, and opens a run with its own key only', async () => {
  const key = await createKey()
  const row = await sealRun(key, run)
  expect(key.extractable).toBe(false)
  expect(new TextDecoder().decode(row.sealed)).not.toMatch(/Moon|Nobody/)
  expect(await openRun(key, row)).toEqual(run)
  expect(await openRun(await createKey(), row)).toBeUndefined()
  expect(await openRun(key, { ...row, id: 'b' })).toBeUndefined()
})

test('evicts the oldest runs without a star, and never a starred one', () => {
  const row = (id: string, startedAt: number, isStarred = false, bytes = 1) => ({
    ...{ id, startedAt, isStarred, bytes },
  })
  const full = Array.from({ length: historyLimits.runs }, (_, index) =>
    row(`${index}`, index, index === 0),
  )
  expect(makeRoom(full, row('new', 1_000))).toEqual(['1'])
  expect(makeRoom(full, row('7', 7))).toEqual([])
  expect(
    makeRoom([row('old', 1), row('big', 2)], row('new', 3, false, historyLimits.bytes)),
  ).toEqual(['old', 'big'])
  expect(
    makeRoom([row('kept', 1, true)], row('new', 3, false, historyLimits.bytes)),
  ).toBeUndefined()
})

test('finds runs by words of the question and of the result', () => {
  expect(searchRuns([run], 'moon NOBODY')).toEqual([run])
  expect(searchRuns([run], ' ')).toEqual([run])
  expect(searchRuns([run], 'moon mars')).toEqual([])
})

test('titles a run by its question, or by the first heading of its report', () => {
  expect(titleOfRun(run)).toBe('Who owns the Moon?')
  const output = { content: 'Intro.\n\n## The **Moon** [[1]]\n', content_type: 'text', sources: [] }
  const viewed = {
    ...{ ...run, request: undefined },
    outcome: { kind: 'result', result: { output } },
  } as HistoryRun
  expect(titleOfRun(viewed)).toBe('The Moon')
  expect(headingOf('## Summary\n\nShort.\n\n## The Moon\n')).toBe('The Moon')
  expect(headingOf('No heading #here')).toBeUndefined()
})
