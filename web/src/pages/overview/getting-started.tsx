import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sessionQuery } from '../../api/queries.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { CodeBlock } from '../../ui/code-block.tsx'
import { Money } from '../../ui/money.tsx'
import { Panel } from '../../ui/panel.tsx'
import { callSnippets } from '../tools/snippets/request-snippets.ts'
import { StartStep } from './start-step.tsx'
import type { StartSteps } from './start-steps.ts'

const VARIABLE = 'FOOTNOTE_API_KEY'

/** First steps of a new account; each checks itself off, and the panel goes when all are done. */
export function GettingStarted({
  steps,
  onCreateKey,
}: {
  steps: StartSteps
  onCreateKey: () => void
}) {
  const { data } = useSuspenseQuery(sessionQuery)
  const snippets = callSnippets({ baseUrl: data.service.base_url, key: `$${VARIABLE}` })
  const current = !steps.hasKey ? 1 : !steps.hasMoney ? 2 : 3
  return (
    <Panel title="Getting started">
      <ol className="space-y-6">
        <StartStep
          number={1}
          title="Create an API key"
          isDone={steps.hasKey}
          action={
            <Button look={current === 1 ? 'primary' : 'plain'} onClick={onCreateKey}>
              Create key
            </Button>
          }
        >
          Your code authenticates with an API key. You’ll see it only once, so have a safe place
          ready.
        </StartStep>
        <StartStep
          number={2}
          title="Recharge your wallet"
          isDone={steps.hasMoney}
          action={
            <ButtonLink to={pages.wallet} look={current === 2 ? 'primary' : 'plain'}>
              Recharge
            </ButtonLink>
          }
        >
          From ${limits.minimumRechargeUsd}, no subscription. An answer costs{' '}
          <Money units={priceOf('answer', null).costUnits} />, and failed calls are refunded.
        </StartStep>
        <StartStep
          number={3}
          title="Make your first call"
          isDone={steps.hasCalled}
          below={<CodeBlock label="First call" snippets={snippets.slice(0, 1)} />}
        >
          Set <code className="font-mono text-[0.85em]">{VARIABLE}</code> to your key and run this
          in the same shell. This step completes once the call is charged.
        </StartStep>
      </ol>
    </Panel>
  )
}
