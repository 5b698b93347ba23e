import { describe, expect, it } from 'vitest'
import { add, divide, rational, round, subtract } from './rational.ts'

describe('exact arithmetic', () => {
  it('loses nothing where binary fractions do', () => {
    expect(round(add(rational('0.1'), rational('0.2')), 17)).toBe(0.3)
    expect(round(subtract(rational('7.3'), rational('19.1')), 2)).toBe(-11.8)
  })

  it('rounds half away from zero, once, at the end', () => {
    expect(round(rational('1.005'), 2)).toBe(1.01)
    expect(round(rational('-1.005'), 2)).toBe(-1.01)
    expect(round(rational('-0.001'), 2)).toBe(0)
  })

  it('divides by negative numbers, and never by zero', () => {
    const quotient = divide(rational('-3'), rational('-2'))
    expect(quotient && round(quotient, 2)).toBe(1.5)
    expect(divide(rational('3'), rational('0'))).toBeUndefined()
  })
})
