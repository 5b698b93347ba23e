import type { TaskProgress } from '../../../api/follow-task.ts'

/** A stretch of one stage; what is known of it is as of its latest event. */
export interface TimelineEntry {
  /** Its place in the order of things, from 1. */
  readonly number: number
  readonly stage: string
  readonly counts: Readonly<Record<string, number>>
}

const STAGES: Readonly<Record<string, string>> = {
  planning: 'Planning what to look for',
  searching: 'Searching',
  reading: 'Reading sources',
  ranking: 'Choosing passages',
  writing: 'Writing the report',
  verifying: 'Checking each claim against its source',
  shaping: 'Putting the result into shape',
}
const COUNTED: Readonly<Record<string, readonly [one: string, many: string]>> = {
  agents: ['agent', 'agents'],
  claims: ['claim', 'claims'],
  documents: ['document', 'documents'],
  pages: ['page', 'pages'],
  passages: ['passage', 'passages'],
  queries: ['query', 'queries'],
  results: ['result', 'results'],
  rounds: ['round', 'rounds'],
  searches: ['search', 'searches'],
  sections: ['section', 'sections'],
  sources: ['source', 'sources'],
  steps: ['step', 'steps'],
}
const NUMBER = new Intl.NumberFormat('en')

/** Events of the same stage in a row are one entry. Events carry no times, so neither do entries. */
export function addProgress(
  timeline: readonly TimelineEntry[],
  { stage, counts }: TaskProgress,
): readonly TimelineEntry[] {
  const last = timeline.at(-1)
  if (last?.stage !== stage) return [...timeline, { number: timeline.length + 1, stage, counts }]
  return [...timeline.slice(0, -1), { ...last, counts: { ...last.counts, ...counts } }]
}

/** The stage in words; the upstream's own name where it is none that we know. */
export function stageText(stage: string): string {
  const known = STAGES[stage]
  if (known !== undefined) return known
  const words = stage.replaceAll(/[._-]+/g, ' ').trim()
  return words.charAt(0).toUpperCase() + words.slice(1)
}

export function countsText(counts: TimelineEntry['counts']): string {
  return Object.entries(counts)
    .flatMap(([name, count]) => {
      const words = COUNTED[name]
      return words && count > 0 ? `${NUMBER.format(count)} ${words[count === 1 ? 0 : 1]}` : []
    })
    .join(', ')
}
