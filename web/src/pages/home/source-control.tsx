import { limits } from '@footnote/contract/limits'
import { HomeSection } from './home-section.tsx'
import { NoteMark } from './notes.tsx'

const CONTROLS: readonly { readonly line: string; readonly about: string }[] = [
  {
    line: '"include_domains": ["europa.eu", "gov"]',
    about: 'Only these hosts, or everything below a suffix.',
  },
  { line: '"exclude_domains": ["example.com"]', about: 'Never these.' },
  {
    line: '"boost_domains": ["oecd.org"]',
    about: 'These first, where they have something to say.',
  },
  {
    line: '"freshness": "month"',
    about: 'Nothing older than a day, week, month or year, or from one day to another.',
  },
  { line: '"country": "CH"', about: 'Seen from there.' },
]

export function SourceControl() {
  return (
    <HomeSection
      title="You say which sources count"
      lead={
        <p>
          Name up to {limits.domainsPerList} hosts that may be used, that must not be, or that
          should come first, and how old a source may be. It holds for everything that is cited.
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
