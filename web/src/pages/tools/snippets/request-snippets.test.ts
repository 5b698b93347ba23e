import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { ToolRequest } from '../tool-request.ts'
import { requestSnippets } from './request-snippets.ts'

const run = promisify(execFile)
const KEY = `fn_${'aB3'.repeat(16)}c`
/** Characters with a special meaning in any of the languages. */
const QUESTION = [
  `"double" 'single' \`back\` """three""" '''three'''`,
  '\\ \\n \\" \\u0041 \\',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it must arrive unchanged
  '$HOME ${HOME} $(id) `id` !! %s %n',
  'JSON',
  'Zürich 東京 🔑\u2028\u2029\ufeff\u0000\u007f \ud800',
  '</script> -- # // /* {{ }} "__proto__": 1',
  '\t\r\n',
].join('\n')
const LANGUAGES = [
  ['curl', 'bash', ['-c']],
  ['TypeScript', process.execPath, ['--input-type=module-typescript', '-e']],
  ['Python', 'python3', ['-c']],
] as const
const TASK = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const REPORT = { status: 'running', text: 'Ünï "quoted" [[1]]' }

let received: { line: string; key: string | undefined; body: string }[] = []
let polls = 0

/** Accepts a submission, then replies to polls with an error, an unfinished task and a result. */
function answer(request: IncomingMessage, response: ServerResponse): void {
  const isPoll = request.method === 'GET'
  const isSubmission = request.url === '/api/v1/research'
  polls += isPoll ? 1 : 0
  response.setHeader('content-type', 'application/json')
  if (isPoll && polls < 3) response.setHeader('retry-after', '0')
  if (isPoll && polls === 1) response.statusCode = 503
  const handle = { task_id: TASK, status: polls < 3 ? 'queued' : 'completed' }
  if (isSubmission) response.end(JSON.stringify(handle))
  else if (!isPoll) response.end(JSON.stringify({ answer: REPORT.text }))
  else if (polls === 1) response.end(JSON.stringify({ code: 'JOB_POLL_FAILED' }))
  else if (polls === 2) response.end(JSON.stringify(handle))
  else response.end(JSON.stringify({ ...handle, result: { output: { content: REPORT } } }))
}

const server = createServer((request, response) => {
  void text(request).then(body => {
    const { method, url, headers } = request
    received.push({ line: `${method} ${url}`, key: headers.authorization, body })
    answer(request, response)
  })
})
beforeAll(() => new Promise<void>(listening => server.listen(0, '127.0.0.1', listening)))
afterAll(() => void server.close())
beforeEach(() => {
  received = []
  polls = 0
})

function snippetOf(name: string, options: { baseUrl: string; request: ToolRequest }): string {
  return requestSnippets(options).find(one => one.name === name)?.code ?? ''
}

async function runSnippet(
  [name, program, before]: readonly [string, string, readonly string[]],
  request: ToolRequest,
) {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = snippetOf(name, { baseUrl, request })
  const env = { ...process.env, FOOTNOTE_API_KEY: KEY }
  const { stdout } = await run(program, [...before, code], { env })
  return JSON.parse(stdout) as unknown
}

describe.each(LANGUAGES)('%s', (...language) => {
  const [name, program] = language
  const isMissing = !exists(name === 'curl' ? name : program)

  async function expectCalled(request: ToolRequest): Promise<void> {
    const printed = await runSnippet(language, structuredClone(request))
    expect(printed).toEqual({ answer: REPORT.text })
    const [seen, ...others] = received
    expect(others).toEqual([])
    expect(seen).toMatchObject({ line: `POST /api/v1/${request.tool}`, key: `Bearer ${KEY}` })
    expect(JSON.parse(seen?.body ?? '')).toEqual(request.body)
  }

  test('requests an answer once, with exactly the given body', async ({ skip }) => {
    skip(isMissing, 'not installed')
    await expectCalled({
      tool: 'answer',
      body: { query: QUESTION, include_domains: ['example.com'] },
    })
  })

  test('requests financial research like an answer, or with its own code', async () => {
    const body = { input: QUESTION, research_effort: 'deep' } as const
    if (name === 'TypeScript') return expectCalled({ tool: 'finance_research', body })
    const code = (tool: string) =>
      snippetOf(name, { baseUrl: 'http://x.example', request: { tool, body } as ToolRequest })
    expect(code('finance_research')).toBe(
      code('answer').replace('v1/answer', 'v1/finance_research'),
    )
  })

  test('submits a task once and polls it until it ends', async ({ skip }) => {
    skip(isMissing, 'not installed')
    const schema = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string","default":""}}}',
    )
    const body = { input: QUESTION, research_effort: 'deep', output_schema: schema } as const
    const printed = await runSnippet(language, { tool: 'research', body })
    expect(printed).toMatchObject({ status: 'completed', result: { output: { content: REPORT } } })
    expect(received.map(({ line }) => line)).toEqual([
      'POST /api/v1/research',
      ...Array.from({ length: 3 }, () => `GET /api/v1/research/${TASK}`),
    ])
    expect(received.every(({ key }) => key === `Bearer ${KEY}`)).toBe(true)
    const sent = JSON.parse(received[0]?.body ?? '')
    expect(sent.input).toBe(QUESTION)
    expect(JSON.stringify(sent.output_schema)).toBe(JSON.stringify(schema))
  })
})

test('passes a long question through a shell', async ({ skip }) => {
  skip(!exists('curl'), 'not installed')
  const input = '東'.repeat(40_000)
  const body = { input, research_effort: 'deep', background: true } as const
  await runSnippetOf('bash', { tool: 'research', body })
  expect(JSON.parse(received[0]?.body ?? '').input).toBe(input)
})

/** Runs the code from standard input, since it is too long for an argument. */
async function runSnippetOf(program: string, request: ToolRequest): Promise<void> {
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const code = requestSnippets({ baseUrl, request, key: KEY })[0]?.code ?? ''
  const child = run(program, ['-s'])
  child.child.stdin?.end(code)
  await child
}

function exists(program: string): boolean {
  const folders = process.env['PATH']?.split(delimiter) ?? []
  return existsSync(program) || folders.some(folder => existsSync(join(folder, program)))
}
