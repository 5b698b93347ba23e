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

it('terms that are all frequent must occur together, before the rarest of them alone', () => {
  const terms = { sea: 900, lake: 500, hill: 5_000 }
  const all = ' AND (lake OR sea OR hill)'
  expect(expressions(terms, { 'lake AND sea': 400, 'lake AND sea AND hill': 40 })).toEqual([
    `lake AND sea AND hill${all}`,
    `lake${all}`,
  ])
  expect(expressions(terms, { 'lake AND sea': 40 })).toEqual([`lake AND sea${all}`, `lake${all}`])
  expect(expressions(terms)).toEqual([`lake${all}`])
})

it('a frequent term alone is asked for as it is', () => {
  expect(expressions({ sea: 900 })).toEqual(['sea'])
  expect(expressions({})).toEqual([])
})
