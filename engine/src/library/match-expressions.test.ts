import { expect, it } from 'vitest'
import { matchExpressions } from './match-expressions.ts'

const expressions = (terms: Record<string, number>, counts: Record<string, number> = {}) => {
  const weighed = Object.entries(terms).map(([term, passages]) => ({ term, passages }))
  const count = (expression: string) => counts[expression] ?? 0
  return Array.from(matchExpressions(weighed, { most: 100, count }), match => match.expression)
}

it('a few passages are scored by all terms at once', () => {
  expect(expressions({ lake: 60, sea: 30, none: 0 })).toEqual(['(sea OR lake)'])
})

it('rare terms choose the passages, frequent ones help to order them', () => {
  expect(expressions({ lake: 5, sea: 900 })[0]).toBe('(lake) AND (lake OR sea)')
})

it('terms that are all frequent must occur together, as many as do', () => {
  const counts = { 'lake AND sea': 40, lake: 500 }
  expect(expressions({ sea: 900, lake: 500, hill: 5_000 }, counts)).toEqual([
    'lake AND sea',
    'lake',
  ])
})
