import { COUNTRY_CODES, LANGUAGE_CODES } from '@footnote/contract/codes'
import { isFreshness } from '@footnote/contract/freshness'
import { type Tool, tools } from '@footnote/contract/tools'
import { counted } from '../../../ui/counted.ts'
import { SelectField } from '../../../ui/select-field.tsx'
import { Disclosure } from '../form/disclosure.tsx'
import { freshnessOf } from '../form/to-request.ts'
import type { DomainList, SourceDraft } from '../form/tool-draft.ts'
import { DomainListField } from './domain-list-field.tsx'
import { FreshnessField } from './freshness-field.tsx'

const LISTS: readonly { list: DomainList; label: string; hint: string }[] = [
  { list: 'include', label: 'Only these domains', hint: 'Use no other sources.' },
  { list: 'exclude', label: 'Exclude these domains', hint: 'Their subdomains are excluded, too.' },
  {
    list: 'boost',
    label: 'Prefer these domains',
    hint: 'Other sources are still used.',
  },
]
const SAFE_SEARCH = [
  { value: 'strict', name: 'Strict' },
  { value: 'off', name: 'Off' },
]

/** Controls for the sources a call may use. */
export function SourceControls({
  tool,
  sources,
  fault,
  onChange,
}: {
  tool: Tool
  sources: SourceDraft
  fault: string | undefined
  onChange: (sources: SourceDraft) => void
}) {
  const change = (changed: Partial<SourceDraft>) => onChange({ ...sources, ...changed })
  return (
    <Disclosure title="Sources" detail={describe(sources)}>
      <div className="grid gap-5 lg:grid-cols-3">
        {LISTS.map(({ list, label, hint }) => (
          <DomainListField
            key={list}
            label={label}
            hint={hint}
            domains={sources.domains[list]}
            excludedBy={excludedBy(sources, list)}
            onChange={domains => change({ domains: { ...sources.domains, [list]: domains } })}
          />
        ))}
      </div>
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-4">
        <FreshnessField sources={sources} fault={fault} onChange={change} />
        <SelectField
          label="Country"
          all="Any country"
          choices={countryNames}
          value={sources.country}
          onChoose={country => change({ country: country ?? '' })}
        />
        {tools[tool].takesSearchOptions && (
          <>
            <SelectField
              label="Language"
              all="Any language"
              choices={languageNames}
              value={sources.language}
              onChoose={language => change({ language: language ?? '' })}
            />
            <SelectField
              label="Safe search"
              all="Moderate"
              choices={SAFE_SEARCH}
              value={sources.safesearch}
              onChoose={safesearch => change({ safesearch: safesearch ?? '' })}
            />
          </>
        )}
      </div>
    </Disclosure>
  )
}

function excludedBy({ domains }: SourceDraft, list: DomainList): string | undefined {
  const isUsed = (name: DomainList) => domains[name].length > 0
  if (list === 'include')
    return isUsed('exclude') || isUsed('boost')
      ? 'Can’t be combined with the other two lists.'
      : undefined
  return isUsed('include') ? 'Can’t be combined with “Only these domains”.' : undefined
}

function describe(sources: SourceDraft): string {
  const { include, exclude, boost } = sources.domains
  const parts = [
    ...(include.length > 0 ? [`only from ${counted(include.length, 'domain')}`] : []),
    ...(exclude.length > 0 ? [`not from ${counted(exclude.length, 'domain')}`] : []),
    ...(boost.length > 0 ? [`${counted(boost.length, 'domain')} preferred`] : []),
    describeFreshness(sources),
    sources.country,
    sources.language,
    sources.safesearch && `safe search ${sources.safesearch}`,
  ].filter(Boolean)
  return parts.length > 0 ? parts.join(' · ') : 'any source'
}

function describeFreshness(sources: SourceDraft): string {
  const { freshness, since, until } = sources
  if (freshness !== 'range') return freshness && `last ${freshness}`
  return isFreshness(freshnessOf(sources)) ? `${since} to ${until}` : 'date range'
}

interface CodeName {
  readonly value: string
  readonly name: string
}

const REGIONS = new Intl.DisplayNames('en-GB', { type: 'region' })
const LANGUAGES = new Intl.DisplayNames('en-GB', { type: 'language' })

/** The supported codes with their English names, in alphabetical order. */
export const countryNames = named(COUNTRY_CODES, code => REGIONS.of(code))
export const languageNames = named(LANGUAGE_CODES, code => LANGUAGES.of(code))

function named(codes: ReadonlySet<string>, nameOf: (code: string) => string | undefined) {
  return [...codes]
    .map((value): CodeName => ({ value, name: nameOf(value) ?? value }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en-GB'))
}
