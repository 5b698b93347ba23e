import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { Column } from '../../shell/column.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Money } from '../../ui/money.tsx'
import { TEXT_LINK } from '../../ui/text-link.tsx'
import { Efforts } from './efforts.tsx'
import { ExampleDesk } from './example-desk.tsx'
import { FirstMinute } from './first-minute.tsx'
import { NoteMark, Notes } from './notes.tsx'
import { Paying } from './paying.tsx'
import { SourceControl } from './source-control.tsx'
import { Stored } from './stored.tsx'
import { Tasks } from './tasks.tsx'
import { TryAnswer } from './try-answer.tsx'

export function HomePage() {
  const { data: session } = useQuery(sessionQuery)
  useEffect(() => {
    document.title = 'Footnote: answers with sources'
  }, [])
  return (
    <>
      <Opening />
      <ExampleDesk />
      {session?.service.answers_visitors && !session.account && <TryAnswer />}
      <Paying />
      <Efforts />
      <SourceControl />
      <Tasks />
      <Stored />
      <FirstMinute />
      <Notes />
    </>
  )
}

function Opening() {
  const { data: session } = useQuery(sessionQuery)
  const isMember = Boolean(session?.account)
  return (
    <Column className="pt-14 pb-12 sm:pt-20 lg:pt-28 lg:pb-20">
      <h1
        tabIndex={-1}
        className="font-serif text-[clamp(2.75rem,7.2vw,5.5rem)] leading-[1.02] font-medium tracking-[-0.025em] text-balance outline-none"
      >
        Answers you can <br className="max-sm:hidden" />
        check at the source.
        <NoteMark name="sources" />
      </h1>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:mt-10 lg:grid-cols-[minmax(0,36rem)_1fr]">
        <p className="font-serif text-xl leading-normal text-pretty sm:text-[1.375rem]">
          Footnote is a research API. Send a question and get back an answer with its sources, as
          text or as JSON that matches your schema. You pay per call, and failed calls are refunded.
        </p>
        <div className="text-quiet lg:pt-1.5">
          <p className="max-w-sm text-pretty">
            Built for products that have to show their sources: assistants and agents, research
            tools, data pipelines.
          </p>
        </div>
      </div>
      <div className="mt-9 flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink
          to={isMember ? pages.overview : pages.signUp}
          look="primary"
          className="min-h-11 min-w-40"
        >
          {isMember ? 'Go to overview' : 'Create account'}
        </ButtonLink>
        <a href="/docs" className={`${TEXT_LINK} py-0.5`}>
          Read the docs
        </a>
        <p className="text-sm text-quiet max-sm:w-full">
          From ${limits.minimumRechargeUsd}, no subscription. An answer costs{' '}
          <Money units={priceOf('answer', null).costUnits} />.
        </p>
      </div>
    </Column>
  )
}
