import type { Command } from 'commander'
import type { Library } from '../library/open-library.ts'
import { withLibrary } from './library-with.ts'
import { createProgressBar } from './progress-bar.ts'

export function addLibraryRemoveCommand(library: Command): void {
  library
    .command('remove <url-or-prefix...>')
    .description('Remove documents by their address, or all below an address')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExits with 1 if there was nothing to remove for one of them.')
    .action((prefixes: string[], { json }: { json?: boolean }) =>
      withLibrary({ readOnly: false }, opened => {
        const removed = prefixes.map(prefix => ({ prefix, documents: remove(opened, prefix) }))
        if (json) process.stdout.write(`${JSON.stringify({ removed }, null, 2)}\n`)
        for (const { prefix, documents } of removed) {
          if (documents === 0) {
            process.exitCode = 1
            process.stderr.write(
              `No document is at or below ${prefix}; "footnote library list" shows the addresses.\n`,
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
