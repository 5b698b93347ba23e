import { normaliseDomain } from '@footnote/contract/domain'
import { limits } from '@footnote/contract/limits'
import { X } from 'lucide-react'
import { useId, useRef, useState } from 'react'
import { INPUT } from '../../../ui/field.tsx'

/** A list of domains, typed one by one or pasted. */
export function DomainListField({
  label,
  hint,
  domains,
  excludedBy,
  onChange,
}: {
  label: string
  hint: string
  domains: readonly string[]
  /** The reason why this list can't be combined with another one. */
  excludedBy: string | undefined
  onChange: (domains: readonly string[]) => void
}) {
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string>()
  const show = (text: string, fault: string | undefined) => {
    setTyped(text)
    setError(fault)
    // Keeps the form from being sent while the field has an error.
    input.current?.setCustomValidity(fault ?? '')
  }
  const add = (text: string) => {
    const reading = readDomains(text, domains)
    show(reading.rest, reading.error)
    if (reading.domains.length !== domains.length) onChange(reading.domains)
  }
  const remove = (domain: string) => {
    onChange(domains.filter(one => one !== domain))
    input.current?.focus()
  }
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <input
        ref={input}
        id={id}
        value={typed}
        disabled={excludedBy !== undefined}
        placeholder={excludedBy === undefined ? 'example.com' : undefined}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        inputMode="url"
        aria-invalid={error !== undefined}
        aria-describedby={`${id}-note`}
        onChange={event => {
          const { value } = event.target
          if (/[\s,;]/.test(value)) add(value)
          else show(value, undefined)
        }}
        onBlur={() => add(typed)}
        onKeyDown={event => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          add(typed)
        }}
        className={INPUT}
      />
      <p
        id={`${id}-note`}
        className={`mt-1.5 text-sm ${error === undefined ? 'text-quiet' : 'text-bad'}`}
      >
        {error ?? excludedBy ?? hint}
      </p>
      {domains.length > 0 && (
        <ul
          aria-label={`Selected: ${label}`}
          className="mt-2 flex max-h-40 flex-wrap gap-1.5 overflow-y-auto"
        >
          {domains.map(domain => (
            <li
              key={domain}
              className="flex items-center gap-1 rounded-full bg-sheet py-0.5 pr-1 pl-3 text-sm wrap-anywhere"
            >
              {domain}
              <button
                type="button"
                aria-label={`Remove ${domain}`}
                onClick={() => remove(domain)}
                className="grid size-6 shrink-0 cursor-pointer place-items-center rounded-full text-quiet hover:bg-rule hover:text-ink"
              >
                <X className="size-3.5" aria-hidden="true" />
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

interface DomainReading {
  readonly domains: readonly string[]
  /** The text left in the field. */
  readonly rest: string
  readonly error?: string
}

/** Adds typed or pasted domains to a list; a URL counts as its host. */
export function readDomains(text: string, known: readonly string[]): DomainReading {
  const domains = new Set(known)
  const unread: string[] = []
  for (const word of text.split(/[\s,;]+/).filter(Boolean)) {
    const domain = normaliseDomain(hostOf(word))
    if (domain === undefined) unread.push(word)
    else domains.add(domain)
  }
  const rest = unread.join(' ')
  if (domains.size > limits.domainsPerList)
    return { domains: known, rest: text, error: `Enter at most ${limits.domainsPerList} domains.` }
  if (rest === '') return { domains: [...domains], rest }
  return {
    domains: [...domains],
    rest,
    error: 'Enter a domain such as example.com, or a suffix such as gov.',
  }
}

function hostOf(word: string): string {
  return (/^https?:\/\//i.test(word) ? URL.parse(word)?.hostname : undefined) ?? word
}
