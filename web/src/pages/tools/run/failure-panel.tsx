import { problemsToList } from '@footnote/contract/problem'
import { pages } from '@footnote/contract/site/pages'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { WithDocsLinks } from '../../../ui/with-docs-links.tsx'
import { RequestId } from '../request-id.tsx'
import { failureStory } from './failure-story.ts'
import type { RunFailure } from './tool-run.ts'

/** Shows why a call failed, what was charged and what to do next. */
export function FailurePanel({ failure }: { failure: RunFailure }) {
  const { title, money, advice, way } = failureStory(failure)
  const requestId = 'request_id' in failure ? failure.request_id : undefined
  return (
    <Notice tone="bad">
      <h2 className="font-serif text-lg font-semibold">{title}</h2>
      <p className="mt-1 font-medium">{money}</p>
      <p className="mt-1">
        <WithDocsLinks text={advice} />
      </p>
      <Problems failure={failure} />
      {way === 'recharge' && (
        <ButtonLink to={pages.wallet} hash="recharge" className="mt-3 text-ink">
          Recharge wallet
        </ButtonLink>
      )}
      {way === 'usage' && (
        <ButtonLink to={pages.usage} className="mt-3 text-ink">
          View usage
        </ButtonLink>
      )}
      {requestId !== undefined && <RequestId id={requestId} />}
    </Notice>
  )
}

function Problems({ failure }: { failure: RunFailure }) {
  const found = 'problems' in failure ? failure.problems : (failure.errors ?? [])
  const problems = problemsToList(failure.message, found)
  if (problems.length === 0) return null
  return (
    <ul className="mt-2 list-disc space-y-0.5 pl-5">
      {problems.map(({ path, message }) => (
        <li key={`${path} ${message}`} className="wrap-anywhere">
          <code className="font-mono text-[0.85em]">{path === '' ? 'request' : path}</code>{' '}
          {message}
        </li>
      ))}
    </ul>
  )
}
