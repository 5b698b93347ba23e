import { siteLimits } from '@footnote/contract/site/limits'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

const { fewest, most } = siteLimits.passwordCharacters

interface PasswordFieldProps extends Omit<FieldProps, 'label' | 'type' | 'action'> {
  readonly label?: string
  /** Whether a new password is being chosen, so that its rule is shown. */
  readonly isNew?: boolean
}

/** A password field with a button that shows the text. */
export function PasswordField({
  label = 'Password',
  isNew = false,
  name = 'password',
  hint,
  ...field
}: PasswordFieldProps) {
  const [isShown, setShown] = useState(false)
  const Icon = isShown ? EyeOff : Eye
  return (
    <Field
      required
      {...field}
      name={name}
      label={label}
      hint={
        hint ?? (isNew ? `At least ${fewest} characters. A few random words work well.` : undefined)
      }
      type={isShown ? 'text' : 'password'}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={most}
      {...(isNew && { minLength: fewest })}
      action={
        <button
          type="button"
          aria-pressed={isShown}
          aria-label={`Show ${label.toLowerCase()}`}
          title={isShown ? 'Hide' : 'Show'}
          onClick={() => setShown(!isShown)}
          className="grid size-9 cursor-pointer place-items-center rounded-md text-quiet hover:text-ink"
        >
          <Icon className="size-4" aria-hidden="true" />
        </button>
      }
    />
  )
}
