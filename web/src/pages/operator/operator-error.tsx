import { problemsToList } from '@footnote/contract/problem'
import { pages } from '@footnote/contract/site/pages'
import { hasCode, SiteError } from '../../api/site-error.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { ErrorNotice, Notice } from '../../ui/notice.tsx'

/** An error in the admin area, with a link to the page that resolves it if there is one. */
export function OperatorError({
  error,
  onRetry,
}: {
  error: Error | null
  onRetry?: () => unknown
}) {
  if (hasCode(error, 'TWO_FACTOR_NEEDED'))
    return (
      <Notice tone="warn">
        {error?.message}
        <div className="mt-2">
          <ButtonLink to={pages.settings}>Open settings</ButtonLink>
        </div>
      </Notice>
    )
  if (hasCode(error, 'PAYMENTS_UNAVAILABLE'))
    return <Notice tone="bad">The payment provider isn’t responding. Try again later.</Notice>
  const problems = error instanceof SiteError ? problemsToList(error.message, error.problems) : []
  if (problems.length > 0)
    return (
      <Notice tone="bad">
        {error?.message}
        <ul className="mt-1 list-disc pl-5">
          {problems.map(({ path, message }) => (
            <li key={`${path} ${message}`}>
              {path.slice(1)} {message}
            </li>
          ))}
        </ul>
      </Notice>
    )
  return <ErrorNotice error={error} {...(onRetry && { onRetry })} />
}

/** Error of an action, with a warning if the action may have happened nevertheless. */
export function ActionFailure({ error, isOpen }: { error: Error | null; isOpen: boolean }) {
  if (!isOpen) return <OperatorError error={error} />
  return (
    <Notice tone="warn">
      {error?.message} This action may or may not have happened. Send it again: it has the same ID,
      so it can’t happen twice. If you close this instead, check the Actions page before you try
      again.
    </Notice>
  )
}
