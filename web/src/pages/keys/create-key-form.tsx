import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { CreatedKeyResponse } from '@footnote/contract/site/responses'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { hasCode, SiteError } from '../../api/site-error.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'

export function CreateKeyForm({
  creation,
  onCancel,
}: {
  creation: UseMutationResult<CreatedKeyResponse, Error, string>
  onCancel: () => void
}) {
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string>()
  const refusal = refusedName(creation.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readKeyName(typed)
    setMistake('error' in reading ? reading.error : undefined)
    if ('error' in reading) creation.reset()
    else creation.mutate(reading.name)
  }
  return (
    <form onSubmit={submit} noValidate className="space-y-4">
      <Field
        label="Name"
        name="name"
        value={typed}
        onChange={event => setTyped(event.target.value)}
        hint={`Name it after where you use it, such as “CI server”. The name appears in your usage history. Up to ${siteLimits.keyNameCharacters} characters.`}
        error={mistake ?? refusal}
        autoComplete="off"
        autoFocus
      />
      {refusal === undefined && <ErrorNotice error={creation.error} />}
      <DialogActions>
        <Button onClick={onCancel} disabled={creation.isPending}>
          Cancel
        </Button>
        <Button type="submit" look="primary" busy={creation.isPending}>
          Create key
        </Button>
      </DialogActions>
    </form>
  )
}

/** The server's objection to the name itself; other errors are not shown at the field. */
function refusedName(error: Error | null): string | undefined {
  if (!(error instanceof SiteError)) return undefined
  if (hasCode(error, 'NAME_TAKEN')) return error.message
  const problem = error.problems.find(({ path }) => path === '/name')
  return problem && asSentence(problem.message)
}

type Reading = { readonly name: string } | { readonly error: string }

/** Checks a name by the server's rules, without the spaces around it. */
export function readKeyName(typed: string): Reading {
  const name = typed.trim()
  const { check, message } = siteFormats['key-name']
  if (!check(name)) return { error: asSentence(message) }
  const most = siteLimits.keyNameCharacters
  if ([...name].length > most) return { error: asSentence(`must have at most ${most} characters`) }
  return { name }
}

/** Turns a contract message, which continues a field's name, into a sentence of its own. */
function asSentence(message: string): string {
  return `This ${message}.`
}
