import { execFile, execFileSync } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { callSnippets } from './request-snippets.ts'

const run = promisify(execFile)
const KEY = `fn_${'aB3'.repeat(16)}c`
const received: unknown[] = []

const server = createServer((request, response) => {
  void text(request).then(body => {
    const { authorization, 'content-type': type } = request.headers
    received.push({ line: `${request.method} ${request.url}`, authorization, type, body })
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ answer: 'Sucre; the government’s seat is La Paz [[1]].' }))
  })
})
beforeAll(() => new Promise<void>(listening => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())

test.for([
  ['curl', 'bash', ['-c']],
  ['TypeScript', process.execPath, ['--input-type=module-typescript', '-e']],
  ['Python', 'python3', ['-c']],
] as const)(
  'the %s snippet makes the call unchanged',
  async ([name, program, before], { skip }) => {
    skip(!exists(name === 'curl' ? name : program), 'not installed')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const snippet = callSnippets({ baseUrl, key: KEY }).find(entry => entry.name === name)
    received.length = 0
    const { stdout } = await run(program, [...before, snippet?.code ?? ''])
    expect(stdout).toContain('La Paz')
    expect(received).toEqual([
      {
        line: 'POST /api/v1/answer',
        authorization: `Bearer ${KEY}`,
        type: 'application/json',
        body: expect.toSatisfy(
          body => JSON.parse(body as string).query === 'What is the capital of Bolivia?',
        ),
      },
    ])
  },
)

function exists(program: string): boolean {
  try {
    execFileSync(program, ['--version'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}
