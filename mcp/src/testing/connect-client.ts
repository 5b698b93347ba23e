import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'

/** The official client, as an agent uses it, in either era of the protocol. */
export async function connectClient(
  url: string,
  { key, isModern = false }: { key: string; isModern?: boolean },
): Promise<Client> {
  const client = new Client(
    { name: 'test', version: '1' },
    isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  )
  return client
}
