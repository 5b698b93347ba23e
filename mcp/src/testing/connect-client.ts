import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'

interface Era {
  readonly isModern?: boolean
}

interface Program {
  readonly command: string
  readonly args: readonly string[]
  readonly env: Readonly<Record<string, string>>
}

/** The official client, as an agent uses it, in either era of the protocol. */
export async function connectClient(
  url: string,
  { key, ...era }: { key: string } & Era,
): Promise<Client> {
  const client = createClient(era)
  const headers = { authorization: `Bearer ${key}` }
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', url), { requestInit: { headers } }),
  )
  return client
}

/** The same with a program that it starts; `errors` is what the program has written to stderr so far. */
export async function connectStdioClient(
  { command, args, env }: Program,
  era: Era = {},
): Promise<{ client: Client; errors: () => string }> {
  const client = createClient(era)
  const transport = new StdioClientTransport({
    command,
    args: [...args],
    env: { ...env },
    stderr: 'pipe',
  })
  let errors = ''
  transport.stderr?.on('data', chunk => {
    errors += chunk
  })
  await client.connect(transport)
  return { client, errors: () => errors }
}

/** The official client, not connected. */
export function createClient({ isModern = false }: Era): Client {
  return new Client(
    { name: 'test', version: '1' },
    isModern ? { versionNegotiation: { mode: { pin: '2026-07-28' } } } : {},
  )
}
