import { version } from '../../version.ts'

/**
 * Describes the MCP server in the format of the MCP registry. The name belongs to the host that serves it, as
 * the registry requires.
 */
export function serverJson(baseUrl: string): object {
  const { hostname } = new URL(baseUrl)
  const isName = /[a-z]/i.test(hostname) && hostname.includes('.')
  const namespace = isName ? hostname.split('.').toReversed().join('.') : 'local.footnote'
  return {
    $schema: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json',
    name: `${namespace}/footnote`,
    title: 'Footnote',
    description: 'Answers with citations, research and financial research, paid per call.',
    version,
    websiteUrl: `${baseUrl}/docs/agents`,
    remotes: [{ type: 'streamable-http', url: `${baseUrl}/mcp` }],
  }
}
