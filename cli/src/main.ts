import manifest from '../package.json' with { type: 'json' }
import { addCallerCommands } from './commands/add-caller-commands.ts'
import { addCompletionCommand } from './commands/completion/completion-command.ts'
import { createProgram, tellUsageErrors } from './create-program.ts'

/** The published program: what callers need, and nothing of the service. */
const program = createProgram({
  version: manifest.version,
  description: 'Cited web answers, research and financial research, paid by the call',
})
tellUsageErrors(program)
await addCallerCommands(program, process.argv[2])
addCompletionCommand(program)
await program.parseAsync()
