import { isDeeperThan, jsonText } from '@footnote/contract/report/json-text'
import { expect, test } from 'vitest'
import { countValues, treeShape } from './tree-shape.ts'

test('describes each kind of value', () => {
  expect(treeShape('true')).toEqual({ kind: 'text', text: 'true' })
  expect(treeShape(true)).toEqual({ kind: 'boolean', text: 'true' })
  expect(treeShape(0)).toEqual({ kind: 'number', text: '0' })
  expect(treeShape(null)).toEqual({ kind: 'null', text: 'null' })
  expect(treeShape([])).toMatchObject({ kind: 'list', summary: 'empty' })
  expect(treeShape(['a'])).toMatchObject({ kind: 'list', summary: '1 item', entries: [['0', 'a']] })
  expect(treeShape({ a: 1, ['__proto__']: 2 })).toMatchObject({ summary: '2 fields' })
})

test('stops counting at the limit', () => {
  expect(countValues({ a: [1, 2], b: { c: null } }, 100)).toBe(6)
  expect(countValues(Array.from({ length: 1_000 }), 10)).toBe(10)
})

test('formats deep values without indentation and survives extreme depth', () => {
  const nest = (levels: number) => {
    let value: unknown = 1
    for (let level = 0; level < levels; level += 1) value = [value]
    return value
  }
  expect(jsonText({ a: [1] })).toBe('{\n  "a": [\n    1\n  ]\n}')
  expect(isDeeperThan(nest(40), 40)).toBe(false)
  expect(jsonText(nest(1_000))).toHaveLength(2_001)
  expect(jsonText(nest(200_000))).not.toBe('')
})
