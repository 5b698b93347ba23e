import { siteLimits } from '@footnote/contract/site/limits'
import { pages } from '@footnote/contract/site/pages'
import { useMutation } from '@tanstack/react-query'
import type { FormEvent } from 'react'
import { callSite } from '../../api/call-site.ts'
import { Column } from '../../shell/column.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { ErrorNotice } from '../../ui/notice.tsx'
import { ExampleAnswer } from './example-answer.tsx'

/** A live question without an account, where the operator allows it. */
export function TryAnswer() {
  const ask = useMutation({
    mutationFn: (query: string) => callSite('try_answer', { body: { query } }),
  })
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const query = String(new FormData(event.currentTarget).get('query') ?? '').trim()
    if (query !== '' && !ask.isPending) ask.mutate(query)
  }
  return (
    <section aria-labelledby="try" className="border-t border-rule">
      <Column className="py-12 lg:py-16">
        <h2 id="try" className="font-serif text-[1.75rem] leading-tight font-medium">
          Ask your own question
        </h2>
        <p className="mt-2 text-sm text-quiet">
          Free and without an account. We don’t store your question or the answer.
        </p>
        <form onSubmit={submit} className="mt-6 flex flex-wrap items-end gap-3">
          <Field
            label="Question"
            name="query"
            required
            maxLength={siteLimits.visitorQuestionCharacters}
            autoComplete="off"
            placeholder="What is the capital of Bolivia?"
            className="w-full max-w-xl"
          />
          <Button type="submit" look="primary" busy={ask.isPending}>
            Ask
          </Button>
        </form>
        <ErrorNotice error={ask.error} className="mt-4 max-w-xl" />
        {ask.data && (
          <section
            aria-label="Answer to your question"
            className="mt-6 max-w-3xl rounded-xl border border-rule bg-raised px-5 py-6 sm:px-8"
          >
            <ExampleAnswer question={ask.variables} result={ask.data} />
            <ButtonLink to={pages.signUp} className="mt-6">
              Create account to ask more
            </ButtonLink>
          </section>
        )}
      </Column>
    </section>
  )
}
