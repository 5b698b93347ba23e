import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, test } from 'vitest'
import { limitRows } from './document-tables.ts'
import { ERROR_CODES, errorEntry } from './errors.ts'
import { formats } from './formats.ts'
import { buildOpenApi } from './openapi.ts'
import { operationEntries } from './operations.ts'
import { prices } from './prices.ts'
import { toolName } from './tools.ts'
import { usdText } from './usd-text.ts'

interface Example {
  $ref?: string
  value?: unknown
}

interface Media {
  schema: object
  examples: Record<string, Example>
}

interface Message {
  description: string
  headers: Record<string, object>
  content: Record<string, Media>
}

interface PathOperation {
  operationId: string
  description: string
  security?: object[]
  parameters?: { $ref: string }[]
  requestBody?: Message
  responses: Record<string, Message>
}

interface Document {
  info: { description: string }
  servers: { url: string }[]
  paths: Record<string, Record<string, PathOperation>>
  components: {
    schemas: Record<string, object>
    examples: Record<string, { value: unknown }>
  }
}

const document = buildOpenApi({ baseUrl: 'https://api.example.com/' }) as unknown as Document
const named = Object.entries(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, operation })),
)

test('the document is valid by the OpenAPI 3.1 schema', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone({ ...document }))
  expect(errors).toBeUndefined()
  expect(valid).toBe(true)
})

test('every reference leads somewhere', () => {
  const references = JSON.stringify(document).matchAll(/"\$ref":"#([^"]+)"/g)
  for (const [, pointer = ''] of references) {
    expect(resolve(pointer), pointer).toBeDefined()
  }
})

test('every operation is there under its name, with a key exactly where one is needed', () => {
  for (const [name, { method, path, authenticated, responses, errors }] of operationEntries()) {
    const operation = document.paths[path]?.[method.toLowerCase()]
    expect(operation?.operationId).toBe(name)
    expect(operation?.security).toEqual(authenticated ? undefined : [])
    const statuses = [...Object.keys(responses), ...errors.map(code => errorEntry(code).status)]
    expect(Object.keys(operation?.responses ?? {}).sort()).toEqual(
      [...new Set(statuses.map(String))].sort(),
    )
  }
  expect(named).toHaveLength(operationEntries().length)
})

test('each error code of an operation has an example under its status', () => {
  for (const [name, { path, method, errors }] of operationEntries()) {
    for (const code of errors) {
      const { status } = errorEntry(code)
      const response = document.paths[path]?.[method.toLowerCase()]?.responses[status]
      expect(response?.content['application/json']?.examples, `${name} ${code}`).toHaveProperty(
        code,
      )
    }
  }
})

test('every error code is in a response, or in the description if no operation returns it', () => {
  const messages = named.flatMap(({ operation }) => Object.values(operation.responses))
  const shown = messages.flatMap(({ content }) =>
    Object.keys(content['application/json']?.examples ?? {}),
  )
  const ofNoOperation = ERROR_CODES.filter(code => !shown.includes(code))
  expect(ofNoOperation).toEqual(['METHOD_NOT_ALLOWED'])
  for (const code of ofNoOperation) expect(document.info.description).toContain(`\`${code}\``)
})

test('responses name the headers they carry', () => {
  for (const { operation } of named) {
    for (const [status, { headers }] of Object.entries(operation.responses)) {
      expect(headers).toHaveProperty('X-Request-Id')
      expect('WWW-Authenticate' in headers).toBe(status === '401')
      const polls = /^(retrieve|cancel)_(task|call)$/.test(operation.operationId)
      const retries = polls ? ['200', '503'] : ['429', '503']
      expect('Retry-After' in headers).toBe(retries.includes(status))
      expect('Location' in headers).toBe(status === '202')
    }
  }
})

test('the stream of events is one, and can be resumed', () => {
  const events = document.paths['/api/v1/research/{task_id}/events']?.['get']
  expect(Object.keys(events?.responses['200']?.content ?? {})).toEqual(['text/event-stream'])
  expect(events?.parameters?.map(({ $ref }) => $ref.split('/').at(-1))).toEqual([
    'task_id',
    'Last-Event-ID',
  ])
})

describe('each example fits its schema', () => {
  const ajv = new Ajv2020({ allErrors: true, strict: false })
  ajv.addFormat('uuid', true)
  ajv.addFormat('date-time', true)
  for (const [name, { check }] of Object.entries(formats)) ajv.addFormat(name, check)

  const messages = named.flatMap(({ operation }) => [
    ...(operation.requestBody ? [['request', operation.requestBody] as const] : []),
    ...Object.entries(operation.responses),
  ])
  const cases = messages.flatMap(([place, { content }]) =>
    Object.values(content).flatMap(({ schema, examples }) =>
      Object.entries(examples).map(([name, example]) => ({ place, name, example, schema })),
    ),
  )

  test.each(cases)('$place $name', ({ schema, example }) => {
    const value = example.$ref ? document.components.examples[last(example.$ref)] : example
    const validate = ajv.compile({ ...schema, components: document.components })
    expect(validate(value?.value), JSON.stringify(validate.errors)).toBe(true)
  })
})

test('the text gives every price, limit and format of the tables', () => {
  const { description } = document.info
  for (const { tool, effort, costUnits } of prices) {
    expect(description).toContain(`| ${toolName(tool)} | ${effort ?? ''} | ${usdText(costUnits)} |`)
    const operation = named.find(entry => entry.operation.operationId === tool)?.operation
    const own = effort === null ? usdText(costUnits) : `${effort} ${usdText(costUnits)}`
    expect(operation?.description).toContain(`${own} USD`)
  }
  for (const { limit, value } of limitRows()) {
    expect(description).toContain(`| ${limit} | ${value} |`)
  }
  for (const name of Object.keys(formats)) expect(description).toContain(`| \`${name}\` |`)
})

test('schemas that occur twice are referred to, not copied', () => {
  const { AnswerResponse, ResearchResponse } = document.components.schemas
  for (const schema of [AnswerResponse, ResearchResponse]) {
    expect(schema).toHaveProperty('properties.billing', { $ref: '#/components/schemas/Billing' })
  }
})

test('the address has no slash at its end, since every path begins with one', () => {
  expect(document.servers).toEqual([{ url: 'https://api.example.com' }])
})

function resolve(pointer: string): unknown {
  return pointer
    .split('/')
    .slice(1)
    .reduce<unknown>((at, key) => (at as Record<string, unknown> | undefined)?.[key], document)
}

function last(reference: string): string {
  return reference.split('/').at(-1) ?? ''
}
