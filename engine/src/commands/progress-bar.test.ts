import { expect, it } from 'vitest'
import { createProgressBar } from './terminal.ts'

function record(stream: { isTTY: boolean; columns?: number }) {
  const written: string[] = []
  let time = 0
  const bar = createProgressBar(
    { ...stream, write: text => written.push(text) },
    { now: () => time },
  )
  const pass = (ms: number) => {
    time += ms
  }
  return { written, bar, pass }
}

const half = { done: 50, total: 100, failed: 2, current: 'docs/a.html' }

it('on a terminal one line is redrawn, no more often than it can be read', () => {
  const { written, bar, pass } = record({ isTTY: true, columns: 100 })
  pass(10_000)
  bar.update(half)
  bar.update({ ...half, done: 51 })
  expect(written).toEqual([
    `\r\x1b[K${'█'.repeat(12)}${'░'.repeat(12)} 50 %  50/100  2 failed  docs/a.html`,
  ])
})

it('what is said stays above the bar, and the bar goes away at the end', () => {
  const { written, bar } = record({ isTTY: true, columns: 40 })
  bar.update(half)
  bar.say('docs/b.html is empty')
  bar.end()
  expect(written[0]).toHaveLength(39 + '\r\x1b[K'.length)
  expect(written[1]).toContain('\r\x1b[Kdocs/b.html is empty\n█')
  expect(written[2]).toBe('\r\x1b[K')
})

it('elsewhere a line is written for every thousand', () => {
  const { written, bar } = record({ isTTY: false })
  for (let done = 0; done <= 2500; done += 1) bar.update({ ...half, done, total: 2500 })
  bar.end()
  expect(written).toEqual(['1000 of 2500\n', '2000 of 2500\n'])
})
