import { ChevronRight } from 'lucide-react'
import { counted } from '../../ui/counted.ts'
import { type Key, RevokedKeysTable } from './keys-table.tsx'

/** Collapsed list of revoked keys, which the usage history still names. */
export function RevokedKeys({ keys }: { keys: readonly Key[] }) {
  if (keys.length === 0) return null
  return (
    <details className="group rounded-xl border border-rule">
      <summary className="flex min-h-12 cursor-pointer list-none items-center gap-2 rounded-xl px-5 py-3 text-sm font-medium text-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
        <ChevronRight
          aria-hidden="true"
          className="size-4 motion-safe:transition-transform group-open:rotate-90"
        />
        {counted(keys.length, 'revoked key')}
      </summary>
      <div className="px-5 pb-5">
        <RevokedKeysTable keys={keys} />
      </div>
    </details>
  )
}
