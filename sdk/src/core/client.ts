import { checkContent } from '../internal/check-content.ts'
import { eachPage } from '../internal/each-page.ts'
import type { Reply } from '../internal/exchange.ts'
import { respond } from '../internal/respond.ts'
import { type PaidCall, sendPaidCall } from '../internal/send-paid-call.ts'
import { sendRequest } from '../internal/send-request.ts'
import { streamCall } from '../internal/stream-call.ts'
import { callLimitMs, isTask, longestLimitMs, pollLimitMs } from '../internal/time-limits.ts'
import { toJsonSchema } from '../internal/to-json-schema.ts'
import { createFetchTransport, type Service } from '../internal/transport.ts'
import type { ApiPromise } from './api-promise.ts'
import type { CallEvent } from './call-events.ts'
import { Calls } from './calls.ts'
import { type CallOptions, type FootnoteOptions, readOptions } from './footnote-options.ts'
import type { ContentOf, OutputSchema } from './output-schema.ts'
import type {
  BackgroundResearch,
  ResearchRequest,
  SynchronousResearch,
} from './research-request.ts'
import { Tasks } from './tasks.ts'
import type { UsageFilter } from './usage-filter.ts'
import { Webhooks } from './webhooks.ts'
import {
  type AnswerRequest,
  type AnswerResponse,
  callSeconds,
  type FinanceRequest,
  operations,
  type ResearchResponse,
  type SubmissionResponse,
  type UsageCall,
  type UsageResponse,
  type WalletResponse,
} from './wire.ts'

const TOOLS = Object.keys(callSeconds) as (keyof typeof callSeconds)[]

/** The parts that differ between runtimes. */
export type Platform = Pick<Service, 'transport' | 'pause'>

/** Request to any path of the API. */
export interface AnyRequest {
  /** HTTP method. */
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Path from the root of the service, such as /api/v1/wallet. */
  readonly path: string
  /** JSON body. */
  readonly body?: object | undefined
}

/** Client for any runtime. */
export class Client {
  readonly #service: Service
  /** Background tasks: retrieve, watch or wait for one. */
  readonly tasks: Tasks
  /** Calls by their request ID: retrieve or cancel one. */
  readonly calls: Calls
  /** Webhooks of the account: create, change, test and delete them. */
  readonly webhooks: Webhooks

  constructor(options: FootnoteOptions, platform: Platform) {
    const transport = options.fetch ? createFetchTransport(options.fetch) : platform.transport
    this.#service = { ...readOptions(options), ...platform, transport }
    this.tasks = new Tasks(this.#service)
    this.calls = new Calls(this.#service)
    this.webhooks = new Webhooks(this.#service)
  }

  /** Answers a question from the web, with citations. Paid. */
  answer(request: AnswerRequest, options?: CallOptions): ApiPromise<AnswerResponse> {
    return respond(() => this.#call('answer', request, options))
  }

  /** Starts research in the background and returns a task for `tasks.wait`. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: BackgroundResearch<Schema>,
    options?: CallOptions,
  ): ApiPromise<SubmissionResponse>
  /** Returns a cited report, or JSON that matches `output_schema`. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: SynchronousResearch<Schema>,
    options?: CallOptions,
  ): ApiPromise<ResearchResponse<ContentOf<Schema>>>
  /** Returns a report or a task, depending on the request: check `'task_id' in reply`. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: ResearchRequest<Schema>,
    options?: CallOptions,
  ): ApiPromise<ResearchResponse<ContentOf<Schema>> | SubmissionResponse>
  research(
    request: ResearchRequest,
    options?: CallOptions,
  ): ApiPromise<ResearchResponse<unknown> | SubmissionResponse> {
    return respond<ResearchResponse<unknown> | SubmissionResponse>(async () => {
      const { output_schema: schema, ...rest } = request
      const body = schema ? { ...rest, output_schema: toJsonSchema(schema) } : rest
      const call = this.#call<ResearchResponse | SubmissionResponse>('research', body, options)
      const reply = await call
      if (!('output' in reply.body)) return reply
      const requestId = reply.body.billing.request_id
      const output = await checkContent(reply.body.output, { schema, requestId })
      return { ...reply, body: { ...reply.body, output } }
    })
  }

  /** Returns a cited financial report. Paid. Can take about seven minutes. */
  financeResearch(
    request: FinanceRequest,
    options?: CallOptions,
  ): ApiPromise<ResearchResponse<string>> {
    return respond(() => this.#call('finance_research', request, options))
  }

  /**
   * Runs a call and yields its events: `started`, then `progress` and `source` as they come, and the response as
   * `result`. Resumes by itself if the connection is lost, and throws the errors of the call. Paid.
   */
  stream(
    tool: 'answer',
    request: AnswerRequest,
    options?: CallOptions,
  ): AsyncGenerator<CallEvent<AnswerResponse>, void, void>
  stream<const Schema extends OutputSchema = never>(
    tool: 'research',
    request: SynchronousResearch<Schema>,
    options?: CallOptions,
  ): AsyncGenerator<CallEvent<ResearchResponse<ContentOf<Schema>>>, void, void>
  stream(
    tool: 'finance_research',
    request: FinanceRequest,
    options?: CallOptions,
  ): AsyncGenerator<CallEvent<ResearchResponse<string>>, void, void>
  async *stream(
    tool: keyof typeof callSeconds,
    request: AnswerRequest | ResearchRequest | FinanceRequest,
    options?: CallOptions,
  ): AsyncGenerator<CallEvent<unknown>, void, void> {
    const { output_schema: schema, ...rest } = request as ResearchRequest
    const body = schema ? { ...rest, output_schema: toJsonSchema(schema) } : rest
    if (isTask(tool, body)) {
      throw new TypeError('A background task has no stream of its own: use research and tasks.wait')
    }
    const call = this.#paidCall(tool, body, options)
    for await (const event of streamCall<ResearchResponse>(this.#service, call, options)) {
      if (event.event !== 'result' || !schema) yield event
      else {
        const output = await checkContent(event.data.output, { schema, requestId: call.requestId })
        yield { ...event, data: { ...event.data, output } }
      }
    }
  }

  /**
   * Goes through the charged calls of your account that match, newest first, and fetches more as you go:
   * `for await (const call of footnote.usageCalls({ from: '2026-11-01' }))`. Free.
   */
  async *usageCalls(
    filter: UsageFilter = {},
    options?: CallOptions,
  ): AsyncGenerator<UsageCall, void, void> {
    const pages = eachPage<UsageResponse>(this.#service, operations.usage, { filter, options })
    for await (const { calls } of pages) yield* calls
  }

  /** Lists the latest 100 charged calls of your account, newest first. Free. */
  usage(options?: CallOptions): ApiPromise<UsageResponse> {
    return respond(() => this.#send(operations.usage, { limitMs: pollLimitMs }, options))
  }

  /** Returns your balance. Free. */
  wallet(options?: CallOptions): ApiPromise<WalletResponse> {
    return respond(() => this.#send(operations.wallet, { limitMs: pollLimitMs }, options))
  }

  /** Sends any request to the API, for operations without a method here. Same errors and retries. */
  send<Data = unknown>(
    { method, path, body }: AnyRequest,
    options?: CallOptions,
  ): ApiPromise<Data> {
    return respond(async () => {
      if (!path.startsWith('/')) throw new TypeError('path must start with a slash')
      const tool = TOOLS.find(name => method === 'POST' && operations[name].path === path)
      if (tool) return this.#call<Data>(tool, body ?? {}, options)
      const limitMs = method === 'GET' ? pollLimitMs : longestLimitMs
      return this.#send<Data>({ method, path }, { body, limitMs }, options)
    })
  }

  async #call<Data>(
    tool: keyof typeof callSeconds,
    body: object,
    options?: CallOptions,
  ): Promise<Reply<Data>> {
    return sendPaidCall<Data>(this.#service, this.#paidCall(tool, body, options), options)
  }

  #paidCall(
    tool: keyof typeof callSeconds,
    body: object,
    options: CallOptions | undefined,
  ): PaidCall {
    const requestId = options?.requestId ?? globalThis.crypto.randomUUID()
    const limitMs = callLimitMs(tool, body)
    return { ...operations[tool], body, limitMs, requestId, isTask: isTask(tool, body) }
  }

  #send<Data>(
    { method, path }: { method: string; path: string },
    call: { body?: object | undefined; limitMs: number },
    options: CallOptions | undefined,
  ): Promise<Reply<Data>> {
    return sendRequest(this.#service, { method, path, ...call }, options)
  }
}
