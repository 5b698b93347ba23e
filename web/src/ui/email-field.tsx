import { Field, type FieldProps } from './field.tsx'
import { focusOnMount } from './focus-on-mount.ts'

/** The email field at the start of a form. */
export function EmailField({
  label = 'Email',
  ...field
}: Pick<FieldProps, 'hint' | 'error'> & {
  label?: string
  autoComplete: 'username' | 'username webauthn' | 'email'
}) {
  return <Field ref={focusOnMount} required label={label} name="email" type="email" {...field} />
}
