import type { ReactNode } from 'react'

/** A choice between a few visible options. */
export function Segments<Value extends string | number>({
  legend,
  name,
  segments,
  chosen,
  onChoose,
}: {
  legend: string
  name: string
  segments: readonly { readonly value: Value; readonly label: ReactNode }[]
  chosen: Value
  onChoose: (value: Value) => void
}) {
  return (
    <fieldset className="flex max-w-full rounded-lg border border-rule bg-sheet p-0.5">
      <legend className="sr-only">{legend}</legend>
      {segments.map(({ value, label }) => (
        <label
          key={value}
          className="relative rounded-md px-3.5 py-1.5 text-sm text-quiet select-none hover:text-ink has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-xs"
        >
          <input
            type="radio"
            name={name}
            // Covers its label, so that the focus outline surrounds it.
            className="absolute inset-0 cursor-pointer appearance-none rounded-md"
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {label}
        </label>
      ))}
    </fieldset>
  )
}
