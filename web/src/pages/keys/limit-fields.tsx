import { TOOLS, type Tool, toolName } from '@footnote/contract/tools'
import { useId } from 'react'
import { Field } from '../../ui/field.tsx'
import type { LimitProblems, TypedLimits } from './read-limits.ts'

/** The fields for the limits of a key. */
export function LimitFields({
  typed,
  problems,
  onChange,
}: {
  typed: TypedLimits
  problems: LimitProblems
  onChange: (typed: TypedLimits) => void
}) {
  const field = (name: Exclude<keyof TypedLimits, 'tools'>) => ({
    value: typed[name],
    error: problems[name],
    onChange: (event: { target: { value: string } }) =>
      onChange({ ...typed, [name]: event.target.value }),
    autoComplete: 'off',
  })
  return (
    <div className="grid gap-4 sm:grid-cols-2">
      <Field
        {...field('dayCap')}
        label="Daily cap"
        prefix="$"
        inputMode="decimal"
        placeholder="No cap"
      />
      <Field
        {...field('monthCap')}
        label="Monthly cap"
        prefix="$"
        inputMode="decimal"
        placeholder="No cap"
      />
      <Field
        {...field('callsPerMinute')}
        label="Calls per minute"
        inputMode="numeric"
        placeholder="No limit"
      />
      <Field {...field('expiresOn')} label="Last day" type="date" />
      <ToolChoice
        chosen={typed.tools}
        problem={problems.tools}
        onChoose={tools => onChange({ ...typed, tools })}
      />
      <p className="text-sm text-quiet sm:col-span-2">
        Days and months are UTC. Refunds return to the cap. Leave a field empty for no limit.
      </p>
    </div>
  )
}

function ToolChoice({
  chosen,
  problem,
  onChoose,
}: {
  chosen: readonly Tool[]
  problem: string | undefined
  onChoose: (tools: readonly Tool[]) => void
}) {
  const note = useId()
  return (
    <fieldset className="sm:col-span-2" aria-describedby={problem === undefined ? undefined : note}>
      <legend className="mb-1.5 text-sm font-medium">Tools</legend>
      <div className="flex flex-wrap gap-x-5 gap-y-2">
        {TOOLS.map(tool => (
          <label key={tool} className="flex min-h-8 items-center gap-2 text-sm">
            <input
              type="checkbox"
              className="size-4 accent-accent"
              checked={chosen.includes(tool)}
              onChange={event =>
                onChoose(
                  TOOLS.filter(one => (one === tool ? event.target.checked : chosen.includes(one))),
                )
              }
            />
            {toolName(tool)}
          </label>
        ))}
      </div>
      {problem !== undefined && (
        <p id={note} className="mt-1.5 text-sm text-bad">
          {problem}
        </p>
      )}
    </fieldset>
  )
}
