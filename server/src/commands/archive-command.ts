import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { archiveMonths } from '../wallet/archive/archive-months.ts'
import { CommandError } from './command-error.ts'
import { withDatabase } from './with-database.ts'

interface ArchiveOptions {
  readonly month?: string
  readonly before?: string
  readonly to: string
  readonly dryRun?: boolean
}

const DESCRIPTION = `Move charges, movements and tasks of past months from the database to files`

export function addArchiveCommand(program: Command): void {
  program
    .command('archive')
    .description(DESCRIPTION)
    .option(
      '--month <month>',
      'One month as YYYY-MM, or "before": what is older than months',
      readOne,
    )
    .option('--before <month>', 'All months that end before this one, as YYYY-MM', readMonth)
    .requiredOption('--to <folder>', 'Where to write them; each month gets a folder there')
    .option('--dry-run', 'Check and prove only')
    .action(({ month, before, to, dryRun = false }: ArchiveOptions) =>
      withDatabase(async (_, connection) => {
        if ((month === undefined) === (before === undefined)) {
          throw new CommandError('give either --month or --before')
        }
        let months = 0
        await archiveMonths(connection, {
          which: before === undefined ? { month: month ?? '' } : { before },
          to: resolve(to),
          isDryRun: dryRun,
          report(name, manifest) {
            months += 1
            const shown = name.replace('_', '-')
            const [charges, movements] = manifest?.files.map(({ rows }) => rows) ?? []
            process.stdout.write(
              manifest
                ? `${shown}: archived ${charges} charges and ${movements} movements\n`
                : `${shown}: proven, and can be archived\n`,
            )
          },
        })
        if (months === 0) process.stdout.write('No month to archive.\n')
      }),
    )
}

function readOne(text: string): string {
  return text === 'before' ? text : readMonth(text).replace('-', '_')
}

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('It must be a month, such as 2026-08.')
}
