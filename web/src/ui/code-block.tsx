import { useId, useState } from 'react'
import { classes } from './classes.ts'
import { CopyButton } from './copy-button.tsx'

export interface Snippet {
  readonly name: string
  readonly code: string
}

/** Code in several languages, with a button that copies the one shown. */
export function CodeBlock({ snippets, label }: { snippets: readonly Snippet[]; label: string }) {
  const id = useId()
  const [chosen, setChosen] = useState(0)
  const shown = snippets[chosen] ?? snippets[0]
  if (!shown) return null
  return (
    <div className="overflow-hidden rounded-lg border border-rule bg-sheet">
      <div className="flex flex-wrap items-center justify-between gap-2 border-b border-rule py-1.5 pr-1.5 pl-2">
        <div role="tablist" aria-label={label} className="flex gap-1">
          {snippets.map(({ name }, index) => (
            <button
              key={name}
              type="button"
              role="tab"
              id={`${id}-tab-${index}`}
              aria-selected={index === chosen}
              aria-controls={`${id}-panel`}
              tabIndex={index === chosen ? 0 : -1}
              onClick={() => setChosen(index)}
              onKeyDown={event => {
                const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
                if (step === undefined) return
                const next = (index + step + snippets.length) % snippets.length
                setChosen(next)
                document.getElementById(`${id}-tab-${next}`)?.focus()
              }}
              className={classes(
                'cursor-pointer rounded-md px-2.5 py-1.5 text-sm',
                index === chosen ? 'bg-raised font-medium' : 'text-quiet hover:text-ink',
              )}
            >
              {name}
            </button>
          ))}
        </div>
        <CopyButton text={shown.code} />
      </div>
      <pre
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-tab-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a tab panel must be reachable by keyboard
        tabIndex={0}
        className="p-4 font-mono text-[0.78rem] leading-relaxed wrap-anywhere whitespace-pre-wrap"
      >
        {shown.code}
      </pre>
    </div>
  )
}
