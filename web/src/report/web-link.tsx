import type { ReactNode } from 'react'
import type { Source } from './source.ts'

/** A link to another website, opened in a new tab without a referrer. */
export function WebLink({ href, children }: { href: string; children: ReactNode }) {
  return (
    <a href={href} title={href} target="_blank" rel="noreferrer noopener" className="report-link">
      {children}
    </a>
  )
}

/** A source's title, linked if the source is on the web. */
export function SourceLink({ source: { href, title } }: { source: Source }) {
  if (href === undefined) return <bdi>{title}</bdi>
  return (
    <WebLink href={href}>
      <bdi>{title}</bdi>
    </WebLink>
  )
}
