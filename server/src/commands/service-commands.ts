import type { Command } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addArchiveCommand } from './archive-command.ts'
import { addAuditCommand } from './audit-command.ts'
import { addKeyCommands } from './key-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addOutboxCommand } from './outbox-command.ts'
import { addServeCommand } from './serve-command.ts'
import { addWalletCommands } from './wallet-commands.ts'

/** What the operator does with the service, beside its engine. */
export function addServiceCommands(program: Command): void {
  addServeCommand(program)
  addAccountCommands(program)
  addKeyCommands(program)
  addWalletCommands(program)
  addOperatorCommands(program)
  addOutboxCommand(program)
  addAuditCommand(program)
  addArchiveCommand(program)
}
