import type { Command } from 'commander'

export interface OutputOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** What every command for callers offers. */
export function addOutputOptions(command: Command): Command {
  return command
    .option(
      '--json',
      'Print the JSON of the API, and nothing else to stdout; errors as JSON to stderr',
    )
    .option('--quiet', 'Say nothing on stderr but what goes wrong')
}
