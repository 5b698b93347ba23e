import type { ReactNode } from 'react'

/** A link out of the website: marked as such, and the other side does not hear where it came from. */
export function WebLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener" className="report-link">
      {children}
    </a>
  )
}
