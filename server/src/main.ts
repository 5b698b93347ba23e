import { addEngineCommand } from '@footnote/engine/commands/engine-command'
import { Command } from 'commander'
import manifest from '../package.json' with { type: 'json' }
import { addAccountCommands } from './operator/account-commands.ts'
import { addAuditCommand } from './operator/audit-command.ts'
import { explainError } from './operator/explain-error.ts'
import { addKeyCommands } from './operator/key-commands.ts'
import { addOperatorCommands } from './operator/operator-commands.ts'
import { addOutboxCommand } from './operator/outbox-command.ts'
import { addServeCommand } from './operator/serve-command.ts'
import { addWalletCommands } from './operator/wallet-commands.ts'

const program = new Command('footnote').description(
  'The Footnote service and its operator’s commands',
)
program.version(manifest.version)
addServeCommand(program)
addAccountCommands(program)
addKeyCommands(program)
addWalletCommands(program)
addOperatorCommands(program)
addOutboxCommand(program)
addAuditCommand(program)
addEngineCommand(program)
// They bring along all that reads documents, without which the others start much sooner.
if (!program.commands.some(command => command.name() === process.argv[2])) {
  const { addLibraryCommands } = await import('@footnote/engine/commands/library-commands')
  addLibraryCommands(program)
}

try {
  await program.parseAsync()
} catch (error) {
  process.stderr.write(`footnote: ${explainError(error)}\n`)
  process.exitCode = 1
}
