import { limits } from '@footnote/contract/limits'
import { pages } from '@footnote/contract/site/pages'
import { TextLink } from '../../ui/text-link.tsx'
import { useHistory } from './tool-memory.tsx'

/** The privacy promise of the tool pages, which the tests verify. */
export function StorageNote() {
  const { status } = useHistory()
  return (
    <p className="max-w-prose text-xs text-quiet print:hidden">
      We don’t store your question or the answer.{' '}
      {status === 'on' || status === 'loading' ? (
        <>
          This browser keeps them, encrypted, until you sign out: see{' '}
          <TextLink to={pages.history}>History</TextLink>.
        </>
      ) : (
        'They exist only in this tab.'
      )}{' '}
      Background tasks are the exception: the engine or provider that runs one keeps it for up to{' '}
      {limits.taskLifetimeHours} hours, so that you can fetch the result.
    </p>
  )
}
