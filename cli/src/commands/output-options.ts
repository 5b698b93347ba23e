import type { Command } from 'commander'

export interface OutputOptions {
  readonly json?: boolean
  readonly quiet?: boolean
  readonly output?: string
  readonly force?: boolean
}

/** Adds the options that every command for callers has. */
export function addOutputOptions(command: Command): Command {
  return command
    .option('--json', "Print the API's JSON to stdout, and errors as JSON to stderr")
    .option('--quiet', 'Print only errors to stderr: no progress, price or balance')
}

/** Adds the options of commands whose result is worth a file. */
export function addFileOptions(command: Command): Command {
  return command
    .option('-o, --output <file>', 'Write the result to a file, as JSON if its name ends in .json')
    .option('--force', 'Replace the file of --output if it exists')
}
