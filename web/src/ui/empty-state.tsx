import type { ReactNode } from 'react'

/** Explains an empty list, and how to fill it. */
export function EmptyState({ title, children }: { title: string; children?: ReactNode }) {
  return (
    <div className="flex flex-col items-center gap-3 rounded-lg border border-dashed border-rule px-6 py-10 text-center">
      <p className="font-serif text-lg font-semibold">{title}</p>
      {children}
    </div>
  )
}
