import { piecesOfText } from '@footnote/contract/report/markers'
import { useId, useRef } from 'react'
import { createPortal } from 'react-dom'
import { CitationCard } from './citation-card.tsx'
import { useReport } from './report-context.ts'
import type { Source } from './source.ts'
import { useCard } from './use-card.ts'

/** Inline rather than a box of its own, so that no line breaks between a word and its number. */
const NUMBER =
  'mx-px cursor-pointer rounded-[0.3em] bg-accent-wash px-[0.42em] py-[0.12em] font-sans text-[0.68em] leading-[1.5] font-medium text-accent tabular-nums no-underline transition-colors hover:bg-accent hover:text-on-accent focus:bg-accent focus:text-on-accent print:mx-0 print:bg-transparent print:px-[0.15em]'

/** The numbers of one marker, each linked to its source. */
export function Citations({
  numbers,
  quote,
}: {
  numbers: readonly number[]
  /** The passage to show instead of the source's own excerpts. */
  quote?: string
}) {
  const { sources } = useReport()
  return (
    <sup className="relative -top-[0.4em] ml-[0.1em] align-baseline text-[1em] leading-none whitespace-nowrap">
      {numbers.map(number => {
        const source = sources[number - 1]
        if (!source) return null
        const shown = quote === undefined ? source : { ...source, excerpts: [quote] }
        return <Citation key={number} number={number} source={shown} />
      })}
    </sup>
  )
}

function Citation({ number, source }: { number: number; source: Source }) {
  const { frame } = useReport()
  const id = useId()
  const anchor = useRef<HTMLElement | null>(null)
  const { isOpen, close, numberEvents, cardEvents } = useCard()
  const props = {
    ...numberEvents,
    ref: (element: HTMLElement | null) => {
      anchor.current = element
    },
    'data-citation': number,
    'aria-label': nameOf(number, source),
    'aria-describedby': isOpen ? id : undefined,
    className: NUMBER,
    children: number,
  }
  return (
    <>
      {source.href === undefined ? (
        <button type="button" {...props} />
      ) : (
        <a href={source.href} target="_blank" rel="noreferrer noopener" {...props} />
      )}
      {isOpen &&
        frame.current &&
        createPortal(
          <CitationCard
            id={id}
            source={source}
            number={number}
            anchor={anchor}
            onClose={close}
            events={cardEvents}
          />,
          frame.current,
        )}
    </>
  )
}

function nameOf(number: number, { title, publisher }: Source): string {
  const name = `Source ${number}: ${title}`
  return publisher === undefined || publisher === title ? name : `${name}, ${publisher}`
}

/** Plain text with its citations. */
export function CitedText({ text }: { text: string }) {
  const { sources } = useReport()
  return piecesOfText(text, sources.length).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: pieces never change order
      <span key={index}>
        <Citations numbers={piece.numbers} />
        {piece.rest}
      </span>
    ),
  )
}
