import { Command } from 'commander'
import { exitCodes, exitCodesText } from './errors/exit-codes.ts'
import { helpLayout, helpWidth } from './help-layout.ts'

interface ProgramOptions {
  readonly version: string
  readonly description: string
}

/** Help group of the remaining commands. */
export const MORE = 'More:'

/** Creates the `footnote` program without its commands. */
export function createProgram({ version, description }: ProgramOptions): Command {
  return new Command('footnote')
    .description(description)
    .version(version)
    .commandsGroup(MORE)
    .helpCommand(true)
    .configureHelp(helpLayout)
    .configureOutput({
      getOutHelpWidth: () => helpWidth(process.stdout),
      getErrHelpWidth: () => helpWidth(process.stderr),
      outputError: (text, write) => write(text.replace(/^error: /, 'footnote: ')),
    })
    .addHelpText('after', ({ command }) => {
      const width = command.configureOutput().getOutHelpWidth?.() ?? helpWidth({})
      return `\n${exitCodesText(width)}`
    })
}

/** Sets the exit code for wrong usage, also for subcommands that are added later. */
export function tellUsageErrors(command: Command): void {
  command.exitOverride(({ exitCode }) => process.exit(exitCode === 0 ? 0 : exitCodes.USAGE))
}
