import { limits } from '@footnote/contract/limits'
import { isAlwaysTask } from '@footnote/contract/prices'
import { SchemaEditor } from '../schema/schema-editor.tsx'
import { Disclosure } from './disclosure.tsx'
import { takesSchema } from './to-request.ts'
import type { ToolDraft } from './tool-draft.ts'

/** Options that only research has: structured output and running in the background. */
export function ResearchOptions({
  draft,
  fault,
  onChange,
}: {
  draft: ToolDraft
  fault: string | undefined
  onChange: (change: Partial<ToolDraft>) => void
}) {
  const isAlways = isAlwaysTask({ tool: 'research', effort: draft.effort })
  const isLite = draft.effort === 'lite'
  return (
    <>
      <Disclosure
        title="Structured output"
        detail={takesSchema(draft) ? 'on' : isLite ? 'not available with lite' : 'off'}
      >
        <Check
          name="structured"
          label="Return JSON that matches a schema"
          note={
            isLite
              ? 'The lite effort doesn’t support schemas. Choose standard or higher.'
              : 'Describe the values you want in a schema, and we’ll fill them in from the sources.'
          }
          isChecked={takesSchema(draft)}
          isDisabled={isLite}
          onCheck={hasSchema => onChange({ hasSchema })}
        />
        {fault !== undefined && <p className="text-sm text-bad">{fault}</p>}
        {takesSchema(draft) && (
          <SchemaEditor text={draft.schemaText} onChange={schemaText => onChange({ schemaText })} />
        )}
      </Disclosure>
      <div className="border-t border-rule pt-4">
        <Check
          name="background"
          label="Run in the background"
          note={
            isAlways
              ? `This effort always runs in the background. You can close the page and fetch the result within ${limits.taskLifetimeHours} hours.`
              : `You can close the page and fetch the result within ${limits.taskLifetimeHours} hours.`
          }
          isChecked={draft.isBackground || isAlways}
          isDisabled={isAlways}
          onCheck={isBackground => onChange({ isBackground })}
        />
      </div>
    </>
  )
}

function Check({
  name,
  label,
  note,
  isChecked,
  isDisabled,
  onCheck,
}: {
  name: string
  label: string
  note: string
  isChecked: boolean
  isDisabled: boolean
  onCheck: (isChecked: boolean) => void
}) {
  return (
    <div className="flex gap-3 text-sm">
      <input
        id={name}
        type="checkbox"
        checked={isChecked}
        disabled={isDisabled}
        aria-describedby={`${name}-note`}
        onChange={event => onCheck(event.target.checked)}
        className="mt-1 size-4 shrink-0 accent-accent"
      />
      <div>
        <label htmlFor={name} className="font-medium">
          {label}
        </label>
        <p id={`${name}-note`} className="text-quiet">
          {note}
        </p>
      </div>
    </div>
  )
}
