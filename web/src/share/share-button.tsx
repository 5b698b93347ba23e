import { Link2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { SharedReport } from './seal-shared.ts'

/** Loaded on demand, since examples on public pages have no such dialog. */
const ShareForm = lazy(async () => ({ default: (await import('./share-form.tsx')).ShareForm }))

/** Button and dialog that make a link to a report, encrypted in this browser. */
export function ShareButton({ report }: { report: SharedReport }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <Link2 aria-hidden="true" />
        Share
      </Button>
      <Dialog title="Share by link" isOpen={isOpen} onClose={() => setOpen(false)}>
        {isOpen && (
          <Suspense fallback={<Skeleton className="h-40" />}>
            <ShareForm report={report} onClose={() => setOpen(false)} />
          </Suspense>
        )}
      </Dialog>
    </>
  )
}
