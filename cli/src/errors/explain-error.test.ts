import { ERROR_CODES, errors } from '@footnote/contract/errors'
import { Footnote } from '@footnote/sdk'
import { describe, expect, it } from 'vitest'
import { CallerError } from './caller-error.ts'
import { exitCodes, exitCodesText } from './exit-codes.ts'
import { explainError } from './explain-error.ts'

const request_id = '01a1e0db-addb-7f4c-b519-00f25a4c2e3a'

/** Creates the SDK's error for a code. */
async function failureOf(status: number, body: object): Promise<unknown> {
  const footnote = new Footnote({
    apiKey: 'fn_x',
    baseUrl: 'http://footnote.example',
    maxRetries: 0,
    fetch: async () => Response.json(body, { status }),
  })
  return footnote.answer({ query: 'x' }).then(
    () => expect.unreachable(),
    (error: unknown) => error,
  )
}

describe.each(ERROR_CODES)('%s', code => {
  const { status, message, money } = errors[code]
  const body = { code, message, request_id }

  it('has an exit code, a message, the money and the request id', async () => {
    const error = await failureOf(status, body)
    const { exitCode, lines, body: json } = await explainError(error, { isPaid: true })
    expect(exitCode).toBe(exitCodes[code])
    expect(lines[0]).toBe(`footnote: ${message}`)
    expect(lines.at(-1)).toMatch(MONEY[money])
    expect(lines.at(-1)).toContain(`Request: ${request_id}`)
    expect(json).toEqual(body)
    expect(exitCodesText(80)).toMatch(new RegExp(`^ {2}${exitCode} +.*${code}`, 'm'))
  })

  it('says how to resume a running task', async () => {
    const error = await failureOf(status, body)
    const { lines, body: json } = await explainError(error, { isPaid: true, taskId: 'the-task' })
    const isOver = ['QUERY_FAILED_REFUNDED', 'JOB_NOT_FOUND', 'JOB_EXPIRED'].includes(code)
    expect(lines.join('\n').includes('footnote task the-task')).toBe(!isOver)
    // Polling is free, but the task was not.
    expect(lines.join('\n')).not.toContain('Nothing was charged')
    expect(json).toEqual(isOver ? body : { ...body, task_id: 'the-task' })
  })
})

const MONEY = {
  not_charged: /^Nothing was charged\./,
  refunded: /^Refunded in full\./,
  unknown: /^You may have been charged\. .*footnote usage/,
}

it('shows an unknown code and exits with 1', async () => {
  const error = await failureOf(418, { code: 'TEAPOT', message: 'Tea only.', request_id })
  const { exitCode, lines } = await explainError(error, {})
  expect({ exitCode, lines }).toEqual({
    exitCode: 1,
    lines: ['footnote: Tea only.', `Request: ${request_id}`],
  })
})

it('explains a usage error in one line with its cause, and an internal error with its stack', async () => {
  const mistake = new CallerError('USAGE', 'it cannot be read', { cause: new Error('ENOENT') })
  expect(await explainError(mistake, {})).toMatchObject({
    exitCode: 2,
    lines: ['footnote: it cannot be read: ENOENT'],
  })
  const fault = await explainError(new RangeError('oops'), {})
  expect(fault).toMatchObject({ exitCode: 1, lines: [expect.stringMatching(/oops\n +at /)] })
})

it('says after an internal error how to check a paid call', async () => {
  const lastOf = async (circumstances: object) => {
    const { lines } = await explainError(new RangeError('oops'), circumstances)
    return lines.at(-1)
  }
  expect(await lastOf({ isPaid: true })).toMatch(MONEY.unknown)
  expect(await lastOf({ isPaid: true, taskId: 'the-task' })).toContain('footnote task the-task')
})
