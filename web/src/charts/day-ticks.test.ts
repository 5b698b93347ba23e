import { expect, test } from 'vitest'
import { dayTicks } from './chart-shape.ts'

test('labels every day if all labels fit', () => {
  expect(dayTicks(7, { mostTicks: 7 })).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('labels the last day and evenly spaced earlier ones if fewer fit', () => {
  expect(dayTicks(30, { mostTicks: 6 })).toEqual([4, 9, 14, 19, 24, 29])
  expect(dayTicks(90, { mostTicks: 4 })).toEqual([29, 59, 89])
  expect(dayTicks(7, { mostTicks: 1 })).toEqual([6])
})
