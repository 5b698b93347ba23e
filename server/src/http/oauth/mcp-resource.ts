import type { FastifyRequest } from 'fastify'
import type { SiteOrigins } from '../../site-origins.ts'

/** The addresses of `/mcp`, which are the audiences of access tokens. */
export interface McpResource {
  urls(): readonly string[]
  /** Returns the address under which a client has sent its request. */
  urlOf(request: FastifyRequest): string
}

export function createMcpResource({ origin, origins }: SiteOrigins): McpResource {
  const urls = () => origins().map(one => `${one}/mcp`)
  return {
    urls,
    urlOf({ raw: { headers } }) {
      const { protocol } = new URL(origin())
      const asked = `${protocol}//${headers.host?.toLowerCase()}/mcp`
      return urls().includes(asked) ? asked : `${origin()}/mcp`
    },
  }
}

/** Tells a client at `/mcp` how to get a token (RFC 9728). */
export function challengeOf(resource: McpResource, request: FastifyRequest): string {
  const { origin } = new URL(resource.urlOf(request))
  return [
    `Bearer resource_metadata="${origin}/.well-known/oauth-protected-resource/mcp", scope="mcp"`,
    ...(request.raw.headers.authorization === undefined ? [] : ['error="invalid_token"']),
  ].join(', ')
}
