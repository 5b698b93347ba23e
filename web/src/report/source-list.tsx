import { useId } from 'react'
import { PageAge } from './page-age.tsx'
import type { Source } from './source.ts'
import { SourceLink } from './web-link.tsx'

interface SourceListProps {
  readonly title: string
  /** The ID of the report's heading, which tells the lists of two reports apart. */
  readonly of: string
  readonly sources: readonly Source[]
  readonly cited: ReadonlySet<number>
  /** Jumps to the first citation of a source. */
  readonly onBack: (number: number) => void
}

/** A list of sources. */
export function SourceList({ title, of, sources, cited, onBack }: SourceListProps) {
  const id = useId()
  if (sources.length === 0) return null
  return (
    <section aria-labelledby={`${id} ${of}`} className="print:break-before-auto">
      <h3 id={id} className="text-xs font-medium tracking-wide text-quiet uppercase">
        {title}
      </h3>
      <ol className="mt-2.5 space-y-3">
        {sources.map((source, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a source may be listed twice
          <li key={index} className="flex gap-2 text-sm leading-snug">
            <SourceNumber source={source} cited={cited} onBack={onBack} />
            <SourceWords source={source} />
          </li>
        ))}
      </ol>
    </section>
  )
}

function SourceNumber({
  source: { number, title },
  cited,
  onBack,
}: { source: Source } & Pick<SourceListProps, 'cited' | 'onBack'>) {
  if (number === undefined) return null
  if (!cited.has(number))
    return <span className="min-w-6 pt-px text-center text-quiet tabular-nums">{number}</span>
  return (
    <button
      type="button"
      onClick={() => onBack(number)}
      aria-label={`${number}: go to the citation of ${title}`}
      title="Go to the first citation"
      className="-mt-px h-6 min-w-6 shrink-0 cursor-pointer rounded-md bg-accent-wash px-1 text-xs font-medium text-accent tabular-nums hover:bg-accent hover:text-on-accent print:bg-transparent"
    >
      {number}
    </button>
  )
}

function SourceWords({ source }: { source: Source }) {
  return (
    <div className="min-w-0">
      <p className="line-clamp-2 wrap-anywhere print:line-clamp-none">
        <SourceLink source={source} />
      </p>
      <p className="mt-0.5 text-xs text-quiet">
        <bdi className="wrap-anywhere" title={source.host}>
          {source.publisher ?? source.address}
        </bdi>
        {source.pageAge !== undefined && (
          <>
            {' · '}
            <PageAge pageAge={source.pageAge} />
          </>
        )}
      </p>
      {source.href !== undefined && (
        <p className="hidden text-xs wrap-anywhere print:block">{source.href}</p>
      )}
    </div>
  )
}
