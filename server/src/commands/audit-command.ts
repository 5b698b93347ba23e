import type { Command } from 'commander'
import { createRunAudit } from '../admin/run-audit.ts'
import type { Violation } from '../wallet/audit/violation.ts'
import { AUDIT_RULES } from '../wallet/audit.ts'
import { printJson, printTable } from './print.ts'
import { withDatabase } from './with-database.ts'

export function addAuditCommand(program: Command): void {
  program
    .command('audit')
    .description('Prove the money rules on the live database; exit code 1 if any is broken')
    .option('--full', 'Prove everything, not only what is new and one earlier month')
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
    process.stdout.write(`${broken ? 'BROKEN' : 'holds '}  ${rule}\n`)
  }
  if (violations.length > 0) {
    process.stdout.write('\n')
    printTable(violations, '')
  }
}
