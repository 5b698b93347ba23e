import { Command } from 'commander'
import { addLibraryCommands } from './src/commands/library-commands.ts'
const program = new Command('footnote')
addLibraryCommands(program)
try { await program.parseAsync() } catch (e) { process.stderr.write(`footnote: ${e instanceof Error ? e.stack : e}\n`); process.exitCode = 1 }
