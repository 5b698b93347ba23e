import { limits } from '@footnote/contract/limits'
import { priceOf } from '@footnote/contract/prices'
import { pages } from '@footnote/contract/site/pages'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { sessionQuery } from '../../api/queries.ts'
import { Column } from '../../shell/column.tsx'
import { MarkdownForm } from '../../shell/markdown-form.tsx'
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

export function HomePage() {
  useEffect(() => {
    document.title = 'Footnote: answers that say where they come from'
  }, [])
  return (
    <>
      <MarkdownForm of={pages.home} />
      <Opening />
      <ExampleDesk />
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
        Answers that say <br className="max-sm:hidden" />
        where they come from.
        <NoteMark name="sources" />
      </h1>
      <div className="mt-8 grid gap-x-16 gap-y-8 lg:mt-10 lg:grid-cols-[minmax(0,36rem)_1fr]">
        <p className="font-serif text-xl leading-normal text-pretty sm:text-[1.375rem]">
          Footnote is a research API. A question goes in; an answer with its sources comes out, as
          text or as the JSON you asked for. You pay for that one call, and nothing if it fails.
        </p>
        <div className="text-quiet lg:pt-1.5">
          <p className="max-w-sm text-pretty">
            For anyone building something that has to show its sources: assistants and agents,
            research desks, programs that fill tables with facts.
          </p>
        </div>
      </div>
      <div className="mt-9 flex flex-wrap items-center gap-x-6 gap-y-4">
        <ButtonLink
          to={isMember ? pages.overview : pages.signUp}
          look="primary"
          className="min-h-11 min-w-40"
        >
          {isMember ? 'To the overview' : 'Create account'}
        </ButtonLink>
        <a href="/docs" className={TEXT_LINK}>
          Read the docs
        </a>
        <p className="text-sm text-quiet max-sm:w-full">
          From ${limits.minimumRechargeUsd}, without a subscription. An answer costs{' '}
          <Money units={priceOf('answer', null).costUnits} />.
        </p>
      </div>
    </Column>
  )
}
