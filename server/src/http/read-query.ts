import { type OperationName, operations } from '@footnote/contract/operations'
import { querySchema } from '@footnote/contract/parameters'
import { noRules } from '@footnote/contract/request-rules'
import type { FastifyRequest } from 'fastify'
import { createValidateBody, invalid } from './validate-body.ts'

type Values = Readonly<Record<string, string | number | undefined>>

/** Returns a function that reads and checks the query of an operation's requests. */
export function createReadQuery<Query extends object>(
  name: OperationName,
): (request: Pick<FastifyRequest, 'query'>) => Query {
  const schema = querySchema(operations[name]) as {
    properties: Record<string, { type?: string }>
  }
  const validate = createValidateBody({ schema, rules: noRules }, { tooLong: 'INVALID_REQUEST' })
  return ({ query }) => {
    const known = Object.entries(query as Values).filter(([key]) => key in schema.properties)
    const values = known.map(([key, text]) => {
      const isNumber = schema.properties[key]?.type === 'integer' && /^\d+$/.test(String(text))
      return [key, isNumber ? Number(text) : text]
    })
    return validate(Object.fromEntries(values)) as Query
  }
}

/** Reads a time or a day (UTC) of a query; a day as its start or its end. */
export function readMoment(
  name: string,
  text: string | undefined,
  edge: 'start' | 'end',
): Date | null {
  if (text === undefined) return null
  const isDay = !text.includes('T')
  const moment = new Date(isDay ? `${text}T00:00:00Z` : text)
  const isReal =
    !Number.isNaN(moment.getTime()) && (!isDay || moment.toISOString().startsWith(text))
  if (!isReal) {
    throw invalid('INVALID_REQUEST', [
      {
        path: `/${name}`,
        message: 'must be a day such as 2026-11-30 or a timestamp such as 2026-11-30T12:00:00Z',
      },
    ])
  }
  if (isDay && edge === 'end') moment.setUTCDate(moment.getUTCDate() + 1)
  return moment
}
