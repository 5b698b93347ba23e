import type { Command } from 'commander'
import type { Library } from '../library/open-library.ts'
import { withLibrary } from './library-with.ts'
import { createProgressBar } from './progress-bar.ts'

export function addLibraryRemoveCommand(library: Command): void {
  library
    .command('remove <url-or-key...>')
    .description(
      'Remove documents by address, all below an address, or a collection of facts by its key',
    )
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if there was nothing to remove for one of them.')
    .action((prefixes: string[], { json }: { json?: boolean }) =>
      withLibrary({ readOnly: false }, (opened, facts) => {
        const removed = prefixes.map(prefix => {
          const rows = facts?.remove(prefix)
          if (rows !== undefined) return { prefix, facts: rows }
          return { prefix, documents: remove(opened, prefix) }
        })
        if (json) process.stdout.write(`${JSON.stringify({ removed }, null, 2)}\n`)
        for (const { prefix, documents, facts: rows } of removed) {
          if (rows !== undefined) {
            if (!json) process.stdout.write(`Removed ${rows} facts of ${prefix}.\n`)
          } else if (documents === 0) {
            process.exitCode = 1
            process.stderr.write(
              `Nothing is at or below ${prefix}; "footnote library list" shows addresses and keys.\n`,
            )
          } else if (!json) {
            process.stdout.write(`Removed ${documents} at or below ${prefix}.\n`)
          }
        }
      }),
    )
}

function remove(library: Library, prefix: string): number {
  const bar = createProgressBar(process.stderr)
  try {
    return library.remove(prefix, {
      onProgress: progress => bar.update({ ...progress, failed: 0, current: prefix }),
    })
  } finally {
    bar.end()
  }
}
