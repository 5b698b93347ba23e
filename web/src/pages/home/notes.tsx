import type { ReactNode } from 'react'
import { Column } from '../../shell/column.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'

interface HomeNote {
  readonly name: string
  readonly text: ReactNode
  readonly href: string
  readonly linkText: string
}

/** The page's footnotes, in the order in which the text refers to them. */
const NOTES = [
  {
    name: 'sources',
    text: 'An answer quotes the passages it cites word for word. A report lists its sources.',
    href: '/docs/reference',
    linkText: 'Reference',
  },
  {
    name: 'library',
    text: 'Out of the box, the built-in engine answers from the World Factbook of January 2026, SEC filings of 828 companies and six smaller collections. The operator of a service can add search services or use a research provider instead.',
    href: 'https://www.cia.gov/the-world-factbook/',
    linkText: 'The World Factbook',
  },
  {
    name: 'refunds',
    text: 'Every charge ends up paid or refunded: never both, never twice, even if a process crashes midway.',
    href: '/docs/billing-and-refunds',
    linkText: 'Billing and refunds',
  },
  {
    name: 'controls',
    text: 'Every control, with examples, and what happens when no source is left.',
    href: '/docs/source-controls',
    linkText: 'Source controls',
  },
  {
    name: 'tasks',
    text: 'Task states, events, and how long results are available.',
    href: '/docs/background-tasks',
    linkText: 'Background tasks',
  },
  {
    name: 'storage',
    text: 'Everything we store about a call, and for how long.',
    href: '/docs/privacy',
    linkText: 'Privacy',
  },
] as const satisfies readonly HomeNote[]

type NoteName = (typeof NOTES)[number]['name']

/** A footnote number in the text, linked to its note. */
export function NoteMark({ name }: { name: NoteName }) {
  const number = NOTES.findIndex(note => note.name === name) + 1
  return (
    <sup className="ml-px font-serif text-[max(0.5em,0.75rem)] leading-none font-semibold">
      <a
        id={`mark-${name}`}
        href={`#note-${name}`}
        aria-label={`Note ${number}`}
        className="scroll-mt-24 rounded-sm px-px text-accent hover:underline"
      >
        {number}
      </a>
    </sup>
  )
}

export function Notes() {
  return (
    <section aria-label="Notes" className="border-t border-rule bg-sheet">
      <Column className="py-12">
        <hr className="w-20 border-edge" />
        <h2 className="mt-5 font-serif text-xl font-medium">Notes</h2>
        <p className="mt-1 text-sm text-quiet">This page cites its sources, too.</p>
        <ol className="mt-5 max-w-3xl space-y-2.5 text-sm">
          {NOTES.map(({ name, text, href, linkText }, index) => (
            <li
              key={name}
              id={`note-${name}`}
              className="grid scroll-mt-24 grid-cols-[1.75rem_1fr] rounded-sm target:bg-accent-wash"
            >
              <a
                href={`#mark-${name}`}
                aria-label={`Back to reference ${index + 1}`}
                className="min-h-6 font-semibold text-accent tabular-nums hover:underline"
              >
                {index + 1}
              </a>
              <span className="text-pretty">
                {text}{' '}
                <a href={href} className={TEXT_LINK}>
                  {linkText}
                </a>
              </span>
            </li>
          ))}
        </ol>
      </Column>
    </section>
  )
}
