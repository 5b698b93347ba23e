import { expect, it } from 'vitest'
import { isNearly, isSlipOf } from './is-nearly.ts'

it.each([
  ['appel', 'apple'],
  ['aplle', 'apple'],
  ['appple', 'apple'],
  ['microsft', 'microsoft'],
  ['microsoff', 'microsoft'],
  ['microsofts', 'microsoft'],
])('%s is nearly %s', (written, name) => {
  expect(isNearly(written, name)).toBe(true)
})

it.each([
  ['apple', 'apple'],
  ['mars', 'marsh'],
  ['dyson', 'tyson'],
  ['tesco', 'tesla'],
  ['apparel', 'apple'],
  ['', 'apple'],
])('%s is not nearly %s', (written, name) => {
  expect(isNearly(written, name)).toBe(false)
})

it.each([
  ['spian', 'spain', true],
  ['brazl', 'brazil', true],
  ['chino', 'china', false],
])('%s for the place %s: %s', (written, name, isSlip) => {
  expect(isSlipOf(written, name)).toBe(isSlip)
})
