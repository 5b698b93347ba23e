import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/counted.ts'
import type { Audit } from './audit-result.tsx'

const MOMENT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' })

/** The results side by side, the latest to the right; a failure is told by its height as well. */
export function AuditStrip({ audits }: { audits: readonly Audit[] }) {
  const failed = audits.filter(({ violation_count }) => violation_count > 0).length
  return (
    <figure>
      <div
        role="img"
        aria-label={`${counted(audits.length, 'audit')}, ${failed === 0 ? 'all in order' : `${failed} with violations`}`}
        className="flex h-10 flex-row-reverse items-end justify-end gap-0.5 border-b border-rule"
      >
        {audits.map(({ audit_id, started_at, violation_count }) => (
          <div
            key={audit_id}
            title={`${MOMENT.format(new Date(started_at))}: ${violation_count === 0 ? 'in order' : counted(violation_count, 'violation')}`}
            className={classes(
              'max-w-3 min-w-px grow rounded-t-xs',
              violation_count === 0 ? 'h-1/2 bg-series-4' : 'h-full bg-bad',
            )}
          />
        ))}
      </div>
      <figcaption className="mt-2 text-sm text-quiet">
        {failed === 0
          ? `The latest ${counted(audits.length, 'audit')}, all in order.`
          : `Of the latest ${counted(audits.length, 'audit')}, ${failed} found violations: the tall bars.`}
      </figcaption>
    </figure>
  )
}
