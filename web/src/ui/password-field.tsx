import { siteLimits } from '@footnote/contract/site/limits'
import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { Field, type FieldProps } from './field.tsx'

const { fewest, most } = siteLimits.passwordCharacters

interface PasswordFieldProps extends Omit<FieldProps, 'label' | 'type' | 'action'> {
  readonly label?: string
  /** One that is being chosen: its rule is said before it is broken. */
  readonly isNew?: boolean
}

/** A password, which its owner may look at while typing. */
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
      hint={hint ?? (isNew ? `At least ${fewest} characters; a few words are good.` : undefined)}
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
