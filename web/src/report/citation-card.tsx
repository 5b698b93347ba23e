import { type HTMLAttributes, type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { PageAge } from './page-age.tsx'
import type { Source } from './source.ts'
import { SourceLink } from './web-link.tsx'

const MOST_EXCERPTS = 2

interface CitationCardProps {
  readonly id: string
  readonly number: number
  readonly source: Source
  readonly anchor: RefObject<HTMLElement | null>
  readonly onClose: () => void
  readonly events: HTMLAttributes<HTMLElement>
}

/** Details of a source, beside its number in the text. */
export function CitationCard({ id, number, source, anchor, onClose, events }: CitationCardProps) {
  const card = useRef<HTMLDivElement>(null)
  useCardPlace({ card, anchor })
  useClosing({ card, anchor, onClose })
  return (
    <div
      ref={card}
      popover="manual"
      {...events}
      className="fixed m-0 max-h-[60dvh] w-88 overflow-y-auto rounded-xl border border-edge bg-raised p-4 text-left font-sans text-sm leading-normal whitespace-normal text-ink shadow-xl print:hidden"
    >
      <p className="flex gap-2.5">
        <span className="font-medium text-accent tabular-nums">{number}</span>
        <span className="line-clamp-3 min-w-0 font-medium wrap-anywhere">
          <SourceLink source={source} />
        </span>
      </p>
      <div id={id} className="mt-1 pl-5">
        <p className="text-quiet">
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
        {source.excerpts.slice(0, MOST_EXCERPTS).map((excerpt, index) => (
          <blockquote
            // biome-ignore lint/suspicious/noArrayIndexKey: excerpts never change order
            key={index}
            dir="auto"
            className="mt-3 line-clamp-6 border-l-2 border-accent/40 pl-3 font-serif text-[0.95rem] leading-snug wrap-anywhere"
          >
            {excerpt}
          </blockquote>
        ))}
      </div>
    </div>
  )
}

interface Placed {
  readonly card: RefObject<HTMLElement | null>
  readonly anchor: RefObject<HTMLElement | null>
}

/** Places the card above everything, even over a scrolling table, and moves it with its number. */
function useCardPlace({ card, anchor }: Placed): void {
  useLayoutEffect(() => {
    function place() {
      if (!card.current || !anchor.current) return
      // The body's width excludes the scroll bar and the space reserved for it.
      const view = {
        width: document.body.clientWidth,
        height: document.documentElement.clientHeight,
      }
      card.current.style.maxWidth = `${view.width - 2 * CARD_MARGIN_PX}px`
      const { left, top } = placeCard({
        anchor: anchor.current.getBoundingClientRect(),
        card: card.current.getBoundingClientRect(),
        view,
      })
      card.current.style.left = `${left}px`
      card.current.style.top = `${top}px`
    }
    card.current?.showPopover?.()
    place()
    window.addEventListener('scroll', place, { capture: true, passive: true })
    window.addEventListener('resize', place)
    return () => {
      window.removeEventListener('scroll', place, { capture: true })
      window.removeEventListener('resize', place)
    }
  }, [card, anchor])
}

function useClosing({ card, anchor, onClose }: Placed & { onClose: () => void }): void {
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Escape') close.current()
    }
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOurs = [card, anchor].some(({ current }) => current?.contains(target as Node))
      if (!isOurs) close.current()
    }
    document.addEventListener('keydown', onKeyDown)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      document.removeEventListener('keydown', onKeyDown)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [card, anchor])
}

/** Distance between a card and the edge of the window. */
const CARD_MARGIN_PX = 8
const GAP_PX = 6

interface Size {
  readonly width: number
  readonly height: number
}

interface Box extends Size {
  readonly left: number
  readonly top: number
}

/** Places a card below its anchor, or above if there is more room, always within the window. */
export function placeCard({ anchor, card, view }: { anchor: Box; card: Size; view: Size }): {
  readonly left: number
  readonly top: number
} {
  const below = anchor.top + anchor.height + GAP_PX
  const above = anchor.top - GAP_PX - card.height
  const fitsBelow = below + card.height + CARD_MARGIN_PX <= view.height
  const hasMoreAbove = anchor.top > view.height - (anchor.top + anchor.height)
  return {
    left: within(anchor.left + anchor.width / 2 - card.width / 2, view.width - card.width),
    top: within(fitsBelow || !hasMoreAbove ? below : above, view.height - card.height),
  }
}

function within(wanted: number, last: number): number {
  return Math.max(CARD_MARGIN_PX, Math.min(wanted, last - CARD_MARGIN_PX))
}
