import { Field, type FieldProps } from './field.tsx'
import { focusOnMount } from './focus-on-mount.ts'

/** The address that a form begins with. */
export function EmailField({
  label = 'E-mail address',
  ...field
}: Pick<FieldProps, 'hint' | 'error'> & { label?: string; autoComplete: 'username' | 'email' }) {
  return <Field ref={focusOnMount} required label={label} name="email" type="email" {...field} />
}
