import { useQuery } from '@tanstack/react-query'
import { sourcesQuery } from '../../../api/queries.ts'
import { DocsLink } from '../../../shell/docs-link.tsx'
import { classes } from '../../../ui/classes.ts'
import { TEXT_LINK } from '../../../ui/text-link.tsx'

const SHOWN = 2

/** The sources of this installation, with the rest in the documentation. */
export function SourcesLine() {
  const { data } = useQuery(sourcesQuery)
  const sources = data?.sources ?? []
  const rest = sources.length - SHOWN
  return (
    // One line from the start, so that nothing moves when it is filled.
    <p className="flex min-h-6 items-center gap-2 text-sm text-quiet">
      <span className="min-w-0 truncate" title={sources.join('\n')}>
        Sources here: {sources.slice(0, SHOWN).join(' ')}
      </span>
      <DocsLink href="/docs/sources" className={classes(TEXT_LINK, 'shrink-0')}>
        {rest > 0 ? `${rest} more` : 'Details'}
      </DocsLink>
    </p>
  )
}
