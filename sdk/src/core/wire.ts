// Generated from the contract: do not edit. Renewed by
// vitest run sdk/src/core/wire.test.ts -u

export interface AnswerRequest {
  /** The question. */
  query: string
  /** Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains. */
  include_domains?: readonly string[] | undefined
  /** Never use these hosts or suffixes. */
  exclude_domains?: readonly string[] | undefined
  /** Prefer these hosts or suffixes. */
  boost_domains?: readonly string[] | undefined
  /**
   * Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as
   * YYYY-MM-DD.
   */
  freshness?: string | undefined
  /**
   * Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR,
   * DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR,
   * GB, US.
   */
  country?: CountryCode | undefined
  /**
   * Language of the pages, in upper or lower case. One of AR, EU, BN, BG, CA, ZH-HANS, ZH-HANT, HR,
   * CS, DA, NL, EN, EN-GB, ET, FI, FR, GL, DE, EL, GU, HE, HI, HU, IS, IT, JA, KN, KO, LV, LT, MS,
   * ML, MR, NB, PL, PT-BR, PT-PT, PA, RO, RU, SR, SK, SL, ES, SV, TA, TE, TH, TR, UK, VI.
   */
  language?: LanguageCode | undefined
  /** How strictly to filter explicit results. Default: moderate. */
  safesearch?: 'off' | 'moderate' | 'strict' | undefined
}

export interface ResearchRequest {
  /** The question to research. To get the report in another language, ask for it here. */
  input: string
  /**
   * How thorough the research is. The efforts deep, exhaustive and frontier always run in the
   * background. Default: standard.
   */
  research_effort?: 'lite' | 'standard' | 'deep' | 'exhaustive' | 'frontier' | undefined
  source_control?: SourceControl | undefined
  /** If true, lite and standard run in the background too. */
  background?: boolean | undefined
  /**
   * A JSON Schema for output.content. Not available with lite. The root must have type object.
   * Every object must set additionalProperties to false and list every property as required. At
   * most 32 levels and 1000 properties. The engine that runs the research has tighter limits.
   */
  output_schema?: Record<string, unknown> | undefined
}

export interface FinanceRequest {
  /** The question to research. To get the report in another language, ask for it here. */
  input: string
  /** How thorough the research is. Default: deep. */
  research_effort?: 'deep' | 'exhaustive' | undefined
}

/** Controls the sources of the research. */
export interface SourceControl {
  /** Use only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains. */
  include_domains?: readonly string[] | undefined
  /** Never use these hosts or suffixes. */
  exclude_domains?: readonly string[] | undefined
  /** Prefer these hosts or suffixes. */
  boost_domains?: readonly string[] | undefined
  /**
   * Age of the pages: day, week, month, year, or a range <start_date>to<end_date> with dates as
   * YYYY-MM-DD.
   */
  freshness?: string | undefined
  /**
   * Country of the pages, in upper or lower case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR,
   * DE, HK, IN, ID, IT, JP, KR, MY, MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR,
   * GB, US.
   */
  country?: CountryCode | undefined
}

export interface AnswerResponse {
  /** The answer. The marker [[1]] refers to the first citation, and [[1, 2]] to the first two. */
  answer: string
  /** The cited sources. The marker [[1]] refers to the first. */
  citations: Citation[]
  /** The search results. */
  results: {
    /** Web pages, in search order. */
    web: WebResult[]
  }
  billing: Billing
}

export interface AnswerResult {
  /** The answer. The marker [[1]] refers to the first citation, and [[1, 2]] to the first two. */
  answer: string
  /** The cited sources. The marker [[1]] refers to the first. */
  citations: Citation[]
  /** The search results. */
  results: {
    /** Web pages, in search order. */
    web: WebResult[]
  }
}

export interface Citation {
  /** URL of the source. */
  source: string
  /** The passages that support the answer. */
  excerpts: string[]
}

export interface WebResult {
  /** URL of the page. */
  url: string
  /** Title of the page. */
  title: string
  /** Passages from the page. */
  snippets: string[]
  /** Date of the page, as the search reported it. */
  page_age?: string
}

export interface ResearchResponse<Content = string> {
  output: Output<Content>
  billing: Billing
}

export interface ResearchResult<Content = string | Record<string, unknown>> {
  output: Output<Content>
}

/** The report and its sources. */
export interface Output<Content = string | Record<string, unknown>> {
  /**
   * The report, or a JSON object if you sent output_schema. The marker [[n]] refers to the nth
   * source.
   */
  content: Content
  /** object if content is a JSON object, otherwise text. */
  content_type: 'text' | 'object'
  /** The sources of the report. The marker [[1]] refers to the first. */
  sources: Source[]
  /**
   * The passages that prove the values of a JSON object, or that a report is based on. Present if
   * you sent Footnote-Include: evidence and the service has evidence.
   */
  evidence?: Evidence[]
}

export interface Source {
  /** URL of the source. */
  url: string
  /** Title of the source, or its host name if it has no title. */
  title: string
}

export interface Evidence {
  /** JSON Pointer of the value in content. Empty for a report, as the pointer to the whole. */
  pointer: string
  /** Number of the source: 1 is the first of sources. */
  source: number
  /** The passage of the source that proves the value or supports the report. */
  quote: string
}

/** Cost of the call. */
export interface Billing {
  /** Identifier of the request. For a background task, it equals task_id. */
  request_id: string
  /** Cost of the call in USD. */
  cost_usd: number
  /** Cost of the call in wallet units of 0.0000001 USD. */
  cost_units: number
  /** Wallet balance in USD after the debit. */
  balance_usd: number
}

export interface SubmissionResponse {
  /** Identifier of the task. */
  task_id: string
  status: TaskState
  /** You can retrieve the result until this time, 24 hours after submission. */
  expires_at: string
  billing: Billing
}

export interface TaskResponse<Content = string | Record<string, unknown>> {
  /** Identifier of the task. */
  task_id: string
  status: TaskState
  /** You can retrieve the result until this time, 24 hours after submission. */
  expires_at: string
  /** Present when status is completed. */
  result?: {
    output: Output<Content>
  }
  /** Present when status is failed. */
  code?: 'QUERY_FAILED_REFUNDED'
  /** Present when status is failed. Says why the task was refunded and what to do. */
  message?: string
}

export interface CallResponse<Content = string | Record<string, unknown>> {
  /** Identifier of the call. */
  request_id: string
  status: CallStatus
  /**
   * The response of the call without its billing. Present when status is completed, for 15 minutes.
   * A background task has no result here.
   */
  result?: AnswerResult | ResearchResult<Content>
  /** Present when status is failed. */
  code?: 'QUERY_FAILED_REFUNDED'
  /**
   * Says why the call failed, or where to find the result if the call completed and result is
   * absent.
   */
  message?: string
  /** Cost of the call, or its refund. balance_usd is the balance now. */
  billing: Billing | RefundedBilling
}

export interface AcceptedResponse {
  /** Identifier of the call. Use it to retrieve the result. */
  request_id: string
  status: CallStatus
  billing: Billing
}

/** State of the call. */
export type CallStatus = 'running' | 'completed' | 'failed'

/** State of the task. */
export type TaskState = 'submitting' | 'queued' | 'running' | 'completed' | 'failed'

export interface TasksResponse {
  /** Newest first, without reports. Retrieve a task to get its report. */
  tasks: ListedTask[]
  /** Send it as cursor to get the next page. Absent on the last page. */
  next_cursor?: string
}

export interface ListedTask {
  /** Identifier of the task. */
  task_id: string
  status: TaskState
  /** The research_effort of the task. */
  effort: string
  /** Price of the task in USD. */
  cost_usd: number
  /** Price of the task in wallet units. */
  cost_units: number
  /** Name of the API key that submitted the task, or website. */
  key_name: string
  /** When the task was debited. */
  created_at: string
  /** You can retrieve the result until this time, 24 hours after submission. */
  expires_at: string
}

export interface UsageResponse {
  /** Newest first. */
  calls: UsageCall[]
  /** Send it as cursor to get the next page. Absent on the last page. */
  next_cursor?: string
}

export interface UsageCall {
  /** Identifier of the call. */
  request_id: string
  /** The tool that was called. */
  tool: 'answer' | 'research' | 'finance_research'
  /** The research_effort of the call, or null for answer. */
  effort: string | null
  /** Price of the call in USD. */
  cost_usd: number
  /** Price of the call in wallet units. */
  cost_units: number
  /**
   * held (pending) while the call runs, then captured (paid) or refunded. For a completed task,
   * held until you first retrieve the result or it expires.
   */
  state: 'held' | 'captured' | 'refunded'
  /** Name of the API key that made the call, or website for a call from the website. */
  key_name: string
  /** When the call was debited. */
  created_at: string
}

export interface WalletResponse {
  /** Wallet balance in USD. */
  balance_usd: number
  /** Wallet balance in wallet units of 0.0000001 USD. */
  balance_units: number
}

export interface CreateWebhookRequest {
  /**
   * Address that gets the events: https:// on port 443, on the public internet, without a user name
   * or a fragment.
   */
  url: string
  /** The events to send. */
  events: readonly WebhookEvent[]
}

export interface UpdateWebhookRequest {
  /**
   * Address that gets the events: https:// on port 443, on the public internet, without a user name
   * or a fragment.
   */
  url?: string | undefined
  /** The events to send. */
  events?: readonly WebhookEvent[] | undefined
  /** false to switch the webhook off, true to switch it on. */
  is_on?: boolean | undefined
}

export type WebhookEvent =
  | 'task.completed'
  | 'task.failed'
  | 'wallet.low'
  | 'wallet.recharged'
  | 'key.created'
  | 'key.limit_reached'

export interface Webhook {
  /** Identifier of the webhook. */
  webhook_id: string
  /** Address that gets the events. */
  url: string
  /** The events that are sent. */
  events: WebhookEvent[]
  /** When the webhook was created. */
  created_at: string
  /** Until when the secret before the latest rotation signs too; null if it was not rotated. */
  previous_until: string | null
  /** When the webhook was switched off; null while it is on. */
  disabled_at: string | null
  /** owner if you switched it off, failing if we did; null while it is on. */
  disabled_because: 'owner' | 'failing' | null
}

export interface WebhooksResponse {
  /** The webhooks of the account, newest first. */
  webhooks: Webhook[]
}

export interface WebhookSecretResponse {
  /** Identifier of the webhook. */
  webhook_id: string
  /** The signing secret. You see it this once. */
  secret: string
}

export interface WebhookDeliveriesResponse {
  /** The latest 50 deliveries, newest first. */
  deliveries: WebhookDelivery[]
}

export interface WebhookDelivery {
  /** Identifier of the delivery. */
  delivery_id: string
  /** Identifier of the event, sent as webhook-id. */
  event_id: string
  /** The event, or test. */
  kind: string
  /** When the event happened. */
  created_at: string
  /** When the next attempt is due; null if there will be none. */
  next_try_at: string | null
  /** Attempts so far. */
  tries: number
  /** When your server took the event; null if it has not. */
  delivered_at: string | null
  /** HTTP status of the latest reply; null if there was none. */
  last_status: number | null
  /** Why the latest attempt got no reply, in one word; null if it got one. */
  last_fault: string | null
}

export interface EventsResponse {
  /** The latest 100 events, newest first. */
  events: AccountEvent[]
}

export interface AccountEvent {
  /** Identifier of the event, which webhooks send as webhook-id. */
  event_id: string
  kind: WebhookEvent
  /** When the event happened. */
  created_at: string
  /** The body that webhooks send, as JSON text. */
  body: string
}

export interface DoneResponse {
  /** Always done. */
  status: 'done'
}

export interface ErrorBody {
  code: ErrorCode
  /** Explanation for people: what went wrong and what to do. */
  message: string
  /** Identifier of the request, as in X-Request-Id. */
  request_id: string
  /** The problems found. Present with INVALID_REQUEST and QUERY_TOO_LONG. */
  errors?: Problem[]
  /** Price of the call. Present with INSUFFICIENT_BALANCE. */
  required_usd?: number
  /** Wallet balance. Present with INSUFFICIENT_BALANCE. */
  balance_usd?: number
  billing?: RefundedBilling
}

/** Error code for your program to check. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_API_KEY'
  | 'INSUFFICIENT_BALANCE'
  | 'NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'CANNOT_CANCEL'
  | 'JOB_EXPIRED'
  | 'QUERY_TOO_LONG'
  | 'RATE_LIMITED'
  | 'QUERY_FAILED_REFUNDED'
  | 'JOB_POLL_FAILED'
  | 'SERVICE_UNAVAILABLE'
  | 'BILLING_UNAVAILABLE'

export interface Problem {
  /** JSON Pointer into the body. Empty if the problem concerns the whole body. */
  path: string
  /** The problem at this path. */
  message: string
}

/** The refund. Present with QUERY_FAILED_REFUNDED on a POST. */
export interface RefundedBilling {
  /** Identifier of the request. */
  request_id: string
  /** Always 0, because the call was refunded. */
  cost_usd: 0
  /** Always 0, in wallet units. */
  cost_units: 0
  /** Refunded amount in USD. */
  refunded_usd: number
  /** Refunded amount in wallet units. */
  refunded_units: number
  /** Wallet balance in USD after the refund. */
  balance_usd: number
}

type UpperCountryCode =
  | 'AR'
  | 'AU'
  | 'AT'
  | 'BE'
  | 'BR'
  | 'CA'
  | 'CL'
  | 'DK'
  | 'FI'
  | 'FR'
  | 'DE'
  | 'HK'
  | 'IN'
  | 'ID'
  | 'IT'
  | 'JP'
  | 'KR'
  | 'MY'
  | 'MX'
  | 'NL'
  | 'NZ'
  | 'NO'
  | 'CN'
  | 'PL'
  | 'PT'
  | 'PH'
  | 'RU'
  | 'SA'
  | 'ZA'
  | 'ES'
  | 'SE'
  | 'CH'
  | 'TW'
  | 'TR'
  | 'GB'
  | 'US'
/** One of the codes that the service knows, in upper or lower case. */
export type CountryCode = UpperCountryCode | Lowercase<UpperCountryCode>

type UpperLanguageCode =
  | 'AR'
  | 'EU'
  | 'BN'
  | 'BG'
  | 'CA'
  | 'ZH-HANS'
  | 'ZH-HANT'
  | 'HR'
  | 'CS'
  | 'DA'
  | 'NL'
  | 'EN'
  | 'EN-GB'
  | 'ET'
  | 'FI'
  | 'FR'
  | 'GL'
  | 'DE'
  | 'EL'
  | 'GU'
  | 'HE'
  | 'HI'
  | 'HU'
  | 'IS'
  | 'IT'
  | 'JA'
  | 'KN'
  | 'KO'
  | 'LV'
  | 'LT'
  | 'MS'
  | 'ML'
  | 'MR'
  | 'NB'
  | 'PL'
  | 'PT-BR'
  | 'PT-PT'
  | 'PA'
  | 'RO'
  | 'RU'
  | 'SR'
  | 'SK'
  | 'SL'
  | 'ES'
  | 'SV'
  | 'TA'
  | 'TE'
  | 'TH'
  | 'TR'
  | 'UK'
  | 'VI'
/** One of the codes that the service knows, in upper or lower case. */
export type LanguageCode = UpperLanguageCode | Lowercase<UpperLanguageCode>

/** Method and path of every operation. */
export const operations = {
  answer: { method: 'POST', path: '/api/v1/answer' },
  research: { method: 'POST', path: '/api/v1/research' },
  finance_research: { method: 'POST', path: '/api/v1/finance_research' },
  list_tasks: { method: 'GET', path: '/api/v1/research' },
  retrieve_task: { method: 'GET', path: '/api/v1/research/{task_id}' },
  task_events: { method: 'GET', path: '/api/v1/research/{task_id}/events' },
  cancel_task: { method: 'DELETE', path: '/api/v1/research/{task_id}' },
  retrieve_call: { method: 'GET', path: '/api/v1/calls/{request_id}' },
  cancel_call: { method: 'DELETE', path: '/api/v1/calls/{request_id}' },
  usage: { method: 'GET', path: '/api/v1/usage' },
  wallet: { method: 'GET', path: '/api/v1/wallet' },
  list_webhooks: { method: 'GET', path: '/api/v1/webhooks' },
  create_webhook: { method: 'POST', path: '/api/v1/webhooks' },
  update_webhook: { method: 'PATCH', path: '/api/v1/webhooks/{webhook_id}' },
  delete_webhook: { method: 'DELETE', path: '/api/v1/webhooks/{webhook_id}' },
  rotate_webhook: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/rotate' },
  test_webhook: { method: 'POST', path: '/api/v1/webhooks/{webhook_id}/test' },
  list_deliveries: { method: 'GET', path: '/api/v1/webhooks/{webhook_id}/deliveries' },
  list_events: { method: 'GET', path: '/api/v1/webhooks/events' },
  replay_delivery: {
    method: 'POST',
    path: '/api/v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay',
  },
} as const

/**
 * How many seconds the service may take for a call, by tool and effort. A call at an effort that is
 * not listed always runs as a background task.
 */
export const callSeconds = {
  answer: { default: 60 },
  research: { lite: 60, default: 180, standard: 180 },
  finance_research: { default: 420, deep: 420, exhaustive: 420 },
} as const
export const SUBMISSION_SECONDS = 60
export const POLL_SECONDS = 30
