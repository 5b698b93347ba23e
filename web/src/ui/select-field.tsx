import { useId } from 'react'
import { INPUT } from './field.tsx'

interface Choice {
  readonly value: string
  readonly name: string
}

/** A labelled select with an option for no choice. */
export function SelectField({
  label,
  all,
  choices,
  value,
  onChoose,
}: {
  label: string
  /** Label of the option for no choice. */
  all: string
  choices: readonly Choice[]
  value: string | undefined
  onChoose: (value: string | undefined) => void
}) {
  const id = useId()
  return (
    <div className="min-w-0">
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <select
        id={id}
        value={value ?? ''}
        onChange={event => onChoose(event.target.value === '' ? undefined : event.target.value)}
        className={INPUT}
      >
        <option value="">{all}</option>
        {choices.map(choice => (
          <option key={choice.value} value={choice.value}>
            {choice.name}
          </option>
        ))}
      </select>
    </div>
  )
}
