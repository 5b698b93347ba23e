import { limits } from '@footnote/contract/limits'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { CodeBlock } from '../../ui/code-block.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { requestSnippets } from '../tools/snippets/request-snippets.ts'
import { HomeSection } from './home-section.tsx'
import { recordedExamples } from './recorded-examples.ts'

export function FirstMinute() {
  const { data: session } = useQuery(sessionQuery)
  const baseUrl = session?.service.base_url ?? location.origin
  const body = recordedExamples.answer.request
  const snippets = requestSnippets({ baseUrl, request: { tool: 'answer', body } })
  return (
    <HomeSection
      title="Start in a minute"
      lead={<p>There’s nothing to install. Every call is one HTTP request: JSON in, JSON out.</p>}
    >
      <ol className="space-y-7">
        <Step number={1} title="Create an account">
          All you need is an email address and a password.{' '}
          <TextLink to={pages.signUp}>Create account</TextLink>
        </Step>
        <Step number={2} title="Recharge your wallet and create an API key">
          Start with ${limits.minimumRechargeUsd}. You’ll see the key only once, so save it right
          away, for example in <code className="font-mono text-[0.85em]">FOOTNOTE_API_KEY</code>.
        </Step>
        <Step
          number={3}
          title="Ask a question"
          below={<CodeBlock label="Your first call" snippets={snippets} />}
        >
          The reply includes what the call cost and your remaining balance.
        </Step>
      </ol>
    </HomeSection>
  )
}

function Step({
  number,
  title,
  below,
  children,
}: {
  number: number
  title: string
  below?: ReactNode
  children: ReactNode
}) {
  return (
    <li className="grid grid-cols-[2rem_minmax(0,1fr)] gap-x-3.5">
      <span
        aria-hidden="true"
        className="flex size-8 items-center justify-center rounded-full border border-edge font-serif text-base font-semibold text-accent"
      >
        {number}
      </span>
      <div className="min-w-0 pt-1">
        <h3 className="font-medium">{title}</h3>
        <p className="mt-0.5 text-sm text-quiet">{children}</p>
        {below !== undefined && <div className="mt-4">{below}</div>}
      </div>
    </li>
  )
}
