import { resolve } from 'node:path'
import { type Command, InvalidArgumentError } from 'commander'
import { createRunAudit } from '../admin/run-audit.ts'
import { archiveMonths } from '../wallet/archive/archive-months.ts'
import type { Violation } from '../wallet/audit/violation.ts'
import { AUDIT_RULES } from '../wallet/audit.ts'
import { CommandError } from './command-error.ts'
import { printJson, printTable } from './print.ts'
import { withDatabase } from './with-database.ts'

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Check the ledger rules on the live database; exit code 1 if any is violated')
    .option('--full', 'Check the whole history, not only new rows and one earlier month')
    .option('--json', 'Print JSON')
    .action(({ full = false, json }: { full?: boolean; json?: boolean }) =>
      withDatabase(async (database, connection) => {
        const report = (violations: readonly Violation[]) => show(violations, { json })
        const runAudit = createRunAudit({ database, connection })
        await runAudit({ cause: 'command line', isFull: full, report })
      }),
    )
}

function show(violations: readonly Violation[], { json }: { json: boolean | undefined }): void {
  if (violations.length > 0) process.exitCode = 1
  if (json) {
    printJson({ ok: violations.length === 0, rules: AUDIT_RULES, violations })
    return
  }
  for (const rule of AUDIT_RULES) {
    const broken = violations.some(violation => violation.rule === rule)
    process.stdout.write(`${broken ? 'FAILED' : 'passed'}  ${rule}\n`)
  }
  if (violations.length > 0) {
    process.stdout.write('\n')
    printTable(violations, '')
  }
}

interface ArchiveOptions {
  readonly month?: string
  readonly before?: string
  readonly to: string
  readonly dryRun?: boolean
}

const DESCRIPTION = `Move charges, transactions and tasks of past months from the database to files`

export function addArchiveCommand(program: Command): void {
  program
    .command('archive')
    .description(DESCRIPTION)
    .option(
      '--month <month>',
      'One month as YYYY-MM, or "before" for rows older than any month',
      readOne,
    )
    .option('--before <month>', 'All months that end before this one, as YYYY-MM', readMonth)
    .requiredOption('--to <folder>', 'Folder to write to; each month gets its own subfolder')
    .option('--dry-run', 'Check the months without archiving them')
    .action(({ month, before, to, dryRun = false }: ArchiveOptions) =>
      withDatabase(async (_, connection) => {
        if ((month === undefined) === (before === undefined)) {
          throw new CommandError('specify either --month or --before')
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
                ? `${shown}: archived ${charges} charges and ${movements} transactions\n`
                : `${shown}: checked and ready to archive\n`,
            )
          },
        })
        if (months === 0) process.stdout.write('No months to archive.\n')
      }),
    )
}

function readOne(text: string): string {
  return text === 'before' ? text : readMonth(text).replace('-', '_')
}

function readMonth(text: string): string {
  if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
  throw new InvalidArgumentError('Enter a month, such as 2026-08.')
}
