import { limits } from '@footnote/contract/limits'

/** True of every page of the tools; the tests look for the question wherever it could be kept. */
export function StorageNote() {
  return (
    <p className="max-w-prose text-xs text-quiet print:hidden">
      Footnote stores neither the question nor the answer, and this page keeps both in its memory
      alone. Only research in the background is kept, for {limits.taskLifetimeHours} hours by
      whoever runs it, so that its result can be fetched.
    </p>
  )
}
