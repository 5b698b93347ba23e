import { pages } from '@footnote/contract/site/pages'
import { TextLink } from '../../ui/text-link.tsx'

/** In a table, room for most of an address; longer ones break where they must. */
export const ADDRESS = 'inline-block wrap-anywhere max-md:text-right md:min-w-40'

/** An account by its address, which leads to all that is known of it. */
export function AccountLink({ accountId, email }: { accountId: string; email: string }) {
  return (
    <span className={ADDRESS}>
      <TextLink to={pages.operatorAccount} params={{ accountId }}>
        <Address email={email} />
      </TextLink>
    </span>
  )
}

/** An e-mail address that would rather break before its host than anywhere else. */
export function Address({ email }: { email: string }) {
  const [local, host] = email.split('@')
  return (
    <>
      {local}
      {host !== undefined && (
        <>
          <wbr />@{host}
        </>
      )}
    </>
  )
}
