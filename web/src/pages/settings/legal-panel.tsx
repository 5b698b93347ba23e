import type { Seller } from '@footnote/contract/site/responses'
import { legalLinks } from '../../ui/legal-links.ts'
import { Panel } from '../../ui/panel.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'
import { Time } from '../../ui/time.tsx'

/** The seller, how to reach them, and when the terms were accepted. */
export function LegalPanel({ seller, acceptedAt }: { seller: Seller; acceptedAt: string | null }) {
  return (
    <Panel title="Support and legal" className="print:hidden">
      <div className="space-y-3 text-sm">
        <p>
          Write to{' '}
          <a href={`mailto:${seller.support_email}`} className={TEXT_LINK}>
            {seller.support_email}
          </a>{' '}
          for help.
        </p>
        <ul className="flex flex-wrap gap-x-5 gap-y-2">
          {legalLinks(seller).map(({ name, url }) => (
            <li key={name}>
              <a href={url} className={TEXT_LINK}>
                {name}
              </a>
            </li>
          ))}
        </ul>
        {acceptedAt !== null && (
          <p className="text-quiet">
            You accepted the terms on <Time at={acceptedAt} dayOnly />.
          </p>
        )}
        <p className="text-quiet wrap-anywhere">
          {seller.legal_name}, {seller.address}
        </p>
      </div>
    </Panel>
  )
}
