import manifest from '../package.json' with { type: 'json' }
import { addCallerCommands } from './commands/add-caller-commands.ts'
import { createProgram, tellUsageErrors } from './create-program.ts'

/** The published program, without the commands that run the service. */
const program = createProgram({
  version: manifest.version,
  description: 'Cited web answers, research and financial research. You pay per call.',
})
tellUsageErrors(program)
await addCallerCommands(program, process.argv[2])
await program.parseAsync()
