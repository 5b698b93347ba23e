import type { ReactNode } from 'react'

/** A link to another website, opened in a new tab without a referrer. */
export function WebLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener" className="report-link">
      {children}
    </a>
  )
}
