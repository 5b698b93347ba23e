import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { formatLine } from './format-line.ts'

it('puts time, level and message first, then the fields, on one line', () => {
  const time = new Date(2026, 10, 16, 9, 5, 7).getTime()
  const line = JSON.stringify({
    level: 40,
    time,
    name: 'A_SETTING',
    at: ['a', 'b'],
    msg: 'unknown',
  })
  expect(stripVTControlCharacters(formatLine(`${line}\n`))).toBe(
    '09:05:07 warn unknown name=A_SETTING at=["a","b"]\n',
  )
})

it('escapes control characters, so that a field cannot forge a line', () => {
  const line = JSON.stringify({ level: 30, time: 0, host: 'a\n09:00:00 info forged', msg: 'm' })
  expect(formatLine(line).split('\n')).toHaveLength(2)
})
