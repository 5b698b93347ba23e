import { expect, test } from 'vitest'
import { ARRIVALS, arrivalMessage } from './arrival-message.ts'

test('a known error of a provider is told with its remedy', () => {
  const message = arrivalMessage({ error: 'email_unconfirmed', arrival: undefined })
  expect(message).toEqual({ tone: 'bad', text: expect.stringContaining('Confirm one there first') })
})

test('a second step that is over says how it ended', () => {
  const message = arrivalMessage({ error: 'second_factor_over', arrival: undefined })
  expect(message).toEqual({ tone: 'bad', text: expect.stringContaining('start again') })
})

test.each(['<b>Call 555 0100</b>', 'toString', '__proto__', ''])(
  'an unknown error %j is told in words of ours alone',
  error => {
    const message = arrivalMessage({ error, arrival: undefined })
    expect(message?.tone).toBe('bad')
    expect(message?.text).toMatch(/^That sign-in did not work/)
  },
)

test('an arrival is told only where it is one of ours', () => {
  expect(arrivalMessage({ error: undefined, arrival: 'password_set' })).toEqual({
    tone: 'good',
    text: ARRIVALS.password_set,
  })
  expect(arrivalMessage({ error: undefined, arrival: 'constructor' })).toBeUndefined()
  expect(arrivalMessage({ error: undefined, arrival: undefined })).toBeUndefined()
})
