import { siteFormats } from '@footnote/contract/site/formats'
import { siteLimits } from '@footnote/contract/site/limits'
import type { CreateKeyRequest } from '@footnote/contract/site/requests'
import type { CreatedKeyResponse } from '@footnote/contract/site/responses'
import type { UseMutationResult } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { hasCode, SiteError } from '../../api/site-error.ts'
import { Button } from '../../ui/button.tsx'
import { DialogActions } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { LimitFields } from './limit-fields.tsx'
import { type LimitProblems, NO_LIMITS, readLimits } from './read-limits.ts'

export function CreateKeyForm({
  creation,
  onCancel,
}: {
  creation: UseMutationResult<CreatedKeyResponse, Error, CreateKeyRequest>
  onCancel: () => void
}) {
  const [typed, setTyped] = useState('')
  const [mistake, setMistake] = useState<string>()
  const [limits, setLimits] = useState(NO_LIMITS)
  const [problems, setProblems] = useState<LimitProblems>({})
  const refusal = refusedName(creation.error)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const reading = readKeyName(typed)
    setMistake('error' in reading ? reading.error : undefined)
    const limited = readLimits(limits)
    setProblems(limited.problems ?? {})
    if ('error' in reading || !limited.limits) creation.reset()
    else creation.mutate({ name: reading.name, limits: limited.limits })
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
      <details open={Object.keys(problems).length > 0 || undefined}>
        <summary className="min-h-6 cursor-pointer text-sm font-medium text-quiet hover:text-ink">
          Limits (optional)
        </summary>
        <div className="pt-4">
          <LimitFields typed={limits} problems={problems} onChange={setLimits} />
        </div>
      </details>
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
