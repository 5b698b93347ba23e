import { FRESHNESS_WORDS } from '@footnote/contract/freshness'
import { Field } from '../../../ui/field.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import type { SourceDraft } from '../form/tool-draft.ts'

const CHOICES = [
  ...FRESHNESS_WORDS.map(word => ({ value: word, name: `Last ${word}` })),
  { value: 'range', name: 'Date range' },
]

/** Maximum age of the sources. */
export function FreshnessField({
  sources,
  fault,
  onChange,
}: {
  sources: SourceDraft
  fault: string | undefined
  onChange: (change: Partial<SourceDraft>) => void
}) {
  return (
    <div className="space-y-3">
      <SelectField
        label="Source age"
        all="Any age"
        choices={CHOICES}
        value={sources.freshness}
        onChoose={freshness => onChange({ freshness: freshness ?? '' })}
      />
      {sources.freshness === 'range' && (
        <div className="grid gap-3">
          <Field
            label="From"
            name="freshness"
            type="date"
            value={sources.since}
            {...(sources.until !== '' && { max: sources.until })}
            error={fault}
            onChange={event => onChange({ since: event.target.value })}
          />
          <Field
            label="To"
            type="date"
            value={sources.until}
            {...(sources.since !== '' && { min: sources.since })}
            onChange={event => onChange({ until: event.target.value })}
          />
        </div>
      )}
    </div>
  )
}
