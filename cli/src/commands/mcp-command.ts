import type { Command } from 'commander'

const HELP = `
Configuration for your agent:

  {"mcpServers": {"footnote": {"command": "footnote", "args": ["mcp"]}}}`

export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .summary('Run an MCP server for an AI agent')
    .description(
      'Runs an MCP server over stdin and stdout. Your agent starts it. It uses the key from footnote login, or FOOTNOTE_API_KEY.',
    )
    .addHelpText('after', HELP)
    .action(async () => {
      // Loads the protocol only here, which keeps the start of the other commands fast.
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      // A client may close stderr.
      process.stderr.on('error', () => {})
      const warn = (line: string) => void process.stderr.write(`footnote mcp: ${line}\n`)
      await serveMcp({ env: process.env, warn })
    })
}
