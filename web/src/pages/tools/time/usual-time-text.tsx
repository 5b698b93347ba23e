import type { Effort, Tool } from '@footnote/contract/tools'
import { useQuery } from '@tanstack/react-query'
import { statusQuery } from '../../../api/queries.ts'
import { classes } from '../../../ui/classes.ts'
import { usualText, usualTime } from './usual-time.ts'

/** The usual duration; the line keeps its place while it loads. */
export function UsualTimeText({ tool, effort }: { tool: Tool; effort: Effort | null }) {
  const { data, isPending } = useQuery(statusQuery('month'))
  const text = usualText(usualTime(data, { tool, effort }))
  return (
    <span className={classes('block text-xs leading-5 text-quiet', isPending && 'invisible')}>
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </span>
  )
}
