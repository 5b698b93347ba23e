import type { ReactNode } from 'react'

/** Where there is nothing yet: what would be here, and how it comes about. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-rule px-6 py-10 text-center">
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children}
    </div>
  )
}
