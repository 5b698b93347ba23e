import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { captured, readLedger } from '../testing/scenes/read-ledger.ts'
import { startTestService, type TestService } from '../testing/scenes/test-service.ts'
import { auditDatabase } from '../wallet/audit.ts'

let test: TestService
beforeAll(async () => {
  test = await startTestService()
})
afterAll(async () => {
  expect(await auditDatabase(test.connection)).toEqual([])
  await test.close()
})

const MODERN = '2026-07-28'
const LEGACY = '2025-03-26'
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
const answer = (id: number) => ({
  jsonrpc: '2.0',
  id,
  method: 'tools/call',
  params: { name: 'answer', arguments: { query: 'What is the capital?' } },
})

async function ask(body: unknown, { key = '', method = 'POST', headers = {} } = {}) {
  const response = await fetch(`${test.service.url}/mcp`, {
    method,
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      ...headers,
    },
    ...(method === 'POST' && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

it('marks every reply no-store, whatever its status', async () => {
  const { key } = await test.createPayer()
  const withMeta = (version: string) => ({
    ...list,
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': version } },
  })
  const replies = [
    await ask(list, { key }),
    await ask(answer(1), { key }),
    await ask([list, { ...list, id: 2 }], { key }),
    await ask({ jsonrpc: '2.0', method: 'notifications/initialized' }, { key }),
    await ask(withMeta('1900-01-01'), { key, headers: { 'mcp-protocol-version': '1900-01-01' } }),
    await ask('{', { key }),
    await ask(Array(21).fill(list), { key }),
    await ask(list),
    await ask(list, { key, method: 'GET' }),
    await ask(list, { key, headers: { accept: 'text/html' } }),
    await ask({ padding: 'x'.repeat(200_000) }, { key }),
    await ask(list, { key, headers: { 'content-type': 'text/plain' } }),
  ]
  expect(replies.map(({ status }) => status)).toEqual([
    ...[200, 200, 200, 202, 400, 400, 400, 401, 405, 406, 413, 415],
  ])
  for (const { headers } of replies) expect(headers.get('cache-control')).toBe('no-store')
})

describe('batches', () => {
  it('answers all of 20 messages and charges each paid call once', async () => {
    const { key, accountId } = await test.createPayer()
    const { status, text } = await ask(
      Array.from({ length: 20 }, (_, id) => answer(id)),
      { key },
    )
    expect(status).toBe(200)
    const results = [...text.matchAll(/^data: (.+)$/gm)].map(([, data = '']) => JSON.parse(data))
    expect(results.map(({ id }) => id).sort((a, b) => a - b)).toEqual([...Array(20).keys()])
    const { charges, balanceUnits } = await readLedger(test.database, accountId)
    expect(charges).toHaveLength(20)
    for (const charge of charges) expect(charge).toMatchObject(captured)
    expect(balanceUnits).toBe(96_000_000n)
  })

  it.each([LEGACY, MODERN])('refuses 21 messages in %s and runs nothing', async version => {
    const { key, accountId } = await test.createPayer()
    const { status, text } = await ask(
      Array.from({ length: 21 }, (_, id) => answer(id)),
      { key, headers: { 'mcp-protocol-version': version } },
    )
    expect(status).toBe(400)
    expect(JSON.parse(text)).toEqual({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_600, message: expect.stringMatching(/at most 20 messages/) },
    })
    expect((await readLedger(test.database, accountId)).charges).toEqual([])
  })

  it('refuses duplicate ids and runs nothing', async () => {
    const { key, accountId } = await test.createPayer()
    const { status, text } = await ask([answer(1), answer(2), answer(1)], { key })
    expect(status).toBe(400)
    expect(JSON.parse(text).error).toEqual({
      code: -32_600,
      message: expect.stringMatching(/the same id/),
    })
    expect((await readLedger(test.database, accountId)).charges).toEqual([])
  })

  it('stops charging when the wallet is empty', async () => {
    const { key, accountId } = await test.createPayer('0.05')
    const { text } = await ask([answer(1), answer(2), answer(3)], { key })
    expect(text.match(/INSUFFICIENT_BALANCE/g)).toHaveLength(1)
    const { charges, balanceUnits } = await readLedger(test.database, accountId)
    expect(charges).toHaveLength(2)
    expect(balanceUnits).toBe(100_000n)
  })
})
