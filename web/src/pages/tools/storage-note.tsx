import { limits } from '@footnote/contract/limits'

/** The privacy promise of the tool pages, which the tests verify. */
export function StorageNote() {
  return (
    <p className="max-w-prose text-xs text-quiet print:hidden">
      We don’t store your question or the answer; they exist only in this tab. Background tasks are
      the exception: the engine or provider that runs one keeps it for up to{' '}
      {limits.taskLifetimeHours} hours, so that you can fetch the result.
    </p>
  )
}
