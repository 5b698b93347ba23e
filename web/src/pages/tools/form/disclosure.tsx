import { ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'

/** A collapsible part of the form whose summary line shows what is set inside. */
export function Disclosure({
  title,
  detail,
  children,
}: {
  title: string
  detail: string
  children: ReactNode
}) {
  return (
    <details className="group border-t border-rule">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 py-2 text-sm [&::-webkit-details-marker]:hidden">
        <ChevronRight
          className="size-4 shrink-0 text-quiet transition-transform group-open:rotate-90 motion-reduce:transition-none"
          aria-hidden="true"
        />
        <span className="line-clamp-2 min-w-0 wrap-anywhere">
          <span className="mr-2 font-medium">{title}</span>{' '}
          <span className="text-quiet">{detail}</span>
        </span>
      </summary>
      <div className="space-y-5 pt-2 pb-5">{children}</div>
    </details>
  )
}
