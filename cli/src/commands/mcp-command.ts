import type { Command } from 'commander'

const HELP = `
An agent starts it by itself. Where it is configured, name the command:

  {"mcpServers": {"footnote": {"command": "footnote", "args": ["mcp"]}}}`

/** `footnote mcp`: what MCP clients start. */
export function addMcpCommand(program: Command): void {
  program
    .command('mcp')
    .summary('Serve the tools to an AI agent')
    .description(
      'Serves the tools of the API over standard input and output, by the Model Context Protocol, with the key of footnote login or FOOTNOTE_API_KEY.',
    )
    .addHelpText('after', HELP)
    .action(async () => {
      // Brings the protocol along, without which the other commands start much sooner.
      const { serveMcp } = await import('../mcp/serve-mcp.ts')
      // Whoever does not read it need not.
      process.stderr.on('error', () => {})
      const warn = (line: string) => void process.stderr.write(`footnote mcp: ${line}\n`)
      await serveMcp({ env: process.env, warn })
    })
}
