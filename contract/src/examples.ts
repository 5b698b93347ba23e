import { limits } from './limits.ts'
import { refundCauses } from './refund-causes.ts'

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

export const examples = {
  requestId,
  answerRequest: { query: 'What is the capital of Bolivia?', exclude_domains: ['example.org'] },
  researchRequest: {
    input: 'Compare the GDP per capita of Chile and Peru.',
    research_effort: 'standard',
    source_control: { exclude_domains: ['example.org'] },
  },
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
  financeRequest: {
    input: 'What are the public debt and the inflation rate of Chile?',
    research_effort: 'deep',
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
    billing: billing(0.02, 200_000, 9.98),
  },
  research: { output, billing: billing(0.15, 1_500_000, 9.85) },
  structured: {
    output: {
      content: { capital: 'Santiago', population: 17_508_260 },
      content_type: 'object',
      sources: [{ url: 'https://example.com/chile', title: 'Chile' }],
    },
    billing: billing(0.15, 1_500_000, 9.85),
  },
  finance: { output, billing: billing(0.35, 3_500_000, 9.65) },
  submission: {
    task_id: requestId,
    status: 'queued',
    expires_at: expiresAt,
    billing: billing(0.3, 3_000_000, 9.7),
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
  events:
    'event: state\ndata: {"status":"running"}\n\nid: 7\nevent: progress\ndata: {"stage":"shaping","counts":{"sources":12}}\n\nevent: state\ndata: {"status":"completed"}\n\n',
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

/** What an error of each code carries beside code, message and request_id. */
export const errorDetails = {
  INVALID_REQUEST: {
    errors: [{ path: '/freshness', message: 'must be day, week, month, year or a date range' }],
  },
  QUERY_TOO_LONG: {
    errors: [{ path: '/query', message: `must have at most ${limits.queryCharacters} characters` }],
  },
  INSUFFICIENT_BALANCE: { required_usd: 0.15, balance_usd: 0.04 },
  QUERY_FAILED_REFUNDED: {
    billing: {
      request_id: requestId,
      cost_usd: 0,
      cost_units: 0,
      refunded_usd: 0.15,
      refunded_units: 1_500_000,
      balance_usd: 10,
    },
  },
} as const

function billing(costUsd: number, costUnits: number, balanceUsd: number) {
  return {
    request_id: requestId,
    cost_usd: costUsd,
    cost_units: costUnits,
    balance_usd: balanceUsd,
  }
}
