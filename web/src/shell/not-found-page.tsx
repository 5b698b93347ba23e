import { pages } from '@footnote/contract/site/pages'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { VisitorFrame } from './visitor-shell.tsx'

export function NotFoundPage() {
  return (
    <VisitorFrame>
      <PageTitle
        title="No such page"
        description="The address may be mistyped, or the page has moved. For the API, see the docs."
      />
      <div className="flex gap-2">
        <ButtonLink to={pages.home} look="primary">
          To the start
        </ButtonLink>
        <a className="inline-flex items-center px-4 text-sm text-accent underline" href="/docs">
          Docs
        </a>
      </div>
    </VisitorFrame>
  )
}
