import { type ComponentProps, type ReactNode, useId } from 'react'
import { classes } from './classes.ts'

export const INPUT =
  'w-full min-h-10 rounded-lg border border-edge bg-raised px-3 py-2 text-[1rem] sm:text-sm placeholder:text-quiet aria-invalid:border-bad disabled:opacity-55'

export interface FieldProps extends Omit<ComponentProps<'input'>, 'id'> {
  readonly label: string
  readonly hint?: ReactNode
  readonly error?: string | undefined
  /** Text inside the field before the input, such as a currency. */
  readonly prefix?: string
  /** Element inside the field after the input, such as a button that shows a password. */
  readonly action?: ReactNode
}

/** A labelled input, announced with its hint or error. */
export function Field({ label, hint, error, prefix, action, className, ...input }: FieldProps) {
  const id = useId()
  const note = `${id}-note`
  const hasNote = error !== undefined || hint !== undefined
  return (
    <div className={className}>
      <label htmlFor={id} className="mb-1.5 block text-sm font-medium">
        {label}
      </label>
      <div className="relative">
        {prefix !== undefined && (
          <span
            aria-hidden="true"
            className="pointer-events-none absolute inset-y-0 left-3 flex items-center text-sm text-quiet"
          >
            {prefix}
          </span>
        )}
        <input
          {...input}
          id={id}
          aria-invalid={error !== undefined}
          {...(hasNote && { 'aria-describedby': note })}
          className={classes(
            INPUT,
            prefix !== undefined && 'pl-7',
            action !== undefined && 'pr-11',
          )}
        />
        {action !== undefined && (
          <div className="absolute inset-y-0 right-1 flex items-center">{action}</div>
        )}
      </div>
      {hasNote && (
        <p
          id={note}
          className={classes('mt-1.5 text-sm', error === undefined ? 'text-quiet' : 'text-bad')}
        >
          {error ?? hint}
        </p>
      )}
    </div>
  )
}
