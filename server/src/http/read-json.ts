import type { FastifyRequest } from 'fastify'
import { invalid } from './validate-body.ts'

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: false })

/**
 * Parses the body as JSON and checks its type and syntax. Its size was checked while it was read.
 */
export function readJson(request: FastifyRequest): unknown {
  const { headers } = request.raw
  const problems = []
  if (!/^application\/json *(?:;|$)/i.test(headers['content-type'] ?? '')) {
    problems.push({ path: '', message: 'must be sent with Content-Type: application/json' })
  }
  if (!/^(?:identity)?$/i.test(headers['content-encoding'] ?? '')) {
    problems.push({ path: '', message: 'must not be compressed; send it without Content-Encoding' })
  }
  if (problems.length > 0) throw invalid('INVALID_REQUEST', problems)
  try {
    return JSON.parse(decoder.decode(request.body as Buffer | undefined))
  } catch {
    // The parser's own message would quote the body.
    throw invalid('INVALID_REQUEST', [{ path: '', message: 'must be valid JSON in UTF-8' }])
  }
}
