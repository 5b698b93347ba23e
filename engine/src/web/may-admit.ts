import type { SourcePolicy } from '../policy/source-policy.ts'

/**
 * Whether a page can still turn out to be allowed, by what is known before it is read. A date that
 * nobody told does not rule it out: the page itself may tell.
 */
export function mayAdmit(
  policy: SourcePolicy,
  { url, publishedOn = policy.publishedFrom }: { url: string; publishedOn?: string | undefined },
): boolean {
  return policy.admits({ url, ...(publishedOn !== undefined && { publishedOn }) })
}
