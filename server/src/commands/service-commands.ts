import type { Command } from 'commander'
import { addAccountCommands } from './account-commands.ts'
import { addDoctorCommand } from './doctor-command.ts'
import { addIncidentCommands } from './incident-commands.ts'
import { addKeyCommands } from './key-commands.ts'
import { addArchiveCommand, addAuditCommand } from './ledger-commands.ts'
import { addOperatorCommands } from './operator-commands.ts'
import { addOutboxCommand } from './outbox-command.ts'
import { addServeCommand } from './serve-command.ts'
import { addWalletCommands } from './wallet-commands.ts'

/** Adds the operator commands of the service, without those of its engine. */
export function addServiceCommands(program: Command): void {
  addServeCommand(program)
  addDoctorCommand(program)
  addAccountCommands(program)
  addKeyCommands(program)
  addWalletCommands(program)
  addOperatorCommands(program)
  addIncidentCommands(program)
  addOutboxCommand(program)
  addAuditCommand(program)
  addArchiveCommand(program)
}
