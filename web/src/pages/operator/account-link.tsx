import { pages } from '@footnote/contract/site/pages'
import { TextLink } from '../../ui/text-link.tsx'
import { ADDRESS, Address } from './address.tsx'

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
