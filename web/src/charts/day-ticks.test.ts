import { expect, test } from 'vitest'
import { dayTicks } from './day-ticks.ts'

test('every day is named where all names fit', () => {
  expect(dayTicks(7, { mostTicks: 7 })).toEqual([0, 1, 2, 3, 4, 5, 6])
})

test('where fewer fit, today is named and the others evenly before it', () => {
  expect(dayTicks(30, { mostTicks: 6 })).toEqual([4, 9, 14, 19, 24, 29])
  expect(dayTicks(90, { mostTicks: 4 })).toEqual([29, 59, 89])
  expect(dayTicks(7, { mostTicks: 1 })).toEqual([6])
})
