import { type ReactNode, useId } from 'react'
import { Column } from '../../shell/column.tsx'

/**
 * A section of the home page: title and lead on the left, content on the right. The browser lays it out when
 * it comes into view, so that the first paint does not wait for it.
 */
export function HomeSection({
  id,
  title,
  lead,
  children,
}: {
  id?: string
  title: ReactNode
  lead: ReactNode
  children: ReactNode
}) {
  const heading = useId()
  return (
    <section
      id={id}
      aria-labelledby={heading}
      className="scroll-mt-6 border-t border-rule [contain-intrinsic-block-size:auto_40rem] [content-visibility:auto]"
    >
      <Column className="grid gap-x-16 gap-y-8 py-14 lg:grid-cols-[19rem_1fr] lg:py-20">
        <div>
          <h2
            id={heading}
            className="font-serif text-[1.75rem] leading-tight font-medium tracking-tight text-balance"
          >
            {title}
          </h2>
          <div className="mt-3 space-y-3 text-pretty text-quiet">{lead}</div>
        </div>
        <div className="min-w-0">{children}</div>
      </Column>
    </section>
  )
}
