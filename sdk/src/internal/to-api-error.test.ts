import { type Money as ContractMoney, ERROR_CODES, errorEntry } from '@footnote/contract/errors'
import { describe, expect, expectTypeOf, it } from 'vitest'
import * as sdk from '../index.ts'
import { toApiError } from './to-api-error.ts'

const body = (code: string) => ({ code, message: 'What to do.', request_id: 'r' })

describe.each(ERROR_CODES)('%s', code => {
  const { status, money } = errorEntry(code)
  const words = code.toLowerCase().split('_')
  const name = `${words.map(word => word[0]?.toUpperCase() + word.slice(1)).join('')}Error`

  it('has a public class of its name, with its money', () => {
    const error = toApiError({ body: body(code), status }, { otherwise: 'unknown' })
    expect(Object.entries(sdk)).toContainEqual([name, error.constructor])
    expect(error).toBeInstanceOf(sdk.ApiError)
    expect(error).toBeInstanceOf(sdk.FootnoteError)
    expect(error).toMatchObject({ name, code, status, money, requestId: 'r', body: body(code) })
    expect(error.stack).toMatch(new RegExp(`^${name}: What to do\\.`))
  })
})

it('covers every outcome of the contract, and unknown', () => {
  expectTypeOf<sdk.Money>().toEqualTypeOf<ContractMoney | 'charged'>()
})

it('keeps an unknown code', () => {
  const error = toApiError({ body: body('toString'), status: 409 }, { otherwise: 'not_charged' })
  expect(error.constructor).toBe(sdk.ApiError)
  expect(error).toMatchObject({ code: 'toString', money: 'not_charged', status: 409 })
})

it('states a single problem once', () => {
  const errors = [{ path: '/query', message: 'is required' }]
  const invalid = { ...body('INVALID_REQUEST'), message: '/query is required.', errors }
  const error = toApiError({ body: invalid, status: 400 }, { otherwise: 'unknown' })
  expect(error.message).toBe('/query is required.')
  expect(error).toMatchObject({ errors })
})

it('names the invalid fields in its message, without control characters', () => {
  const errors = [
    { path: '/query', message: 'is too \u001b[31mred' },
    { path: '', message: 'must be an object' },
  ]
  const invalid = { ...body('INVALID_REQUEST'), errors }
  const error = toApiError({ body: invalid, status: 400 }, { otherwise: 'unknown' })
  expect(error.message).toBe('What to do.\n- /query is too  [31mred\n- the body must be an object')
  expect(error).toMatchObject({ errors })
})
