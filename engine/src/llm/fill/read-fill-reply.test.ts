import { expect, it } from 'vitest'
import { readFillReply } from './read-fill-reply.ts'

const object = { a: [{ b: 1, 'x/y~z': 2 }], c: 3 }
const idsFor = (path: unknown, ids: unknown, at: string) =>
  readFillReply({ object, evidence: [{ path, ids }] })?.idsFor(at)

it.each(['/a/0/b', '#/a/0/b', '$.a[0].b', 'a[0].b', 'a.0.b', '/object/a/0/b'])(
  '%s names a value',
  path => {
    expect(idsFor(path, ['E3'], '/a/0/b')).toEqual(['E3'])
  },
)

it('a path with signs of its own is read as a pointer', () => {
  expect(idsFor('/a/0/x~1y~0z', ['E3'], '/a/0/x~1y~0z')).toEqual(['E3'])
})

it('what is said of a place holds for all in it that has nothing of its own', () => {
  expect(idsFor('/a', ['E3'], '/a/0/b')).toEqual(['E3'])
  expect(idsFor('', ['E3'], '/c')).toEqual(['E3'])
  expect(idsFor('/a', ['E3'], '/c')).toEqual([])
})

it('ids are read however they are written, and what is none is passed over', () => {
  const ids = ['E3', 'e4', '[E5]', '6', 7, 'F1', 'E03', 'https://x.test', null, {}, 'E', '']
  expect(idsFor('/c', ids, '/c')).toEqual(['E3', 'E4', 'E5', 'E6', 'E7', 'F1'])
})

it('a path that comes twice has the ids of both', () => {
  const evidence = [
    { path: '/c', ids: ['E1'] },
    { path: '/c', ids: ['E2', 'E1'] },
  ]
  expect(readFillReply({ object, evidence })?.idsFor('/c')).toEqual(['E1', 'E2'])
})

it('garbage instead of evidence is no evidence', () => {
  for (const evidence of [undefined, null, 'E1', {}, [null, 'x', { path: 3 }, { path: '/c' }]]) {
    expect(readFillReply({ object, evidence })?.idsFor('/c')).toEqual([])
  }
  const hostile = [{ path: '/__proto__/c', ids: ['E1'] }]
  expect(readFillReply({ object, evidence: hostile })?.idsFor('/c')).toEqual([])
})

it('without an object there is no reply', () => {
  for (const reply of [undefined, null, 'x', [], {}, { object: null }, { object: [1] }]) {
    expect(readFillReply(reply)).toBeUndefined()
  }
})
