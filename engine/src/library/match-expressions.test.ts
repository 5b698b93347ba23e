import { expect, it } from 'vitest'
import { matchExpressions } from './match-expressions.ts'

const expressions = (terms: Record<string, number>) => {
  const weighed = Object.entries(terms).map(([term, passages]) => ({ term, passages }))
  return matchExpressions(weighed, 100)
}

it('a few passages are scored by all terms at once', () => {
  expect(expressions({ sea: 30, lake: 60 })).toEqual(['(sea OR lake)'])
})

it('rare terms choose the passages, frequent ones help to order them', () => {
  expect(expressions({ lake: 5, sea: 900 })[0]).toBe('(lake) AND (lake OR sea)')
})

it('terms that are all frequent must occur together, as many as possible', () => {
  const all = ' AND (lake OR sea OR hill)'
  expect(expressions({ lake: 500, sea: 900, hill: 5_000 })).toEqual([
    `lake AND sea AND hill${all}`,
    `lake AND sea${all}`,
    `lake${all}`,
  ])
})

it('a frequent term alone is asked for as it is', () => {
  expect(expressions({ sea: 900 })).toEqual(['(sea)'])
  expect(expressions({})).toEqual([])
})
