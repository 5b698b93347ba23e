import { limits } from './limits.ts'
import { priceOf } from './prices.ts'
import { refundCauses } from './refund-causes.ts'
import type { Effort, Tool } from './tools.ts'
import { toUsd, toWireUnits, UNITS_PER_USD } from './units.ts'

/**
 * Bodies shown in the OpenAPI document and the reference; a test holds each against its schema, and
 * another sends each request to a service on a fresh machine, which must be able to answer it.
 */
const requestId = '019a8467-3c1e-7c44-9d0e-5b1f6f1a2b3c'
const expiresAt = '2026-11-16T09:30:00.000Z'
const output = {
  content: 'Chile has the higher GDP per capita [[1]].',
  content_type: 'text',
  sources: [{ url: 'https://example.com/chile', title: 'Chile' }],
} as const
const refundedExample = {
  request_id: requestId,
  cost_usd: 0,
  cost_units: 0,
  refunded_usd: 0.15,
  refunded_units: 1_500_000,
  balance_usd: 10,
} as const

export const examples = {
  requestId,
  webhook: {
    webhook_id: requestId,
    url: 'https://example.com/footnote',
    events: ['task.completed', 'task.failed'],
    created_at: '2026-11-15T09:30:00.000Z',
    previous_until: null,
    disabled_at: null,
    disabled_because: null,
  },
  webhookSecret: {
    webhook_id: requestId,
    secret: 'whsec_YSBzZWNyZXQgb2YgdGhpcnR5LXR3byBieXRlcy4uLi4=',
  },
  webhookDelivery: {
    delivery_id: '019a8467-4d2f-7d55-8e1f-6c2a7a2b3c4d',
    event_id: '019a8467-5e3a-7e66-9f2a-7d3b8b3c4d5e',
    kind: 'task.completed',
    created_at: '2026-11-15T09:35:00.000Z',
    next_try_at: null,
    tries: 1,
    delivered_at: '2026-11-15T09:35:01.000Z',
    last_status: 204,
    last_fault: null,
  },
  event: {
    event_id: '019a8467-5e3a-7e66-9f2a-7d3b8b3c4d5e',
    kind: 'wallet.low',
    created_at: '2026-11-15T09:35:00.000Z',
    body: '{"data": {"below_units": 50000000, "balance_units": 49800000}, "type": "wallet.low", "timestamp": "2026-11-15T09:35:00.000Z"}',
  },
  output,
  structuredRequest: {
    input: 'What are the capital and the population of Chile?',
    output_schema: {
      type: 'object',
      properties: {
        capital: { type: 'string', description: 'Capital of Chile' },
        population: { type: 'integer', description: 'Population of Chile' },
      },
      required: ['capital', 'population'],
      additionalProperties: false,
    },
  },
  answer: {
    answer: 'The constitutional capital is Sucre; the government sits in La Paz [[1]].',
    citations: [{ source: 'https://example.com/bolivia', excerpts: ['Sucre (constitutional)'] }],
    results: {
      web: [
        {
          url: 'https://example.com/bolivia',
          title: 'Bolivia',
          snippets: ['La Paz is the seat of government.'],
          page_age: '2025-06-25T11:41:00',
        },
      ],
    },
    billing: billingExample('answer', null),
  },
  structured: {
    output: {
      content: { capital: 'Santiago', population: 17_508_260 },
      content_type: 'object',
      sources: [{ url: 'https://example.com/chile', title: 'Chile' }],
    },
    billing: billingExample('research', 'standard'),
  },
  submission: {
    task_id: requestId,
    status: 'queued',
    expires_at: expiresAt,
    billing: billingExample('research', 'deep'),
  },
  runningTask: { task_id: requestId, status: 'running', expires_at: expiresAt },
  completedTask: {
    task_id: requestId,
    status: 'completed',
    expires_at: expiresAt,
    result: { output },
  },
  failedTask: {
    task_id: requestId,
    status: 'failed',
    expires_at: expiresAt,
    code: 'QUERY_FAILED_REFUNDED',
    message: refundCauses.no_source.message,
  },
  cancelledTask: {
    task_id: requestId,
    status: 'failed',
    expires_at: expiresAt,
    code: 'QUERY_FAILED_REFUNDED',
    message: refundCauses.cancelled.message,
  },
  acceptedCall: {
    request_id: requestId,
    status: 'running',
    billing: billingExample('finance_research', 'deep'),
  },
  runningCall: {
    request_id: requestId,
    status: 'running',
    billing: billingExample('finance_research', 'deep'),
  },
  completedCall: {
    request_id: requestId,
    status: 'completed',
    result: { output },
    billing: billingExample('finance_research', 'deep'),
  },
  failedCall: {
    request_id: requestId,
    status: 'failed',
    code: 'QUERY_FAILED_REFUNDED',
    message: refundCauses.no_source.message,
    billing: refundedExample,
  },
  cancelledCall: {
    request_id: requestId,
    status: 'failed',
    code: 'QUERY_FAILED_REFUNDED',
    message: refundCauses.cancelled.message,
    billing: refundedExample,
  },
  events:
    'event: state\ndata: {"status":"running"}\n\nevent: source\ndata: {"url":"https://example.com/report","title":"Annual report"}\n\nid: 7\nevent: progress\ndata: {"stage":"shaping","counts":{"sources":12}}\n\nevent: state\ndata: {"status":"completed"}\n\n',
  tasks: {
    tasks: [
      {
        task_id: requestId,
        status: 'running',
        effort: 'deep',
        cost_usd: 0.3,
        cost_units: 3_000_000,
        key_name: 'production',
        created_at: '2026-11-15T09:30:00.000Z',
        expires_at: expiresAt,
      },
    ],
  },
  usage: {
    calls: [
      {
        request_id: requestId,
        tool: 'research',
        effort: 'deep',
        cost_usd: 0.3,
        cost_units: 3_000_000,
        state: 'captured',
        key_name: 'production',
        created_at: '2026-11-15T09:30:00.000Z',
      },
    ],
  },
  wallet: { balance_usd: 9.7, balance_units: 97_000_000 },
  health: { status: 'ok' },
} as const

/** Members of each error beside code, message and request_id. */
export const errorDetails = {
  INVALID_REQUEST: {
    errors: [{ path: '/freshness', message: 'must be day, week, month, year or a date range' }],
  },
  QUERY_TOO_LONG: {
    errors: [{ path: '/query', message: `must have at most ${limits.queryCharacters} characters` }],
  },
  INSUFFICIENT_BALANCE: { required_usd: 0.15, balance_usd: 0.04 },
  QUERY_FAILED_REFUNDED: { billing: refundedExample },
} as const

/** Bills one call to a wallet that held 10 USD. */
export function billingExample(tool: Tool, effort: Effort | null) {
  const { costUnits } = priceOf(tool, effort)
  return {
    request_id: requestId,
    cost_usd: toUsd(costUnits),
    cost_units: toWireUnits(costUnits),
    balance_usd: toUsd(10n * UNITS_PER_USD - costUnits),
  }
}

/** The stream of a call that ends with this response. */
export function callStream(response: StreamedResponse): string {
  const { billing, results, output: report } = response
  const { request_id } = billing
  const [source] = results?.web ?? report?.sources ?? []
  const events = [
    ['started', { request_id, billing }],
    ['progress', { stage: 'searching', counts: {} }],
    ['source', { url: source?.url, title: source?.title }],
    ['result', response],
  ] as const
  return events
    .map(([event, data], at) => {
      const id = event === 'result' ? '' : `id: ${request_id}:${at}\n`
      return `${id}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
    })
    .join('')
}

interface StreamedResponse {
  readonly billing: { readonly request_id: string }
  readonly results?: { readonly web: readonly Page[] }
  readonly output?: { readonly sources: readonly Page[] }
}

interface Page {
  readonly url: string
  readonly title: string
}
