import { pages } from '@footnote/contract/site/pages'
import { monthName } from '@footnote/contract/site/statement'
import { useSuspenseQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { Button } from '../../ui/button.tsx'
import { Panel } from '../../ui/panel.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'
import { monthsSince } from './statement.ts'

const FEW = 3

/** Links to the statement of each month since the account exists. */
export function StatementsPanel() {
  const { data: session } = useSuspenseQuery(sessionQuery)
  const [isWhole, setIsWhole] = useState(false)
  const months = monthsSince(session.account?.created_at ?? '', new Date())
  return (
    <Panel
      title="Statements"
      description="Each month with its opening and closing balance, to print or as CSV."
    >
      <ul className="flex flex-wrap items-center gap-x-6 gap-y-2 text-sm">
        {(isWhole ? months : months.slice(0, FEW)).map(month => (
          <li key={month}>
            <Link to={pages.statement} params={{ month }} className={TEXT_LINK}>
              {monthName(month)}
            </Link>
          </li>
        ))}
        {months.length > FEW && (
          <li>
            <Button aria-expanded={isWhole} onClick={() => setIsWhole(was => !was)}>
              {isWhole ? 'Show fewer' : `Show ${months.length - FEW} more`}
            </Button>
          </li>
        )}
      </ul>
    </Panel>
  )
}
