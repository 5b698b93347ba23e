import Type, { type Static } from 'typebox'
import { ERROR_CODES } from './errors.ts'
import { limits } from './limits.ts'
import { TOOLS } from './tools.ts'

export const TASK_STATES = ['submitting', 'queued', 'running', 'completed', 'failed'] as const
export type TaskState = (typeof TASK_STATES)[number]

export const CHARGE_STATES = ['held', 'captured', 'refunded'] as const
export type ChargeState = (typeof CHARGE_STATES)[number]

const Uuid = (description: string) => Type.String({ format: 'uuid', description })
const Usd = (description: string) => Type.Number({ minimum: 0, description })
const Units = (description: string) => Type.Integer({ minimum: 0, description })
const Timestamp = (description: string) => Type.String({ format: 'date-time', description })
const TaskId = Uuid('Identifier of the task.')
const Status = Type.Enum([...TASK_STATES], { description: 'State of the task.' })
const ExpiresAt = Timestamp(
  `You can retrieve the result until this time, ${limits.taskLifetimeHours} hours after submission.`,
)

export const Billing = Type.Object(
  {
    request_id: Uuid('Identifier of the request. For a background task, it equals task_id.'),
    cost_usd: Usd('Cost of the call in USD.'),
    cost_units: Units('Cost of the call in wallet units of 0.0000001 USD.'),
    balance_usd: Usd('Wallet balance in USD after the debit.'),
  },
  { description: 'Cost of the call.' },
)
export type Billing = Static<typeof Billing>

export const RefundedBilling = Type.Object(
  {
    request_id: Uuid('Identifier of the request.'),
    cost_usd: Type.Literal(0, { description: 'Always 0, because the call was refunded.' }),
    cost_units: Type.Literal(0, { description: 'Always 0, in wallet units.' }),
    refunded_usd: Usd('Refunded amount in USD.'),
    refunded_units: Units('Refunded amount in wallet units.'),
    balance_usd: Usd('Wallet balance in USD after the refund.'),
  },
  { description: 'The refund. Present with QUERY_FAILED_REFUNDED on a POST.' },
)
export type RefundedBilling = Static<typeof RefundedBilling>

export const AnswerResult = Type.Object({
  answer: Type.String({
    description:
      'The answer. The marker [[1]] refers to the first citation, and [[1, 2]] to the first two.',
  }),
  citations: Type.Array(
    Type.Object({
      source: Type.String({ description: 'URL of the source.' }),
      excerpts: Type.Array(Type.String(), {
        description: 'The passages that support the answer.',
      }),
    }),
    { description: 'The cited sources. The marker [[1]] refers to the first.' },
  ),
  results: Type.Object(
    {
      web: Type.Array(
        Type.Object({
          url: Type.String({ description: 'URL of the page.' }),
          title: Type.String({ description: 'Title of the page.' }),
          snippets: Type.Array(Type.String(), { description: 'Passages from the page.' }),
          page_age: Type.Optional(
            Type.String({ description: 'Date of the page, as the search reported it.' }),
          ),
        }),
        { description: 'Web pages, in search order.' },
      ),
    },
    { description: 'The search results.' },
  ),
})
export type AnswerResult = Static<typeof AnswerResult>

export const Output = Type.Object(
  {
    content: Type.Union([Type.String(), Type.Object({}, { additionalProperties: true })], {
      description:
        'The report, or a JSON object if you sent output_schema. The marker [[n]] refers to the nth source.',
    }),
    content_type: Type.Enum(['text', 'object'], {
      description: 'object if content is a JSON object, otherwise text.',
    }),
    sources: Type.Array(
      Type.Object({
        url: Type.String({ description: 'URL of the source.' }),
        title: Type.String({
          description: 'Title of the source, or its host name if it has no title.',
        }),
      }),
      { description: 'The sources of the report. The marker [[1]] refers to the first.' },
    ),
    evidence: Type.Optional(
      Type.Array(
        Type.Object({
          pointer: Type.String({
            description:
              'JSON Pointer of the value in content. Empty for a report, as the pointer to the whole.',
          }),
          source: Type.Integer({
            minimum: 1,
            description: 'Number of the source: 1 is the first of sources.',
          }),
          quote: Type.String({
            description: 'The passage of the source that proves the value or supports the report.',
          }),
        }),
        {
          description:
            'The passages that prove the values of a JSON object, or that a report is based on. Present if you sent Footnote-Include: evidence and the service has evidence.',
        },
      ),
    ),
  },
  { description: 'The report and its sources.' },
)
export type Output = Static<typeof Output>

export const ResearchResult = Type.Object({ output: Output })
export const AnswerResponse = Type.Object({ ...AnswerResult.properties, billing: Billing })
export type AnswerResponse = Static<typeof AnswerResponse>
export const ResearchResponse = Type.Object({ ...ResearchResult.properties, billing: Billing })
export type ResearchResponse = Static<typeof ResearchResponse>

export const SubmissionResponse = Type.Object({
  task_id: TaskId,
  status: Status,
  expires_at: ExpiresAt,
  billing: Billing,
})
export type SubmissionResponse = Static<typeof SubmissionResponse>

export const TaskResponse = Type.Object({
  task_id: TaskId,
  status: Status,
  expires_at: ExpiresAt,
  result: Type.Optional(
    Type.Object({ output: Output }, { description: 'Present when status is completed.' }),
  ),
  code: Type.Optional(
    Type.Literal('QUERY_FAILED_REFUNDED', { description: 'Present when status is failed.' }),
  ),
  message: Type.Optional(
    Type.String({
      description: 'Present when status is failed. Says why the task was refunded and what to do.',
    }),
  ),
})
export type TaskResponse = Static<typeof TaskResponse>

const CALL_STATUSES = ['running', 'completed', 'failed'] as const

export const CallResponse = Type.Object({
  request_id: Uuid('Identifier of the call.'),
  status: Type.Enum([...CALL_STATUSES], { description: 'State of the call.' }),
  result: Type.Optional(
    Type.Union([AnswerResult, ResearchResult], {
      description: `The response of the call without its billing. Present when status is completed, for ${limits.holdResultMinutes} minutes. A background task has no result here.`,
    }),
  ),
  code: Type.Optional(
    Type.Literal('QUERY_FAILED_REFUNDED', { description: 'Present when status is failed.' }),
  ),
  message: Type.Optional(
    Type.String({
      description:
        'Says why the call failed, or where to find the result if the call completed and result is absent.',
    }),
  ),
  billing: Type.Union([Billing, RefundedBilling], {
    description: 'Cost of the call, or its refund. balance_usd is the balance now.',
  }),
})
export type CallResponse = Static<typeof CallResponse>

export const AcceptedResponse = Type.Object({
  request_id: Uuid('Identifier of the call. Use it to retrieve the result.'),
  status: Type.Enum([...CALL_STATUSES], { description: 'State of the call.' }),
  billing: Billing,
})
export type AcceptedResponse = Static<typeof AcceptedResponse>

const NextCursor = Type.Optional(
  Type.String({
    description: 'Send it as cursor to get the next page. Absent on the last page.',
  }),
)

export const TasksResponse = Type.Object({
  tasks: Type.Array(
    Type.Object({
      task_id: TaskId,
      status: Status,
      effort: Type.String({ description: 'The research_effort of the task.' }),
      cost_usd: Usd('Price of the task in USD.'),
      cost_units: Units('Price of the task in wallet units.'),
      key_name: Type.String({
        description: 'Name of the API key that submitted the task, or website.',
      }),
      created_at: Timestamp('When the task was debited.'),
      expires_at: ExpiresAt,
    }),
    { description: 'Newest first, without reports. Retrieve a task to get its report.' },
  ),
  next_cursor: NextCursor,
})
export type TasksResponse = Static<typeof TasksResponse>

export const UsageResponse = Type.Object({
  calls: Type.Array(
    Type.Object({
      request_id: Uuid('Identifier of the call.'),
      tool: Type.Enum([...TOOLS], { description: 'The tool that was called.' }),
      effort: Type.Union([Type.String(), Type.Null()], {
        description: 'The research_effort of the call, or null for answer.',
      }),
      cost_usd: Usd('Price of the call in USD.'),
      cost_units: Units('Price of the call in wallet units.'),
      state: Type.Enum([...CHARGE_STATES], {
        description:
          'held (pending) while the call runs, then captured (paid) or refunded. For a completed task, held until you first retrieve the result or it expires.',
      }),
      key_name: Type.String({
        description:
          'Name of the API key that made the call, or website for a call from the website.',
      }),
      created_at: Timestamp('When the call was debited.'),
    }),
    { description: 'Newest first.' },
  ),
  next_cursor: NextCursor,
})
export type UsageResponse = Static<typeof UsageResponse>

export const WalletResponse = Type.Object({
  balance_usd: Usd('Wallet balance in USD.'),
  balance_units: Units('Wallet balance in wallet units of 0.0000001 USD.'),
})

export const HealthResponse = Type.Object({
  status: Type.Literal('ok', { description: 'Always ok. Any other state is an error response.' }),
})

export const ErrorResponse = Type.Object({
  code: Type.Enum([...ERROR_CODES], { description: 'Error code for your program to check.' }),
  message: Type.String({ description: 'Explanation for people: what went wrong and what to do.' }),
  request_id: Uuid('Identifier of the request, as in X-Request-Id.'),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({
          description: 'JSON Pointer into the body. Empty if the problem concerns the whole body.',
        }),
        message: Type.String({ description: 'The problem at this path.' }),
      }),
      { description: 'The problems found. Present with INVALID_REQUEST and QUERY_TOO_LONG.' },
    ),
  ),
  required_usd: Type.Optional(Usd('Price of the call. Present with INSUFFICIENT_BALANCE.')),
  balance_usd: Type.Optional(Usd('Wallet balance. Present with INSUFFICIENT_BALANCE.')),
  billing: Type.Optional(RefundedBilling),
})
export type ErrorResponse = Static<typeof ErrorResponse>
