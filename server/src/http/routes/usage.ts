import { Readable } from 'node:stream'
import { CSV_HEADER, csvLines } from '@footnote/contract/calls-csv'
import type { ChargeState, UsageResponse } from '@footnote/contract/responses'
import type { Tool } from '@footnote/contract/tools'
import type { FastifyRequest } from 'fastify'
import { listUsage, readUsagePages } from '../../wallet/list-usage.ts'
import { createReadQuery, readMoment } from '../read-query.ts'
import type { FreeRoute } from '../route.ts'

interface UsageQuery {
  readonly cursor?: string
  readonly limit?: number
  readonly from?: string
  readonly to?: string
  readonly tool?: Tool
  readonly key?: string
  readonly state?: ChargeState
}

const CSV_PAGE = 1_000
const readQuery = createReadQuery<UsageQuery>('usage')

export const usage: FreeRoute = async ({ database }, { accountId }, request, reply) => {
  const query = readQuery(request)
  const { cursor, limit, from, to, ...chosen } = query
  const filter = {
    ...chosen,
    from: readMoment('from', from, 'start'),
    to: readMoment('to', to, 'end'),
  }
  if (wantsCsv(request)) {
    const pages = limit
      ? [(await listUsage(database, accountId, { filter, cursor, most: limit })).calls]
      : await readUsagePages(database, accountId, { filter, cursor, most: CSV_PAGE })
    reply.header('content-type', 'text/csv; charset=utf-8; header=present')
    reply.header('content-disposition', 'attachment; filename="footnote-usage.csv"')
    return reply.send(Readable.from(csvText(pages)))
  }
  const page = await listUsage(database, accountId, {
    filter,
    cursor,
    ...(limit && { most: limit }),
  })
  // Without parameters, the reply is what it was before there were any.
  const isPaged = Object.keys(query).length > 0
  return {
    calls: page.calls,
    ...(isPaged && page.nextCursor !== undefined && { next_cursor: page.nextCursor }),
  }
}

function wantsCsv({ headers }: FastifyRequest): boolean {
  return /\btext\/csv\b/i.test(headers.accept ?? '')
}

async function* csvText(
  pages: AsyncIterable<UsageResponse['calls']> | Iterable<UsageResponse['calls']>,
): AsyncGenerator<string> {
  yield `${CSV_HEADER}\r\n`
  for await (const calls of pages) {
    yield csvLines(calls)
      .map(line => `${line}\r\n`)
      .join('')
  }
}
