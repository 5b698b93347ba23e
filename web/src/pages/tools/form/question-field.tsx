import { type Tool, tools } from '@footnote/contract/tools'
import { useId } from 'react'
import { classes } from '../../../ui/classes.ts'
import { INPUT } from '../../../ui/field.tsx'
import { TEXT_LINK } from '../../../ui/text-link.tsx'
import { characterNote, questionLimit } from './count-characters.ts'

/** Text area for the question, growing with its text. */
export function QuestionField({
  tool,
  question,
  fault,
  onChange,
}: {
  tool: Tool
  question: string
  fault: string | undefined
  onChange: (question: string) => void
}) {
  const id = useId()
  const { label, example } = tools[tool].question
  const note = characterNote(question, questionLimit(tool))
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <textarea
        id={id}
        name="question"
        value={question}
        placeholder={example}
        autoComplete="off"
        aria-invalid={fault !== undefined}
        aria-describedby={`${id}-note`}
        onChange={event => onChange(event.target.value)}
        onKeyDown={event => {
          if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
          event.preventDefault()
          event.currentTarget.form?.requestSubmit()
        }}
        className={classes(
          INPUT,
          'field-sizing-content max-h-96 resize-y px-4 py-3 font-serif text-[1.125rem]! leading-relaxed',
          tool === 'answer' ? 'min-h-24' : 'min-h-36',
        )}
      />
      <div
        id={`${id}-note`}
        className="mt-1.5 flex flex-wrap sm:min-h-5 justify-between gap-x-4 text-sm text-quiet"
      >
        <span className={classes(fault !== undefined && 'text-bad')}>
          {fault ??
            (question === '' ? <Example text={example} onChoose={onChange} /> : <RunHint />)}
        </span>
        {note !== undefined && (
          <span className={classes('tabular-nums', note.includes('too many') && 'text-bad')}>
            {note}
          </span>
        )}
      </div>
    </div>
  )
}

/** Fills the field with a question that the built-in library answers. */
function Example({ text, onChoose }: { text: string; onChoose: (text: string) => void }) {
  return (
    <>
      Try{' '}
      <button
        type="button"
        onClick={() => onChoose(text)}
        className={classes(TEXT_LINK, 'text-left')}
      >
        {text}
      </button>
    </>
  )
}

function RunHint() {
  return (
    <span className="max-sm:hidden">
      Press <kbd className="font-sans">{isApple() ? '⌘' : 'Ctrl'} + Enter</kbd> to run.
    </span>
  )
}

function isApple(): boolean {
  return /mac|iphone|ipad/i.test(navigator.userAgent)
}
