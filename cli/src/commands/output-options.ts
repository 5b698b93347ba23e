import type { Command } from 'commander'

export interface OutputOptions {
  readonly json?: boolean
  readonly quiet?: boolean
}

/** Adds the options that every command for callers has. */
export function addOutputOptions(command: Command): Command {
  return command
    .option('--json', "Print the API's JSON to stdout, and errors as JSON to stderr")
    .option('--quiet', 'Print only errors to stderr: no progress, price or balance')
}
