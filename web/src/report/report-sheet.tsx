import './report.css'
import { type ReactNode, useId, useMemo, useRef } from 'react'
import { originText, type ReportOrigin } from './export/report-document.ts'
import { ReportContext } from './report-context.ts'
import type { Source } from './source.ts'
import { SourceList } from './source-list.tsx'
import type { ReportHeading } from './tame-report.ts'
import { titleOf } from './title-of.ts'

interface ReportSheetProps {
  readonly question: string | undefined
  readonly fallbackTitle: string
  readonly sources: readonly Source[]
  readonly alsoFound?: readonly Source[]
  readonly cited: ReadonlySet<number>
  readonly headings?: readonly ReportHeading[]
  /** The call that made the report, printed with it. */
  readonly origin?: ReportOrigin | undefined
  /** Undefined for an example, whose page prints as a whole. */
  readonly actions: ReactNode
  /** Called before jumping to a citation, in case the text is hidden. */
  readonly onShowText?: () => void
  readonly children: ReactNode
}

/** A report with its title, actions, text and sources. */
export function ReportSheet({
  question,
  fallbackTitle,
  sources,
  alsoFound = [],
  cited,
  headings = [],
  origin,
  actions,
  onShowText,
  children,
}: ReportSheetProps) {
  const id = useId()
  const frame = useRef<HTMLElement>(null)
  const closeOpenCard = useRef<(() => void) | null>(null)
  const context = useMemo(() => ({ sources, frame, closeOpenCard }), [sources])
  function goTo(selector: string, block: ScrollLogicalPosition) {
    onShowText?.()
    const place = frame.current?.querySelector<HTMLElement>(selector)
    place?.scrollIntoView({ block })
    place?.focus({ preventScroll: true })
  }
  const goBack = (number: number) => goTo(`[data-citation="${number}"]`, 'center')
  const contents = (
    <Contents headings={headings} onGo={index => goTo(`[data-heading="${index}"]`, 'start')} />
  )
  const lists = [
    { title: 'Sources', sources },
    { title: 'Also found', sources: alsoFound },
  ]
  return (
    <ReportContext value={context}>
      <article
        ref={frame}
        aria-labelledby={id}
        className="report @container"
        data-printed-alone={actions ? '' : undefined}
      >
        <header className="mb-6 flex flex-wrap items-start justify-between gap-x-6 gap-y-3 border-b border-rule pb-5">
          <h2
            id={id}
            dir="auto"
            className="max-w-[34rem] font-serif text-2xl leading-snug font-semibold text-balance wrap-anywhere"
          >
            {titleOf(question) ?? fallbackTitle}
          </h2>
          {actions}
          {actions && <p className="hidden text-sm print:block">{originText(origin)}</p>}
        </header>
        <div className="grid gap-x-12 gap-y-10 @3xl:grid-cols-[minmax(0,1fr)_15rem] print:block">
          <div className="min-w-0">
            <div className="mb-8 empty:hidden @3xl:hidden print:hidden">{contents}</div>
            {children}
          </div>
          {sources.length + alsoFound.length > 0 && (
            <div className="space-y-8 @max-3xl:border-t @max-3xl:border-rule @max-3xl:pt-6 @3xl:sticky @3xl:top-6 @3xl:-mx-2 @3xl:max-h-[calc(100dvh-3rem)] @3xl:self-start @3xl:overflow-y-auto @3xl:px-2 @3xl:pb-2 print:mt-8 print:max-h-none">
              <div className="empty:hidden @max-3xl:hidden print:hidden">{contents}</div>
              {lists.map(list => (
                <SourceList key={list.title} {...list} of={id} cited={cited} onBack={goBack} />
              ))}
            </div>
          )}
        </div>
      </article>
    </ReportContext>
  )
}

const FEWEST_HEADINGS = 3

/** The report's headings; each one leads to its place. */
function Contents({
  headings,
  onGo,
}: {
  headings: readonly ReportHeading[]
  onGo: (index: number) => void
}) {
  if (headings.length < FEWEST_HEADINGS) return null
  return (
    <nav aria-label="Contents">
      <p className="text-xs font-medium tracking-wide text-quiet uppercase">Contents</p>
      <ol className="mt-1.5 text-sm">
        {headings.map(({ title, level }, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two headings may have the same title
          <li key={index} className={level === 1 ? '' : level === 2 ? 'pl-3' : 'pl-6'}>
            <button
              type="button"
              onClick={() => onGo(index)}
              className="min-h-6 w-full cursor-pointer py-0.5 text-left leading-snug wrap-anywhere text-quiet hover:text-ink hover:underline"
            >
              <bdi>{title}</bdi>
            </button>
          </li>
        ))}
      </ol>
    </nav>
  )
}
