import type { TSchema } from 'typebox'
import { callsCsv } from './calls-csv.ts'
import type { ErrorCode } from './errors.ts'
import { callStream, examples } from './examples.ts'
import { limits } from './limits.ts'
import type { RequestRules } from './request-rules.ts'
import {
  CallResponse,
  HealthResponse,
  TaskResponse,
  TasksResponse,
  UsageResponse,
  WalletResponse,
} from './responses.ts'
import { toolOperation } from './tool-operations.ts'
import { byTool } from './tools.ts'
import { webhookOperations } from './webhook-operations.ts'

export interface OperationResponse {
  readonly description: string
  /** Absent where the body is a stream of server-sent events. */
  readonly schema?: TSchema
  readonly examples: Readonly<Record<string, unknown>>
  /** The same as server-sent events, where `Accept: text/event-stream` asks for them. */
  readonly stream?: string
  /** The same as a CSV file, where `Accept: text/csv` asks for it. */
  readonly csv?: string
}

export interface Operation {
  readonly method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  /** Parameters in braces, as in OpenAPI. */
  readonly path: string
  readonly summary: string
  readonly description: string
  readonly authenticated: boolean
  /** Present if each call is charged. */
  readonly isPaid?: true
  /** Ids of the parameters in its query and headers that not every operation of its kind has. */
  readonly parameters?: readonly string[]
  readonly request?: {
    readonly schema: TSchema
    readonly rules: RequestRules
    /** Values that validation fills in for missing fields. */
    readonly defaults?: Readonly<Record<string, unknown>>
    /** By name; the first is the one that a reader should try first. */
    readonly examples: Readonly<Record<string, unknown>>
  }
  readonly responses: Readonly<Record<number, OperationResponse>>
  readonly errors: readonly ErrorCode[]
}

/** Any request can be refused for its headers: too large, or not valid HTTP. */
const PROBE_ERRORS = ['INVALID_REQUEST'] as const
const FREE_ERRORS = [...PROBE_ERRORS, 'INVALID_API_KEY', 'SERVICE_UNAVAILABLE'] as const
const TASK_ERRORS = [...FREE_ERRORS, 'JOB_NOT_FOUND', 'JOB_EXPIRED', 'JOB_POLL_FAILED'] as const
const CALL_ERRORS = [...FREE_ERRORS, 'JOB_NOT_FOUND', 'JOB_POLL_FAILED'] as const

/** Every operation of the API by its name. Routes, validation, OpenAPI and reference follow it. */
export const operations = {
  ...byTool(toolOperation),
  list_tasks: {
    method: 'GET',
    path: '/api/v1/research',
    summary: 'List background tasks',
    description:
      'Free. The background tasks of the account, newest first, without their reports. The status is the latest that the service knows; retrieve a task to refresh it.',
    authenticated: true,
    parameters: ['cursor', 'limit', 'task_state'],
    responses: {
      200: {
        description: 'The tasks.',
        schema: TasksResponse,
        examples: { tasks: examples.tasks },
      },
    },
    errors: FREE_ERRORS,
  },
  retrieve_task: {
    method: 'GET',
    path: '/api/v1/research/{task_id}',
    summary: 'Retrieve a background task',
    description: `Free. Poll every ${limits.pollSeconds.shortest} to ${limits.pollSeconds.longest} seconds. When status is completed, read result.output before expires_at.`,
    authenticated: true,
    parameters: ['Footnote-Include'],
    responses: {
      200: {
        description: 'The task in its current state.',
        schema: TaskResponse,
        examples: {
          running: examples.runningTask,
          completed: examples.completedTask,
          failed: examples.failedTask,
        },
      },
    },
    errors: TASK_ERRORS,
  },
  task_events: {
    method: 'GET',
    path: '/api/v1/research/{task_id}/events',
    summary: 'Watch a background task',
    description:
      'Free. Streams server-sent events with states, stages, counts, search queries and sources (address and title), never the report. To resume, send Last-Event-ID; queries and sources may then be repeated. The stream ends after the final state. To get the result, retrieve the task.',
    authenticated: true,
    responses: {
      200: { description: 'A stream of events.', examples: { stream: examples.events } },
    },
    errors: TASK_ERRORS,
  },
  cancel_task: {
    method: 'DELETE',
    path: '/api/v1/research/{task_id}',
    summary: 'Cancel a background task',
    description:
      'Free. The task is refunded if the upstream confirms that it stopped before a result. If not, the task keeps running and stays charged.',
    authenticated: true,
    responses: {
      200: {
        description: 'The task was cancelled, or had failed before. It is refunded.',
        schema: TaskResponse,
        examples: { cancelled: examples.cancelledTask },
      },
    },
    errors: [...TASK_ERRORS, 'CANNOT_CANCEL'],
  },
  retrieve_call: {
    method: 'GET',
    path: '/api/v1/calls/{request_id}',
    summary: 'Retrieve a call',
    description: `Free. The state, the result and the billing of any call of your account, for a call whose connection broke or that was sent with Prefer: respond-async. Results are held in memory for ${limits.holdResultMinutes} minutes after the call ends. With Accept: text/event-stream, the call is streamed to its end; to resume a stream that broke off, send Last-Event-ID.`,
    authenticated: true,
    responses: {
      200: {
        description: 'The call in its current state.',
        schema: CallResponse,
        examples: {
          completed: examples.completedCall,
          running: examples.runningCall,
          failed: examples.failedCall,
        },
        stream: callStream({
          ...examples.completedCall.result,
          billing: examples.completedCall.billing,
        }),
      },
    },
    errors: [...CALL_ERRORS, 'JOB_EXPIRED'],
  },
  cancel_call: {
    method: 'DELETE',
    path: '/api/v1/calls/{request_id}',
    summary: 'Cancel a call',
    description:
      'Free. The call is refunded if the upstream confirms that it stopped before a result. If not, the call keeps running and stays charged.',
    authenticated: true,
    responses: {
      200: {
        description: 'The call was cancelled, or had failed before. It is refunded.',
        schema: CallResponse,
        examples: { cancelled: examples.cancelledCall },
      },
    },
    errors: [...CALL_ERRORS, 'CANNOT_CANCEL'],
  },
  usage: {
    method: 'GET',
    path: '/api/v1/usage',
    summary: 'List the latest charged calls',
    description: `Free. The latest ${limits.usageCalls} charged calls of the account, newest first. Parameters select others; send limit to page through them. With Accept: text/csv, the reply is a CSV file with every call that matches.`,
    authenticated: true,
    parameters: ['cursor', 'limit', 'from', 'to', 'tool', 'key', 'charge_state'],
    responses: {
      200: {
        description: 'The usage history.',
        schema: UsageResponse,
        examples: { usage: examples.usage },
        csv: callsCsv(examples.usage.calls),
      },
    },
    errors: FREE_ERRORS,
  },
  wallet: {
    method: 'GET',
    path: '/api/v1/wallet',
    summary: 'Read the wallet balance',
    description: 'Free. The wallet balance, in USD and in wallet units.',
    authenticated: true,
    responses: {
      200: {
        description: 'The balance.',
        schema: WalletResponse,
        examples: { wallet: examples.wallet },
      },
    },
    errors: FREE_ERRORS,
  },
  ...webhookOperations,
  healthz: {
    method: 'GET',
    path: '/healthz',
    summary: 'Check that the process is alive',
    description: 'Returns 200 while the process runs.',
    authenticated: false,
    responses: {
      200: { description: 'Alive.', schema: HealthResponse, examples: { ok: examples.health } },
    },
    errors: PROBE_ERRORS,
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    summary: 'Check that the service can take calls',
    description:
      'Returns 200 while the database accepts writes and the service is not shutting down.',
    authenticated: false,
    responses: {
      200: { description: 'Ready.', schema: HealthResponse, examples: { ok: examples.health } },
    },
    errors: [...PROBE_ERRORS, 'SERVICE_UNAVAILABLE'],
  },
} as const satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

export function operationEntries(): [OperationName, Operation][] {
  return Object.entries(operations) as [OperationName, Operation][]
}

/** Descriptions of the operation groups. */
export const operationGroups = {
  'Paid calls':
    'Answers and research. Each call is debited from your wallet before it runs, and refunded if it fails.',
  Calls: 'Retrieve a call whose connection broke, or cancel a call. Free.',
  'Background tasks':
    'Retrieve the result of a background task, watch its progress, or cancel it. Free.',
  Webhooks: 'Get a signed message at your own address when something happens. Free.',
  Account: 'The balance and the charged calls of your account. Free.',
  Health: 'Check whether the service is up. No API key needed.',
} as const

export type OperationGroup = keyof typeof operationGroups

export const OPERATION_GROUPS = Object.keys(operationGroups) as OperationGroup[]

/** Under which heading the documents show an operation. */
export function operationGroup({ isPaid, path, authenticated }: Operation): OperationGroup {
  if (isPaid) return 'Paid calls'
  if (path.startsWith('/api/v1/webhooks')) return 'Webhooks'
  if (path.includes('{request_id}')) return 'Calls'
  if (path.startsWith('/api/v1/research')) return 'Background tasks'
  return authenticated ? 'Account' : 'Health'
}
