import { expect, it } from 'vitest'
import { readFillReply } from './settle-object.ts'

const object = { a: [{ b: 1, 'x/y~z': 2 }], c: 3 }
const idsFor = (path: unknown, ids: unknown, at: string) =>
  readFillReply({ object, evidence: [{ path, ids }] })?.idsFor(at)

it.each(['/a/0/b', '#/a/0/b', '$.a[0].b', 'a[0].b', 'a.0.b', '/object/a/0/b'])(
  '%s names a value',
  path => {
    expect(idsFor(path, ['E3'], '/a/0/b')).toEqual(['E3'])
  },
)

it('reads a path with special characters as a pointer', () => {
  expect(idsFor('/a/0/x~1y~0z', ['E3'], '/a/0/x~1y~0z')).toEqual(['E3'])
})

it('evidence for a path counts for everything below it without its own', () => {
  expect(idsFor('/a', ['E3'], '/a/0/b')).toEqual(['E3'])
  expect(idsFor('', ['E3'], '/c')).toEqual(['E3'])
  expect(idsFor('/a', ['E3'], '/c')).toEqual([])
})

it('reads ids in any spelling and skips everything else', () => {
  const ids = ['E3', 'e4', '[E5]', '6', 7, 'F1', 'E03', 'https://x.test', null, {}, 'E', '']
  expect(idsFor('/c', ids, '/c')).toEqual(['E3', 'E4', 'E5', 'E6', 'E7', 'F1'])
})

it('joins the ids of a path that occurs twice', () => {
  const evidence = [
    { path: '/c', ids: ['E1'] },
    { path: '/c', ids: ['E2', 'E1'] },
  ]
  expect(readFillReply({ object, evidence })?.idsFor('/c')).toEqual(['E1', 'E2'])
})

it('ignores malformed evidence', () => {
  for (const evidence of [undefined, null, 'E1', {}, [null, 'x', { path: 3 }, { path: '/c' }]]) {
    expect(readFillReply({ object, evidence })?.idsFor('/c')).toEqual([])
  }
  const hostile = [{ path: '/__proto__/c', ids: ['E1'] }]
  expect(readFillReply({ object, evidence: hostile })?.idsFor('/c')).toEqual([])
})

it('rejects a reply without an object', () => {
  for (const reply of [undefined, null, 'x', [], {}, { object: null }, { object: [1] }]) {
    expect(readFillReply(reply)).toBeUndefined()
  }
})
