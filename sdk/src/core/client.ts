import { checkContent } from '../internal/check-content.ts'
import { createFetchTransport } from '../internal/fetch-transport.ts'
import { sendRequest } from '../internal/send-request.ts'
import { callLimitMs, longestLimitMs, pollLimitMs } from '../internal/time-limits.ts'
import { toJsonSchema } from '../internal/to-json-schema.ts'
import { type FootnoteOptions, readOptions } from './footnote-options.ts'
import type { ContentOf, OutputSchema } from './output-schema.ts'
import type {
  BackgroundResearch,
  ResearchRequest,
  SynchronousResearch,
} from './research-request.ts'
import type { CallOptions, Service } from './service.ts'
import { Tasks } from './tasks.ts'
import {
  type AnswerRequest,
  type AnswerResponse,
  type callSeconds,
  type FinanceRequest,
  operations,
  type ResearchResponse,
  type SubmissionResponse,
  type UsageResponse,
  type WalletResponse,
} from './wire.ts'

/** What the runtimes bring, each in its own way. */
export type Platform = Pick<Service, 'transport' | 'pause'>

export interface AnyRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** From the root of the service, such as /api/v1/wallet. */
  readonly path: string
  readonly body?: object | undefined
}

/** The client, whatever the runtime. */
export class Client {
  readonly #service: Service
  /** Background tasks: retrieve them, watch them, wait for them. */
  readonly tasks: Tasks

  constructor(options: FootnoteOptions, platform: Platform) {
    const transport = options.fetch ? createFetchTransport(options.fetch) : platform.transport
    this.#service = { ...readOptions(options), ...platform, transport }
    this.tasks = new Tasks(this.#service)
  }

  /** A fast answer from the web, with citations. Paid. */
  answer(request: AnswerRequest, options?: CallOptions): Promise<AnswerResponse> {
    return this.#call('answer', request, options)
  }

  /** Research in background: the reply is a task, whose report `tasks.wait` fetches. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: BackgroundResearch<Schema>,
    options?: CallOptions,
  ): Promise<SubmissionResponse>
  /** A cited report; with `output_schema`, an object of that shape. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: SynchronousResearch<Schema>,
    options?: CallOptions,
  ): Promise<ResearchResponse<ContentOf<Schema>>>
  /** A cited report or a task, as the request says; `'task_id' in reply` tells which. Paid. */
  research<const Schema extends OutputSchema = never>(
    request: ResearchRequest<Schema>,
    options?: CallOptions,
  ): Promise<ResearchResponse<ContentOf<Schema>> | SubmissionResponse>
  async research(
    request: ResearchRequest,
    options?: CallOptions,
  ): Promise<ResearchResponse<unknown> | SubmissionResponse> {
    const { output_schema: schema, ...rest } = request
    const body = schema ? { ...rest, output_schema: toJsonSchema(schema) } : rest
    const reply = await this.#call<ResearchResponse | SubmissionResponse>('research', body, options)
    if (!('output' in reply)) return reply
    const requestId = reply.billing.request_id
    return { ...reply, output: await checkContent(reply.output, { schema, requestId }) }
  }

  /** A cited financial report. Paid; it may take six minutes. */
  financeResearch(
    request: FinanceRequest,
    options?: CallOptions,
  ): Promise<ResearchResponse<string>> {
    return this.#call('finance_research', request, options)
  }

  /** The latest 100 charged calls of the account, newest first. Free. */
  usage(options?: CallOptions): Promise<UsageResponse> {
    return this.#send(operations.usage, { limitMs: pollLimitMs }, options)
  }

  /** The balance. Free. */
  wallet(options?: CallOptions): Promise<WalletResponse> {
    return this.#send(operations.wallet, { limitMs: pollLimitMs }, options)
  }

  /** Any request of the API, for what this version has no name for; with the same errors and care. */
  async send<Reply = unknown>(
    { method, path, body }: AnyRequest,
    options?: CallOptions,
  ): Promise<Reply> {
    if (!path.startsWith('/')) throw new TypeError('path must begin with a slash')
    const limitMs = method === 'GET' ? pollLimitMs : longestLimitMs
    return this.#send<Reply>({ method, path }, { body, limitMs }, options)
  }

  #call<Reply>(
    tool: keyof typeof callSeconds,
    body: object,
    options?: CallOptions,
  ): Promise<Reply> {
    const limitMs = callLimitMs(tool, body)
    return this.#send<Reply>(operations[tool], { body, limitMs }, options)
  }

  async #send<Reply>(
    { method, path }: { method: string; path: string },
    call: { body?: object | undefined; limitMs: number },
    options: CallOptions | undefined,
  ): Promise<Reply> {
    const { body } = await sendRequest<Reply>(this.#service, { method, path, ...call }, options)
    return body
  }
}
