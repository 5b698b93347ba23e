import { pages } from '@footnote/contract/site/pages'
import { TextLink } from '../../ui/text-link.tsx'

/** Fits most addresses in a table; longer ones may break anywhere. */
export const ADDRESS = 'inline-block wrap-anywhere max-md:text-right md:min-w-40'

/** Link to an account's page, labelled with its email address. */
export function AccountLink({ accountId, email }: { accountId: string; email: string }) {
  return (
    <span className={ADDRESS}>
      <TextLink to={pages.operatorAccount} params={{ accountId }}>
        <Address email={email} />
      </TextLink>
    </span>
  )
}

/** An email address with a preferred line break before its host. */
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
