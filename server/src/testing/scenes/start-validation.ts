import { expect } from 'vitest'
import type { Payer } from './create-payer.ts'
import { expectContract } from './expect-contract.ts'
import { expectFree } from './expect-free.ts'
import { post, type Reply, startTestService, type TestService } from './test-service.ts'

export type PaidTool = 'answer' | 'research' | 'finance_research'

export interface Validation {
  readonly test: TestService
  readonly payer: Payer
  /** A body that is no string is sent as JSON. */
  call(tool: PaidTool, body: unknown): Promise<Reply>
  expectTaken(tool: PaidTool, body: unknown): Promise<void>
  /** 400 that names exactly these places; nothing was charged, nothing sent on. */
  expectInvalid(tool: PaidTool, body: unknown, paths: readonly string[]): Promise<void>
  /** 413, and otherwise the same. */
  expectTooLong(tool: PaidTool, body: unknown, paths: readonly string[]): Promise<void>
}

/** A service and a payer to try requests on. */
export async function startValidation(): Promise<Validation> {
  const test = await startTestService()
  const payer = await test.createPayer()
  // What is taken is paid by another, so that the books of the refused stay empty.
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
