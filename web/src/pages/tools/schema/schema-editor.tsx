import { applyEdits, format } from 'jsonc-parser'
import { useId, useRef } from 'react'
import { Button } from '../../../ui/button.tsx'
import { classes } from '../../../ui/classes.ts'
import { counted } from '../../../ui/counted.ts'
import { INPUT } from '../../../ui/field.tsx'
import { Spoken } from '../form/spoken.tsx'
import { completeSchema, FORMATTING } from './complete-schema.ts'
import { readSchema, type SchemaProblem } from './read-schema.ts'
import { SCHEMA_EXAMPLES } from './schema-examples.ts'

/** An editor that checks a JSON Schema while it is typed. Tab leaves the field. */
export function SchemaEditor({
  text,
  onChange,
}: {
  text: string
  onChange: (text: string) => void
}) {
  const id = useId()
  const field = useRef<HTMLTextAreaElement>(null)
  const { problems, isJson } = readSchema(text)
  const isEmpty = text.trim() === ''
  const showPlace = ({ offset, length }: SchemaProblem) => {
    field.current?.focus()
    field.current?.setSelectionRange(offset, offset + length)
  }
  const write = (written: string) => field.current && replaceText(field.current, written)
  const mend = () => write(completeSchema(text))
  const tidy = () => write(applyEdits(text, format(text, undefined, FORMATTING)))
  const verdict = verdictOn({ problems, isJson, isEmpty })
  return (
    <div className="space-y-3">
      <div className="flex flex-wrap items-end justify-between gap-2">
        <label htmlFor={id} className="text-sm font-medium">
          JSON Schema
        </label>
        <div className="flex flex-wrap gap-2">
          {SCHEMA_EXAMPLES.map(({ name, text: example }) => (
            <Button key={name} onClick={() => write(example)}>
              {name}
            </Button>
          ))}
          <Button disabled={isEmpty} onClick={tidy}>
            Format
          </Button>
        </div>
      </div>
      <textarea
        ref={field}
        id={id}
        name="schema"
        rows={12}
        value={text}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="none"
        aria-invalid={!isEmpty && problems.length > 0}
        aria-describedby={`${id}-verdict`}
        onChange={event => onChange(event.target.value)}
        className={classes(
          INPUT,
          'field-sizing-content max-h-[32rem] min-h-56 resize-y px-4 py-3 font-mono text-[0.8125rem]! leading-relaxed whitespace-pre overflow-x-auto',
        )}
      />
      <p
        id={`${id}-verdict`}
        className={classes(
          'text-sm',
          isEmpty ? 'text-quiet' : problems.length > 0 ? 'text-bad' : 'text-good',
        )}
      >
        {verdict}
      </p>
      <Spoken text={isEmpty ? '' : verdict} />
      {!isEmpty && problems.length > 0 && (
        <Problems problems={problems} onShow={showPlace} {...(isJson && { onMend: mend })} />
      )}
    </div>
  )
}

function verdictOn({
  problems,
  isJson,
  isEmpty,
}: {
  problems: readonly SchemaProblem[]
  isJson: boolean
  isEmpty: boolean
}): string {
  if (isEmpty)
    return 'Enter a schema, or start from an example. The result will be JSON that matches it.'
  if (problems.length === 0) return 'Valid schema.'
  return `${counted(problems.length, 'problem')}${isJson ? '' : ': not valid JSON yet'}`
}

function Problems({
  problems,
  onShow,
  onMend,
}: {
  problems: readonly SchemaProblem[]
  onShow: (problem: SchemaProblem) => void
  /** Only if the text is JSON. */
  onMend?: () => void
}) {
  return (
    <div className="space-y-3">
      <ul aria-label="Schema problems" className="max-h-56 space-y-1 overflow-y-auto">
        {problems.map(problem => (
          <li key={`${problem.offset} ${problem.message}`}>
            <button
              type="button"
              onClick={() => onShow(problem)}
              className="flex w-full cursor-pointer gap-3 rounded-md px-2 py-1.5 text-left text-sm hover:bg-sheet"
            >
              <span className="shrink-0 text-quiet tabular-nums">
                Line {problem.line}, column {problem.column}
              </span>
              <span className="min-w-0 wrap-anywhere">{problem.message}</span>
            </button>
          </li>
        ))}
      </ul>
      {onMend && (
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button onClick={onMend}>Fix automatically</Button>
          <span className="text-sm text-quiet">
            Closes every object and requires every property. Nothing else changes.
          </span>
        </div>
      )}
    </div>
  )
}

/**
 * Replaces a field's text as if it were typed, so that undo works. Only the part that differs is
 * touched, and the field fires its usual events.
 */
function replaceText(field: HTMLTextAreaElement, text: string): void {
  const { value } = field
  const { start, end } = findDifference(value, text)
  field.focus()
  if (value === text) return
  field.setSelectionRange(start, value.length - end)
  const added = text.slice(start, text.length - end)
  // Deprecated, but nothing else supports undo.
  if (added === '') document.execCommand('delete')
  else document.execCommand('insertText', false, added)
}

/** Numbers of characters two texts share at their start and, beyond those, at their end. */
export function findDifference(before: string, after: string): { start: number; end: number } {
  const most = Math.min(before.length, after.length)
  let start = 0
  while (start < most && before[start] === after[start]) start += 1
  let end = 0
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  return { start, end }
}
