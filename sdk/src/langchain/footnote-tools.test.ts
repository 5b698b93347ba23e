import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { holdCalls } from '../../../server/src/testing/scenes/hold-calls.ts'
import { captured, readLedger } from '../../../server/src/testing/scenes/read-ledger.ts'
import {
  startTestService,
  type TestService,
} from '../../../server/src/testing/scenes/test-service.ts'
import { goodAnswer } from '../../../server/src/testing/stubs/stub-upstream.ts'
import { toolDefinitions } from '../ai-sdk/tool-definitions.ts'
import { Footnote } from '../index.node.ts'
import type { FootnoteTools } from './index.ts'

// vitest.config.ts resolves @langchain/core to this folder.
const FOREIGN = join(import.meta.dirname, '../../../e2e/foreign/node_modules/@langchain/core')
const isInstalled = existsSync(FOREIGN)
if (!isInstalled) {
  process.stderr.write('\n*** SKIPPED, not passed: @langchain/core is not installed.\n')
}

describe.skipIf(!isInstalled)('LangChain tools', () => {
  let test: TestService
  let tools: FootnoteTools
  let accountId: string
  beforeAll(async () => {
    test = await startTestService()
    const payer = await test.createPayer()
    accountId = payer.accountId
    const { footnoteTools } = await import('./index.ts')
    tools = footnoteTools(new Footnote({ apiKey: payer.key, baseUrl: test.service.url }))
  })
  afterAll(() => test?.close())

  const call = (name: keyof FootnoteTools, args: object) =>
    tools[name].invoke({ type: 'tool_call', id: 'call_1', name, args })

  it('show the model the same definitions as everywhere', () => {
    const shown = Object.entries(tools).map(([name, tool]) => [
      name,
      { description: tool.description, inputSchema: tool.schema },
    ])
    expect(Object.fromEntries(shown)).toEqual(toolDefinitions)
  })

  it('answer a tool call of a model with a message, and are charged once', async () => {
    const message = await call('answer', { query: 'What is the capital?' })
    expect(message).toMatchObject({ name: 'answer', tool_call_id: 'call_1' })
    const { content } = message as { content: string }
    expect(JSON.parse(content)).toMatchObject({ answer: goodAnswer.answer, cost_usd: 0.02 })
    const { charges } = await readLedger(test.database, accountId)
    expect(charges).toMatchObject([captured])
  })

  it('return errors as outputs, with what happened to the money', async () => {
    const { content } = (await call('answer', { query: ' ' })) as { content: string }
    expect(JSON.parse(content)).toMatchObject({ error: 'INVALID_REQUEST', money: 'not_charged' })
  })

  it('stop waiting at the signal of the run', async () => {
    const { handler } = test.upstream
    const held = holdCalls(test.upstream)
    const caller = new AbortController()
    const running = tools.finance_research.invoke({ input: 'q' }, { signal: caller.signal })
    await held.arrived
    caller.abort()
    expect(await running).toMatchObject({ error: 'ABORTED', money: 'unknown' })
    held.release()
    test.upstream.handler = handler
  })
})
