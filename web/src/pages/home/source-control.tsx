import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const CONTROLS: readonly { readonly line: string; readonly about: string }[] = [
  {
    line: '"include_domains": ["europa.eu", "gov"]',
    about: 'Use only these domains and their subdomains.',
  },
  { line: '"exclude_domains": ["example.com"]', about: 'Never use these.' },
  {
    line: '"boost_domains": ["oecd.org"]',
    about: 'Prefer these; others are still used.',
  },
  {
    line: '"freshness": "month"',
    about: 'Only sources from the last day, week, month or year, or from a date range.',
  },
  { line: '"country": "CH"', about: 'Prefer results for this country.' },
]

export function SourceControl() {
  return (
    <HomeSection
      title="Choose your sources"
      lead={
        <p>
          List up to {limits.domainsPerList} domains to allow, block or prefer, and limit how old a
          source may be. The rules apply to every citation.
          <NoteMark name="controls" />
        </p>
      }
    >
      <dl>
        {CONTROLS.map(({ line, about }) => (
          <div
            key={line}
            className="grid gap-x-8 gap-y-1 border-b border-rule py-3 first:pt-0 last:border-0 last:pb-0 sm:grid-cols-[21rem_1fr]"
          >
            <dt className="font-mono text-[0.8125rem] wrap-anywhere">{line}</dt>
            <dd className="text-sm text-quiet">{about}</dd>
          </div>
        ))}
      </dl>
    </HomeSection>
  )
}
