import { invalid } from '../validate-body.ts'

/** How many days a query asks for, within what the operation allows. */
export function readDays(
  text: string | undefined,
  { fewest, default: usual, most }: { fewest: number; default: number; most: number },
): number {
  const days = text === undefined ? usual : Number(text)
  if (days >= fewest && days <= most) return days
  throw invalid('INVALID_REQUEST', [
    { path: '/days', message: `must be from ${fewest} to ${most}` },
  ])
}
