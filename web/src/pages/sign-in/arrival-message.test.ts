import { expect, test } from 'vitest'
import { ARRIVALS, arrivalMessage } from './arrival-message.ts'

test('explains a known provider error and its remedy', () => {
  const message = arrivalMessage({ error: 'email_unconfirmed', arrival: undefined })
  expect(message).toEqual({ tone: 'bad', text: expect.stringContaining('Confirm it there first') })
})

test('asks to sign in again when the second factor has timed out', () => {
  const message = arrivalMessage({ error: 'second_factor_over', arrival: undefined })
  expect(message).toEqual({ tone: 'bad', text: expect.stringContaining('Sign in again') })
})

test.each(['<b>Call 555 0100</b>', 'toString', '__proto__', ''])(
  'never shows the text of an unknown error %j',
  error => {
    const message = arrivalMessage({ error, arrival: undefined })
    expect(message?.tone).toBe('bad')
    expect(message?.text).toMatch(/^Sign-in failed/)
  },
)

test('shows only known arrival messages', () => {
  expect(arrivalMessage({ error: undefined, arrival: 'password_set' })).toEqual({
    tone: 'good',
    text: ARRIVALS.password_set,
  })
  expect(arrivalMessage({ error: undefined, arrival: 'constructor' })).toBeUndefined()
  expect(arrivalMessage({ error: undefined, arrival: undefined })).toBeUndefined()
})
