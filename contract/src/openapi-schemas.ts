import type { TSchema } from 'typebox'
import { ResearchRequest, requestSchemas } from './requests.ts'
import {
  AcceptedResponse,
  AnswerResponse,
  AnswerResult,
  Billing,
  CallResponse,
  ErrorResponse,
  HealthResponse,
  Output,
  RefundedBilling,
  ResearchResponse,
  ResearchResult,
  SubmissionResponse,
  TaskResponse,
  TasksResponse,
  UsageResponse,
  WalletResponse,
} from './responses.ts'
import { toolBodies } from './tool-operations.ts'
import { TOOLS } from './tools.ts'
import {
  CreateWebhookRequest,
  DoneResponse,
  EventsResponse,
  UpdateWebhookRequest,
  Webhook,
  WebhookDeliveriesResponse,
  WebhookEventName,
  WebhookSecretResponse,
  WebhooksResponse,
} from './webhooks.ts'

const { citations, results } = AnswerResponse.properties

const namedSchemas: Readonly<Record<string, TSchema>> = {
  ...Object.fromEntries(TOOLS.map(tool => [toolBodies[tool].requestName, requestSchemas[tool]])),
  SourceControl: ResearchRequest.properties.source_control,
  AnswerResponse,
  AnswerResult,
  Citation: citations.items,
  WebResult: results.properties.web.items,
  ResearchResponse,
  ResearchResult,
  Output,
  Source: Output.properties.sources.items,
  Evidence: Output.properties.evidence.items,
  Billing,
  SubmissionResponse,
  TaskResponse,
  CallResponse,
  AcceptedResponse,
  CallStatus: CallResponse.properties.status,
  TaskState: TaskResponse.properties.status,
  TasksResponse,
  ListedTask: TasksResponse.properties.tasks.items,
  UsageResponse,
  UsageCall: UsageResponse.properties.calls.items,
  WalletResponse,
  CreateWebhookRequest,
  UpdateWebhookRequest,
  WebhookEvent: WebhookEventName,
  Webhook,
  WebhooksResponse,
  WebhookSecretResponse,
  WebhookDeliveriesResponse,
  WebhookDelivery: WebhookDeliveriesResponse.properties.deliveries.items,
  EventsResponse,
  AccountEvent: EventsResponse.properties.events.items,
  DoneResponse,
  HealthResponse,
  Error: ErrorResponse,
  ErrorCode: ErrorResponse.properties.code,
  Problem: ErrorResponse.properties.errors.items,
  RefundedBilling,
}

// By text, since TypeBox copies a schema that becomes optional.
const namesByText = new Map(
  Object.entries(namedSchemas).map(([name, schema]) => [JSON.stringify(schema), name]),
)

export function componentSchemas(): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(namedSchemas).map(([name, schema]) => [name, expand(schema)]),
  )
}

/** The schema by reference where it has a name, spelt out where it has none. */
export function schemaReference(schema: unknown): unknown {
  const name = namesByText.get(JSON.stringify(schema))
  return name === undefined ? expand(schema) : { $ref: `#/components/schemas/${name}` }
}

function expand(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(schemaReference)
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([key, member]) => [key, schemaReference(member)])
  // An enumeration needs no type to be exact, but generators of clients look for one.
  const isWords = 'enum' in value && !('type' in value)
  const schema = { ...(isWords && { type: 'string' }), ...Object.fromEntries(members) }
  return typeof schema.default === 'string' ? withDefaultInText(schema) : schema
}

/** Moves a default into the description: client generators make a member with a default required. */
function withDefaultInText({
  default: preset,
  description,
  ...schema
}: Record<string, unknown>): object {
  return { ...schema, description: `${description} Default: ${preset}.` }
}
