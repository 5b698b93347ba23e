import type { AuditsResponse } from '@footnote/contract/site/operator'
import { Badge } from '../../../ui/badge.tsx'
import { counted } from '../../../ui/counted.ts'

export type Audit = AuditsResponse['audits'][number]

/** Badge with the result of an audit. */
export function AuditResult({ audit: { violation_count } }: { audit: Audit }) {
  return violation_count === 0 ? (
    <Badge tone="good">Passed</Badge>
  ) : (
    <Badge tone="bad">{counted(violation_count, 'violation')}</Badge>
  )
}
