import type { TSchema } from 'typebox'
import { formatsTable, limitsTable, pricesTable, statesTable } from './document-tables.ts'
import { type GuideTopic, guide, guideText } from './guide.ts'
import { errorExamples, errorResponses } from './openapi-errors.ts'
import { componentSchemas, schemaReference } from './openapi-schemas.ts'
import {
  type Operation,
  type OperationResponse,
  operationEntries,
  operationGroup,
  operationGroups,
} from './operations.ts'
import { headers, parameterIdsOf, parameters } from './parameters.ts'
import { priceText } from './prices.ts'
import { AcceptedResponse, CallResponse, TaskResponse } from './responses.ts'

type JsonObject = Record<string, unknown>

/** The OpenAPI 3.1 document of the whole API, made from the contract's tables alone. */
export function buildOpenApi({ baseUrl }: { baseUrl: string }): JsonObject {
  return {
    openapi: '3.1.0',
    info: {
      title: 'Footnote API',
      version: '1',
      summary: 'Cited answers, research and financial research, paid per call.',
      description: openApiDescription(),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: baseUrl.replace(/\/+$/, '') }],
    security: [{ apiKey: [] }],
    tags: Object.entries(operationGroups).map(([name, description]) => ({ name, description })),
    paths: buildPaths(),
    components: {
      securitySchemes: {
        apiKey: { type: 'http', scheme: 'bearer', description: 'An API key of the account.' },
      },
      schemas: componentSchemas(),
      parameters,
      headers,
      examples: errorExamples(),
    },
  }
}

function buildPaths(): JsonObject {
  const byPath = Object.groupBy(operationEntries(), ([, { path }]) => path)
  return Object.fromEntries(
    Object.entries(byPath).map(([path, entries = []]) => [
      path,
      Object.fromEntries(
        entries.map(([name, operation]) => [
          operation.method.toLowerCase(),
          buildOperation(name, operation),
        ]),
      ),
    ]),
  )
}

function buildOperation(name: string, operation: Operation): JsonObject {
  const { summary, description, authenticated, isPaid, request, responses } = operation
  const taken = parameterIdsOf(operation)
  return {
    operationId: name,
    summary,
    description: isPaid ? `${description}\n\n${priceText(name)}` : description,
    tags: [operationGroup(operation)],
    ...(!authenticated && { security: [] }),
    ...(taken.length > 0 && {
      parameters: taken.map(id => ({ $ref: `#/components/parameters/${id}` })),
    }),
    ...(request && {
      requestBody: {
        required: true,
        content: {
          'application/json': {
            schema: schemaReference(request.schema),
            examples: namedValues(request.examples),
          },
        },
      },
    }),
    responses: {
      ...Object.fromEntries(
        Object.entries(responses).map(([status, response]) => [status, buildResponse(response)]),
      ),
      ...errorResponses(operation.errors),
    },
  }
}

function buildResponse({
  description,
  schema,
  examples,
  stream,
  csv,
}: OperationResponse): JsonObject {
  const named = namedValues(examples)
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...((schema === TaskResponse || schema === CallResponse) && {
        'Retry-After': {
          ...headers['Retry-After'],
          description:
            'Seconds to wait before the next poll, while the call or task is unfinished.',
        },
      }),
      ...(mentions(schema, AcceptedResponse) && {
        Location: { $ref: '#/components/headers/Location' },
        'Preference-Applied': { $ref: '#/components/headers/Preference-Applied' },
      }),
    },
    content: schema
      ? {
          'application/json': { schema: schemaReference(schema), examples: named },
          ...(stream && eventStream({ stream })),
          ...(csv && {
            'text/csv': { schema: { type: 'string' }, examples: namedValues({ file: csv }) },
          }),
        }
      : eventStream(examples),
  }
}

function eventStream(examples: Readonly<Record<string, unknown>>): JsonObject {
  return { 'text/event-stream': { schema: { type: 'string' }, examples: namedValues(examples) } }
}

/** Whether a response can be this one, alone or among others. */
function mentions(schema: TSchema | undefined, one: TSchema): boolean {
  const choices: unknown = schema && 'anyOf' in schema ? schema['anyOf'] : [schema]
  return Array.isArray(choices) && choices.includes(one)
}

function namedValues(examples: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
}

/** Text that this document adds to a guide topic. */
const additions: Partial<Record<GuideTopic, () => string>> = {
  billing: pricesTable,
  tasks: statesTable,
  errors: () =>
    'A request that matches no operation gets 404 `NOT_FOUND`, or 405 `METHOD_NOT_ALLOWED` with an `Allow` header.',
}

/** The guide, the prices, the limits and the formats as CommonMark. */
function openApiDescription(): string {
  const topics = Object.keys(guide) as GuideTopic[]
  return [
    ...topics.map(sectionText),
    `## Limits\n\nA character is a Unicode code point.\n\n${limitsTable()}`,
    `## Formats\n\nBeside the formats of JSON Schema, strings name these as their \`format\`:\n\n${formatsTable()}`,
  ].join('\n\n')
}

function sectionText(topic: GuideTopic): string {
  const parts = [`## ${guide[topic].title}`, guideText(topic), additions[topic]?.()]
  return parts.filter(Boolean).join('\n\n')
}
