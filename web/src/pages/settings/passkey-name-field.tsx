import { siteLimits } from '@footnote/contract/site/limits'
import { Field } from '../../ui/field.tsx'
import { focusOnMount } from '../../ui/focus-on-mount.ts'

export function PasskeyNameField({
  error,
  name = '',
}: {
  error: string | undefined
  name?: string
}) {
  return (
    <Field
      ref={focusOnMount}
      required
      label="Name"
      name="name"
      hint="Name the device or password manager, such as “Work laptop”."
      defaultValue={name}
      maxLength={siteLimits.keyNameCharacters}
      autoComplete="off"
      error={error}
    />
  )
}
