import { expect } from 'vitest'
import type { Payer } from './create-payer.ts'
import { expectContract } from './expect-contract.ts'
import { expectFree } from './expect-free.ts'
import { post, type Reply, startTestService, type TestService } from './test-service.ts'

export type PaidTool = 'answer' | 'research' | 'finance_research'

export interface Validation {
  readonly test: TestService
  readonly payer: Payer
  /** Sent as JSON unless it is a string. */
  call(tool: PaidTool, body: unknown): Promise<Reply>
  expectTaken(tool: PaidTool, body: unknown): Promise<void>
  /** Expects 400 that names exactly these paths; nothing was charged, nothing sent upstream. */
  expectInvalid(tool: PaidTool, body: unknown, paths: readonly string[]): Promise<void>
  /** Expects 413, and otherwise the same. */
  expectTooLong(tool: PaidTool, body: unknown, paths: readonly string[]): Promise<void>
}

/** A service and a payer to try requests on. */
export async function startValidation(): Promise<Validation> {
  const test = await startTestService()
  const payer = await test.createPayer()
  // Accepted requests are paid by another account, so that the books of the refused stay empty.
  const spender = await test.createPayer('1000')

  const send = ({ key }: Payer, tool: PaidTool, body: unknown) =>
    post(`${test.service.url}/api/v1/${tool}`, key, body)

  const expectRefused =
    (code: string) => async (tool: PaidTool, body: unknown, paths: readonly string[]) => {
      const reply = await expectFree(test, payer, () => send(payer, tool, body))
      expectContract(tool, reply)
      expect(reply.body.code).toBe(code)
      expect(reply.body.errors.map((error: { path: string }) => error.path)).toEqual(paths)
    }

  return {
    test,
    payer,
    call: (tool, body) => send(payer, tool, body),
    async expectTaken(tool, body) {
      expect((await send(spender, tool, body)).status).toBe(200)
    },
    expectInvalid: expectRefused('INVALID_REQUEST'),
    expectTooLong: expectRefused('QUERY_TOO_LONG'),
  }
}
