import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebFile } from './read-web-files.ts'

const FOR_EVER = 'public, max-age=31536000, immutable'
/** Cached, but revalidated each time. */
const CHECKED = 'no-cache'

/** Sends the smallest encoding that the browser accepts, or 304. */
export function sendWebFile(
  file: WebFile,
  { headers }: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  const encoding = chooseEncoding(file, headers['accept-encoding'] ?? '')
  const etag = `"${file.digest}${encoding === 'identity' ? '' : `-${encoding}`}"`
  reply.headers({
    'content-type': file.type,
    'cache-control': file.isImmutable ? FOR_EVER : CHECKED,
    'cross-origin-resource-policy': 'same-origin',
    vary: 'accept-encoding',
    etag,
  })
  const isKnown = reply.statusCode === 200 && names(headers['if-none-match'] ?? '', etag)
  if (isKnown) return reply.code(304).send()
  if (encoding !== 'identity') reply.header('content-encoding', encoding)
  return reply.send(file.bodies[encoding])
}

function chooseEncoding({ bodies }: WebFile, accepted: string): keyof WebFile['bodies'] {
  const refused = /;\s*q=0(?:\.0*)?\s*$/
  const taken = accepted
    .toLowerCase()
    .split(',')
    .filter(part => !refused.test(part))
    .map(part => part.split(';')[0]?.trim())
  return (['br', 'gzip'] as const).find(name => bodies[name] && taken.includes(name)) ?? 'identity'
}

function names(header: string, etag: string): boolean {
  return header.split(',').some(known => known.trim().replace(/^W\//, '') === etag)
}
