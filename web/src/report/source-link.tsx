import type { Source } from './source.ts'
import { WebLink } from './web-link.tsx'

/** A source's title, linked if the source is on the web. */
export function SourceLink({ source: { href, title } }: { source: Source }) {
  if (href === undefined) return <bdi>{title}</bdi>
  return (
    <WebLink href={href}>
      <bdi>{title}</bdi>
    </WebLink>
  )
}
