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
  `The result can be retrieved until then, ${limits.taskLifetimeHours} hours from submission.`,
)

export const Billing = Type.Object(
  {
    request_id: Uuid('Identifier of the request; equals task_id for a background task.'),
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
    cost_usd: Type.Literal(0, { description: 'Nothing: the call was refunded.' }),
    cost_units: Type.Literal(0, { description: 'Nothing, in wallet units.' }),
    refunded_usd: Usd('Refunded amount in USD.'),
    refunded_units: Units('Refunded amount in wallet units.'),
    balance_usd: Usd('Wallet balance in USD after the refund.'),
  },
  { description: 'With QUERY_FAILED_REFUNDED on a POST: the refund.' },
)
export type RefundedBilling = Static<typeof RefundedBilling>

export const AnswerResult = Type.Object({
  answer: Type.String({ description: 'Markers [[1]] and [[1, 2]] refer to citations, from 1.' }),
  citations: Type.Array(
    Type.Object({
      source: Type.String({ description: 'URL of the source.' }),
      excerpts: Type.Array(Type.String(), {
        description: 'The passages that the answer rests on.',
      }),
    }),
    { description: 'The cited sources: marker [[1]] refers to the first.' },
  ),
  results: Type.Object(
    {
      web: Type.Array(
        Type.Object({
          url: Type.String({ description: 'URL of the page.' }),
          title: Type.String({ description: 'Title of the page.' }),
          snippets: Type.Array(Type.String(), { description: 'Passages of the page.' }),
          page_age: Type.Optional(
            Type.String({ description: 'Date of the page, as the upstream words it.' }),
          ),
        }),
        { description: 'Web pages, in the order of the search.' },
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
        'The report, or a JSON object when output_schema was given. Markers [[n]] refer to the n-th source.',
    }),
    content_type: Type.Enum(['text', 'object'], {
      description: 'object when content is a JSON object, otherwise text.',
    }),
    sources: Type.Array(
      Type.Object({
        url: Type.String({ description: 'URL of the source.' }),
        title: Type.String({ description: 'Its title, or its host name where it has none.' }),
      }),
      { description: 'The sources of the report: marker [[1]] refers to the first.' },
    ),
  },
  { description: 'The report and its sources.' },
)
export type Output = Static<typeof Output>

export const AnswerResponse = Type.Object({ ...AnswerResult.properties, billing: Billing })
export type AnswerResponse = Static<typeof AnswerResponse>
export const ResearchResponse = Type.Object({ output: Output, billing: Billing })
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
      description: 'Present when status is failed: why it was refunded, and what to do.',
    }),
  ),
})
export type TaskResponse = Static<typeof TaskResponse>

export const UsageResponse = Type.Object({
  calls: Type.Array(
    Type.Object({
      request_id: Uuid('Identifier of the call.'),
      tool: Type.Enum([...TOOLS], { description: 'The tool that was called.' }),
      effort: Type.Union([Type.String(), Type.Null()], { description: 'Null for answer.' }),
      cost_usd: Usd('Price of the call in USD.'),
      cost_units: Units('Price of the call in wallet units.'),
      state: Type.Enum([...CHARGE_STATES], {
        description:
          'held while the call runs, and for a task until its result is first retrieved or it expires; then captured or refunded.',
      }),
      key_name: Type.String({ description: 'Name of the key that paid, or website.' }),
      created_at: Timestamp('When the call was debited.'),
    }),
    { description: 'Newest first.' },
  ),
})
export type UsageResponse = Static<typeof UsageResponse>

export const WalletResponse = Type.Object({
  balance_usd: Usd('Wallet balance in USD.'),
  balance_units: Units('Wallet balance in wallet units of 0.0000001 USD.'),
})

export const HealthResponse = Type.Object({
  status: Type.Literal('ok', { description: 'Always ok; anything else is an error.' }),
})

export const ErrorResponse = Type.Object({
  code: Type.Enum([...ERROR_CODES], { description: 'The error, for programs.' }),
  message: Type.String({ description: 'One plain sentence that says what to do.' }),
  request_id: Uuid('Identifier of the request, as in X-Request-Id.'),
  errors: Type.Optional(
    Type.Array(
      Type.Object({
        path: Type.String({ description: 'JSON Pointer into the body; empty for all of it.' }),
        message: Type.String({ description: 'The problem there.' }),
      }),
      { description: 'With INVALID_REQUEST and QUERY_TOO_LONG: every problem found.' },
    ),
  ),
  required_usd: Type.Optional(Usd('With INSUFFICIENT_BALANCE: the price of the call.')),
  balance_usd: Type.Optional(Usd('With INSUFFICIENT_BALANCE: the wallet balance.')),
  billing: Type.Optional(RefundedBilling),
})
export type ErrorResponse = Static<typeof ErrorResponse>
