import { addCallerCommands, isCallerCommand } from '@footnote/cli/commands/add-caller-commands'
import { createProgram, tellUsageErrors } from '@footnote/cli/create-program'
import { Command } from 'commander'
import { explainError } from './commands/command-error.ts'
import { version } from './version.ts'

/**
 * In a checkout, callers and operators share one command. Each group's code loads only when it is
 * needed.
 */
const program = createProgram({
  version,
  description: 'Footnote: commands for callers and for operators',
})
const name = process.argv[2]
if (isCallerCommand(name)) await addCallerCommands(program, name)
else {
  const addOperatorsCommands = await loadOperatorsCommands()
  const scratch = new Command()
  addOperatorsCommands(scratch)
  const isForOperator = scratch.commands.some(command => command.name() === name)
  if (!isForOperator) await addCallerCommands(program)
  program.commandsGroup('Operator commands:')
  addOperatorsCommands(program)
  // Loaded last: these commands bring all document readers, without which the others start faster.
  if (!isForOperator) {
    const { addLibraryCommands } = await import('@footnote/engine/commands/library-commands')
    addLibraryCommands(program)
  }
}
tellUsageErrors(program)

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`footnote: ${explainError(error)}\n`)
  process.exitCode = 1
}

async function loadOperatorsCommands(): Promise<(program: Command) => void> {
  const [{ addServiceCommands }, { addEngineCommand }] = await Promise.all([
    import('./commands/service-commands.ts'),
    import('@footnote/engine/commands/engine-command'),
  ])
  return program => {
    addServiceCommands(program)
    addEngineCommand(program)
  }
}
