import { Command } from 'commander'
import { ConfigError } from './config.ts'
import { addAccountCommands } from './operator/account-commands.ts'
import { addAuditCommand } from './operator/audit-command.ts'
import { addKeyCommands } from './operator/key-commands.ts'
import { OperatorError } from './operator/operator-error.ts'
import { addServeCommand } from './operator/serve-command.ts'
import { addWalletCommands } from './operator/wallet-commands.ts'

const program = new Command('footnote').description(
  'The Footnote service and its operator’s commands',
)
addServeCommand(program)
addAccountCommands(program)
addKeyCommands(program)
addWalletCommands(program)
addAuditCommand(program)

try {
  await program.parseAsync()
} catch (error) {
  const isExpected = error instanceof OperatorError || error instanceof ConfigError
  process.stderr.write(`footnote: ${isExpected ? error.message : (error as Error).stack}\n`)
  process.exitCode = 1
}
