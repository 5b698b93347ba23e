// Generated from the contract: do not edit. Renewed by
// vitest run sdk/src/core/wire.test.ts -u

export interface AnswerRequest {
  /** The question. */
  query: string
  /** Only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains. */
  include_domains?: readonly string[] | undefined
  /** Never these hosts or suffixes. */
  exclude_domains?: readonly string[] | undefined
  /** Prefer these hosts or suffixes. */
  boost_domains?: readonly string[] | undefined
  /** day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD. */
  freshness?: string | undefined
  /**
   * Any letter case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY,
   * MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US.
   */
  country?: string | undefined
  /**
   * Any letter case. One of AR, EU, BN, BG, CA, ZH-HANS, ZH-HANT, HR, CS, DA, NL, EN, EN-GB, ET,
   * FI, FR, GL, DE, EL, GU, HE, HI, HU, IS, IT, JA, KN, KO, LV, LT, MS, ML, MR, NB, PL, PT-BR,
   * PT-PT, PA, RO, RU, SR, SK, SL, ES, SV, TA, TE, TH, TR, UK, VI.
   */
  language?: string | undefined
  /** How strictly explicit results are filtered. Default: moderate. */
  safesearch?: 'off' | 'moderate' | 'strict' | undefined
}

export interface ResearchRequest {
  /** The question to research. Ask for the language of the report here. */
  input: string
  /**
   * How thorough the research is. deep, exhaustive and frontier always run in background. Default:
   * standard.
   */
  research_effort?: 'lite' | 'standard' | 'deep' | 'exhaustive' | 'frontier' | undefined
  source_control?: SourceControl | undefined
  /** When true, lite and standard run in background too. */
  background?: boolean | undefined
  /**
   * A JSON Schema for output.content. Not with lite. The root is of type object; every object sets
   * additionalProperties to false and lists every property as required. At most 32 levels and 1000
   * properties here; the upstream's own limits are tighter.
   */
  output_schema?: Record<string, unknown> | undefined
}

export interface FinanceRequest {
  /** The question to research. Ask for the language of the report here. */
  input: string
  /** How thorough the research is. Default: deep. */
  research_effort?: 'deep' | 'exhaustive' | undefined
}

/** Which sources the research may use. */
export interface SourceControl {
  /** Only these hosts or suffixes. Cannot be combined with exclude_domains or boost_domains. */
  include_domains?: readonly string[] | undefined
  /** Never these hosts or suffixes. */
  exclude_domains?: readonly string[] | undefined
  /** Prefer these hosts or suffixes. */
  boost_domains?: readonly string[] | undefined
  /** day, week, month, year, or a range <start_date>to<end_date> with dates as YYYY-MM-DD. */
  freshness?: string | undefined
  /**
   * Any letter case. One of AR, AU, AT, BE, BR, CA, CL, DK, FI, FR, DE, HK, IN, ID, IT, JP, KR, MY,
   * MX, NL, NZ, NO, CN, PL, PT, PH, RU, SA, ZA, ES, SE, CH, TW, TR, GB, US.
   */
  country?: string | undefined
}

export interface AnswerResponse {
  /** Markers [[1]] and [[1, 2]] refer to citations, from 1. */
  answer: string
  /** The cited sources: marker [[1]] refers to the first. */
  citations: Citation[]
  /** The search results. */
  results: {
    /** Web pages, in the order of the search. */
    web: WebResult[]
  }
  billing: Billing
}

export interface Citation {
  /** URL of the source. */
  source: string
  /** The passages that the answer rests on. */
  excerpts: string[]
}

export interface WebResult {
  /** URL of the page. */
  url: string
  /** Title of the page. */
  title: string
  /** Passages of the page. */
  snippets: string[]
  /** Date of the page, as the upstream words it. */
  page_age?: string
}

export interface ResearchResponse<Content = string> {
  output: Output<Content>
  billing: Billing
}

/** The report and its sources. */
export interface Output<Content = string | Record<string, unknown>> {
  /**
   * The report, or a JSON object when output_schema was given. Markers [[n]] refer to the n-th
   * source.
   */
  content: Content
  /** object when content is a JSON object, otherwise text. */
  content_type: 'text' | 'object'
  /** The sources of the report: marker [[1]] refers to the first. */
  sources: Source[]
}

export interface Source {
  /** URL of the source. */
  url: string
  /** Its title, or its host name where it has none. */
  title: string
}

/** Cost of the call. */
export interface Billing {
  /** Identifier of the request; equals task_id for a background task. */
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
  /** The result can be retrieved until then, 24 hours from submission. */
  expires_at: string
  billing: Billing
}

export interface TaskResponse<Content = string | Record<string, unknown>> {
  /** Identifier of the task. */
  task_id: string
  status: TaskState
  /** The result can be retrieved until then, 24 hours from submission. */
  expires_at: string
  /** Present when status is completed. */
  result?: {
    output: Output<Content>
  }
  /** Present when status is failed. */
  code?: 'QUERY_FAILED_REFUNDED'
  /** Present when status is failed: why it was refunded, and what to do. */
  message?: string
}

/** State of the task. */
export type TaskState = 'submitting' | 'queued' | 'running' | 'completed' | 'failed'

export interface UsageResponse {
  /** Newest first. */
  calls: UsageCall[]
}

export interface UsageCall {
  /** Identifier of the call. */
  request_id: string
  /** The tool that was called. */
  tool: 'answer' | 'research' | 'finance_research'
  /** Null for answer. */
  effort: string | null
  /** Price of the call in USD. */
  cost_usd: number
  /** Price of the call in wallet units. */
  cost_units: number
  /**
   * held while the call runs, and for a task until its result is first retrieved or it expires;
   * then captured or refunded.
   */
  state: 'held' | 'captured' | 'refunded'
  /** Name of the key that paid, or website. */
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

export interface ErrorBody {
  code: ErrorCode
  /** One plain sentence that says what to do. */
  message: string
  /** Identifier of the request, as in X-Request-Id. */
  request_id: string
  /** With INVALID_REQUEST and QUERY_TOO_LONG: every problem found. */
  errors?: Problem[]
  /** With INSUFFICIENT_BALANCE: the price of the call. */
  required_usd?: number
  /** With INSUFFICIENT_BALANCE: the wallet balance. */
  balance_usd?: number
  billing?: RefundedBilling
}

/** The error, for programs. */
export type ErrorCode =
  | 'INVALID_REQUEST'
  | 'INVALID_API_KEY'
  | 'INSUFFICIENT_BALANCE'
  | 'NOT_FOUND'
  | 'JOB_NOT_FOUND'
  | 'METHOD_NOT_ALLOWED'
  | 'JOB_EXPIRED'
  | 'QUERY_TOO_LONG'
  | 'RATE_LIMITED'
  | 'QUERY_FAILED_REFUNDED'
  | 'JOB_POLL_FAILED'
  | 'SERVICE_UNAVAILABLE'
  | 'BILLING_UNAVAILABLE'

export interface Problem {
  /** JSON Pointer into the body; empty for all of it. */
  path: string
  /** The problem there. */
  message: string
}

/** With QUERY_FAILED_REFUNDED on a POST: the refund. */
export interface RefundedBilling {
  /** Identifier of the request. */
  request_id: string
  /** Nothing: the call was refunded. */
  cost_usd: 0
  /** Nothing, in wallet units. */
  cost_units: 0
  /** Refunded amount in USD. */
  refunded_usd: number
  /** Refunded amount in wallet units. */
  refunded_units: number
  /** Wallet balance in USD after the refund. */
  balance_usd: number
}

/** Method and path of every operation. */
export const operations = {
  answer: { method: 'POST', path: '/api/v1/answer' },
  research: { method: 'POST', path: '/api/v1/research' },
  finance_research: { method: 'POST', path: '/api/v1/finance_research' },
  retrieve_task: { method: 'GET', path: '/api/v1/research/{task_id}' },
  task_events: { method: 'GET', path: '/api/v1/research/{task_id}/events' },
  usage: { method: 'GET', path: '/api/v1/usage' },
  wallet: { method: 'GET', path: '/api/v1/wallet' },
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
