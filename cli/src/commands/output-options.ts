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

export interface EvidenceOptions {
  readonly evidence?: boolean
}

/** Adds the option of commands that print the report of a task. */
export function addEvidenceOption(command: Command): Command {
  return command.option(
    '--evidence',
    'Quote the passage that proves each value of a JSON result, or the passages that a report is based on',
  )
}

/** The parts of a result to ask for. */
export function includeOf({ evidence = false }: EvidenceOptions): readonly 'evidence'[] {
  return evidence ? ['evidence'] : []
}
