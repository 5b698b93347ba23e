import type { Command } from 'commander'
import { addLibraryAddCommand } from './library-add-command.ts'
import { addLibraryListCommand } from './library-list-command.ts'
import { addLibraryRemoveCommand } from './library-remove-command.ts'
import { addLibrarySearchCommand } from './library-search-command.ts'

/** The operator's commands for the documents that the embedded engine answers from. */
export function addLibraryCommands(program: Command): void {
  const library = program
    .command('library')
    .description('Documents that the embedded engine answers from')
  addLibraryAddCommand(library)
  addLibraryListCommand(library)
  addLibraryRemoveCommand(library)
  addLibrarySearchCommand(library)
}
