import { Command } from 'commander'
import { exitCodes, exitCodesText } from './errors/exit-codes.ts'

interface ProgramOptions {
  readonly version: string
  readonly description: string
}

/** The group of commands in the help that are for other programs, or for none. */
export const MORE = 'More:'

/** The `footnote` command, to which its commands are still to be added. */
export function createProgram({ version, description }: ProgramOptions): Command {
  return new Command('footnote')
    .description(description)
    .version(version)
    .commandsGroup(MORE)
    .helpCommand(true)
    .configureOutput({
      outputError: (text, write) => write(text.replace(/^error: /, 'footnote: ')),
    })
    .addHelpText('after', () => `\n${exitCodesText()}`)
}

/** A mistake in the command has an exit code of its own; children that are added later have it too. */
export function tellUsageErrors(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.USAGE))
}
