import { expect, it } from 'vitest'
import { createFairLine, type FairLine } from './fair-line.ts'

/** Queues calls named after their queue and number, and records the order they get through. */
function join(line: FairLine, names: readonly string[], signal = new AbortController().signal) {
  const through: string[] = []
  const refused: string[] = []
  for (const name of names) {
    line
      .wait({ queue: name.slice(0, 1), endsAt: Number(name.slice(1)), signal }, () => true)
      .then(
        () => through.push(name),
        () => refused.push(name),
      )
  }
  return { through, refused }
}

async function letAll(line: FairLine): Promise<void> {
  while (line.letNext());
  await new Promise(setImmediate)
}

it('alternates between queues, oldest call first', async () => {
  const line = createFairLine()
  const { through } = join(line, ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1'])
  expect(line.length).toBe(7)
  await letAll(line)
  expect(through).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4'])
  expect(line.length).toBe(0)
})

it('lets a newcomer through after one call of another queue, however long that queue is', async () => {
  const line = createFairLine()
  const many = Array.from({ length: 60 }, (_, index) => `a${index}`)
  const { through } = join(line, many)
  line.letNext()
  const late = join(line, ['b0'])
  line.letNext()
  line.letNext()
  await new Promise(setImmediate)
  expect(late.through).toEqual(['b0'])
  expect(through).toEqual(['a0', 'a1'])
})

it.each([
  { waiting: [], queue: 'a', ahead: 0 },
  { waiting: ['a1', 'a2'], queue: 'a', ahead: 2 },
  { waiting: ['a1', 'a2', 'a3'], queue: 'b', ahead: 1 },
  { waiting: ['a1', 'a2', 'a3', 'b1'], queue: 'b', ahead: 3 },
  { waiting: ['b1', 'a1', 'a2', 'a3'], queue: 'b', ahead: 2 },
  { waiting: ['a1', 'a2', 'b1', 'b2', 'c1'], queue: 'c', ahead: 5 },
])('reports $ahead of $waiting ahead of a call that joins $queue', async row => {
  const line = createFairLine()
  join(line, row.waiting)
  expect(line.ahead(row.queue)).toBe(row.ahead)
  // The reported number is the real one.
  const { through } = join(line, [`${row.queue}9`])
  for (let call = 0; call < row.ahead; call += 1) line.letNext()
  await new Promise(setImmediate)
  expect(through).toEqual([])
  line.letNext()
  await new Promise(setImmediate)
  expect(through).toEqual([`${row.queue}9`])
})

it('drops a call whose caller gives up, and one that is refused', async () => {
  const line = createFairLine()
  const leaving = new AbortController()
  const left = join(line, ['a1'], leaving.signal)
  const others = join(line, ['a2', 'b3'])
  leaving.abort()
  line.refuse(({ endsAt }) => endsAt === 2)
  await letAll(line)
  expect(left.refused).toEqual(['a1'])
  expect(others).toEqual({ through: ['b3'], refused: ['a2'] })
})
