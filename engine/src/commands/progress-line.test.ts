import { expect, it } from 'vitest'
import { createProgressLine } from './terminal.ts'

function record(stream: { isTTY: boolean; columns?: number }) {
  const written: string[] = []
  return {
    written,
    line: createProgressLine({ ...stream, write: (text: string) => written.push(text) > 0 }),
  }
}

const half = { done: 50, total: 100, failed: 2, current: 'docs/a.html' }

it('shows progress on one line of a terminal, below what is said', () => {
  const { written, line } = record({ isTTY: true, columns: 20 })
  line.update(half)
  line.say('docs/b.html is empty')
  line.end()
  const shown = '50 of 100, 2 failed'
  expect(written).toEqual([
    `\r\x1b[K${shown}`,
    `\r\x1b[Kdocs/b.html is empty\n${shown}`,
    '\r\x1b[K',
  ])
})

it('writes only what is said to a file', () => {
  const { written, line } = record({ isTTY: false })
  line.update(half)
  line.say('docs/b.html is empty')
  line.end()
  expect(written).toEqual(['docs/b.html is empty\n'])
})
