import { openApiDescription } from './openapi-description.ts'
import { errorExamples, errorResponses } from './openapi-errors.ts'
import { headers } from './openapi-headers.ts'
import { componentSchemas, schemaReference } from './openapi-schemas.ts'
import { operationGroup, operationGroups } from './operation-group.ts'
import { type Operation, type OperationResponse, operationEntries } from './operations.ts'
import { parameters, parametersOf } from './parameters.ts'
import { priceText } from './price-text.ts'
import { TaskResponse } from './responses.ts'

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
  const { summary, description, authenticated, request, responses } = operation
  const taken = parametersOf(operation)
  return {
    operationId: name,
    summary,
    description: request ? `${description}\n\n${priceText(name)}` : description,
    tags: [operationGroup(operation)],
    ...(!authenticated && { security: [] }),
    ...(taken.length > 0 && {
      parameters: taken.map(parameter => ({ $ref: `#/components/parameters/${parameter.name}` })),
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

function buildResponse({ description, schema, examples }: OperationResponse): JsonObject {
  const named = namedValues(examples)
  return {
    description,
    headers: {
      'X-Request-Id': { $ref: '#/components/headers/X-Request-Id' },
      ...(schema === TaskResponse && {
        'Retry-After': {
          ...headers['Retry-After'],
          description: 'Seconds to wait before the next look, while the task is unfinished.',
        },
      }),
    },
    content: schema
      ? { 'application/json': { schema: schemaReference(schema), examples: named } }
      : { 'text/event-stream': { schema: { type: 'string' }, examples: named } },
  }
}

function namedValues(examples: Readonly<Record<string, unknown>>): JsonObject {
  return Object.fromEntries(Object.entries(examples).map(([name, value]) => [name, { value }]))
}
