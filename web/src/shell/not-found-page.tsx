import { pages } from '@footnote/contract/site/pages'
import { ButtonLink } from '../ui/button.tsx'
import { PageTitle } from '../ui/page-title.tsx'
import { VisitorFrame } from './visitor-shell.tsx'

export function NotFoundPage() {
  return (
    <VisitorFrame>
      <PageTitle
        title="Page not found"
        description="Check the address, or start from the home page. For the API, see the docs."
      />
      <div className="flex gap-2">
        <ButtonLink to={pages.home} look="primary">
          Go to home page
        </ButtonLink>
        <a className="inline-flex items-center px-4 text-sm text-accent underline" href="/docs">
          Docs
        </a>
      </div>
    </VisitorFrame>
  )
}
