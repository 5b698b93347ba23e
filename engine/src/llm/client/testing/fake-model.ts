import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ModelTask } from '../model.ts'
import { DISLIKES, type FakeDislike } from './fake-dislikes.ts'
import { type FakeReply, refuse, sendReply } from './fake-replies.ts'

/** Replies to a task: always the same, a sequence whose last one repeats, or a function. */
export type FakeAnswer =
  | FakeReply
  | readonly FakeReply[]
  | ((request: FakeRequest) => FakeReply | Promise<FakeReply>)

/** By task; `other` is for all that have no answer of their own. */
export type FakeScript = Partial<Record<ModelTask | 'other', FakeAnswer>>

export interface FakeRequest {
  readonly task: string
  readonly system: string
  readonly user: string
  /** The JSON schema that a value was asked by. */
  readonly schema: unknown
  readonly body: Readonly<Record<string, unknown>>
  readonly headers: IncomingMessage['headers']
}

export interface FakeModelOptions {
  /** Request features to refuse, in OpenAI's words. */
  readonly refuses?: readonly FakeDislike[]
  readonly apiKey?: string
  /** JSON by path, for what servers tell of themselves. */
  readonly pages?: Readonly<Record<string, unknown>>
}

export interface FakeModel {
  /** Without `/v1`. */
  readonly url: string
  readonly requests: readonly FakeRequest[]
  /** The most requests that were being answered at the same time. */
  readonly mostAtOnce: number
  /** Rejected requests, which are not in `requests`. */
  readonly refused: number
  /** Replies whose connection the other side closed before they were over. */
  readonly abandoned: number
  /** May be set anew in the middle of a test. */
  script: FakeScript
  close(): Promise<void>
}

/** Starts a real HTTP server that works like an OpenAI-compatible endpoint and replies by a script. */
export async function startFakeModel(
  script: FakeScript,
  options: FakeModelOptions = {},
): Promise<FakeModel> {
  const fake = {
    url: '',
    requests: [] as FakeRequest[],
    mostAtOnce: 0,
    refused: 0,
    abandoned: 0,
    script,
    close,
  }
  let atOnce = 0
  const server = createServer((request, response) => {
    atOnce += 1
    fake.mostAtOnce = Math.max(fake.mostAtOnce, atOnce)
    response.on('close', () => {
      atOnce -= 1
      if (!response.writableFinished) fake.abandoned += 1
    })
    serve(request, response).catch(error => response.destroy(error))
  })

  async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(request)
    const path = (request.url ?? '').split('?')[0] ?? ''
    if (options.apiKey && request.headers.authorization !== `Bearer ${options.apiKey}`) {
      return refuse(response, 401, { message: 'Incorrect API key provided.' })
    }
    if (path === '/v1/chat/completions') return chat(readRequest(request, body), response)
    const page = options.pages?.[path] ?? (path === '/v1/models' ? { data: [] } : undefined)
    if (page === undefined) return refuse(response, 404, { message: 'Not found' })
    sendJson(response, page)
  }

  async function chat(request: FakeRequest, response: ServerResponse): Promise<void> {
    const dislike = options.refuses?.find(part => DISLIKES[part].applies(request.body))
    if (dislike) {
      fake.refused += 1
      return refuse(response, 400, DISLIKES[dislike].error)
    }
    const earlier = fake.requests.filter(({ task }) => task === request.task).length
    fake.requests.push(request)
    const answer = fake.script[request.task as ModelTask] ?? fake.script.other
    const reply = await pickReply(answer, request, earlier)
    sendReply(response, reply, { prompt: request.system + request.user })
  }

  async function close(): Promise<void> {
    if (!server.listening) return
    const closed = once(server, 'close')
    server.close()
    server.closeAllConnections()
    await closed
  }

  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  fake.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return fake
}

async function pickReply(answer: FakeAnswer | undefined, request: FakeRequest, earlier: number) {
  if (typeof answer === 'function') return answer(request)
  if (!Array.isArray(answer)) return (answer as FakeReply) ?? { fault: 'unscripted' as const }
  return answer[Math.min(earlier, answer.length - 1)] ?? { fault: 'unscripted' as const }
}

function readRequest(request: IncomingMessage, body: Record<string, unknown>): FakeRequest {
  const messages = (body['messages'] ?? []) as { role: string; content: string }[]
  const of = (role: string) => messages.find(message => message.role === role)?.content ?? ''
  const system = of('system') || of('user')
  const format = body['response_format'] as
    | { json_schema?: { name?: string; schema?: unknown } }
    | undefined
  const task = format?.json_schema?.name ?? /^Task: (\S+)/.exec(system)?.[1] ?? ''
  const schema = format?.json_schema?.schema
  return { task, system, user: of('user'), schema, body, headers: request.headers }
}

async function readBody(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk)
  const text = Buffer.concat(chunks).toString('utf8')
  return text === '' ? {} : JSON.parse(text)
}

function sendJson(response: ServerResponse, value: unknown): void {
  response.writeHead(200, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}
