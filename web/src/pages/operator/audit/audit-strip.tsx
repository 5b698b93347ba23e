import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/counted.ts'
import type { Audit } from './audit-result.tsx'

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** Audit results side by side, latest on the right; failures differ in height as well as colour. */
export function AuditStrip({ audits }: { audits: readonly Audit[] }) {
  const failed = audits.filter(({ violation_count }) => violation_count > 0).length
  return (
    <figure>
      <div
        role="img"
        aria-label={`${counted(audits.length, 'audit')}, ${failed === 0 ? 'all passed' : `${failed} failed`}`}
        className="flex h-10 flex-row-reverse items-end justify-end gap-0.5 border-b border-rule"
      >
        {audits.map(({ audit_id, started_at, violation_count }) => (
          <div
            key={audit_id}
            title={`${MOMENT.format(new Date(started_at))}: ${violation_count === 0 ? 'passed' : counted(violation_count, 'violation')}`}
            className={classes(
              'max-w-3 min-w-px grow rounded-t-xs',
              violation_count === 0 ? 'h-1/2 bg-series-4' : 'h-full bg-bad',
            )}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-quiet">
        {failed === 0
          ? `Latest ${counted(audits.length, 'audit')}: all passed.`
          : `Latest ${counted(audits.length, 'audit')}: ${failed} failed (tall bars).`}
      </figcaption>
    </figure>
  )
}
