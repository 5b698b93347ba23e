import type { Seller } from '@footnote/contract/site/responses'
import { useId } from 'react'
import { classes } from './classes.ts'
import { TEXT_LINK } from './text-link.tsx'

/** The checkbox by which a new user accepts the terms. */
export function AcceptTermsField({
  seller,
  error,
}: {
  seller: Seller
  error?: string | undefined
}) {
  const note = useId()
  return (
    <div>
      <label className="flex gap-2.5 text-sm">
        <input
          type="checkbox"
          name="accept_terms"
          value="yes"
          required
          aria-invalid={error !== undefined}
          {...(error !== undefined && { 'aria-describedby': note })}
          className={classes(
            'mt-0.5 size-4 shrink-0 accent-accent',
            error !== undefined && 'outline-2 outline-bad',
          )}
        />
        <span>
          I accept the <TermsLinks seller={seller} />.
        </span>
      </label>
      {error !== undefined && (
        <p id={note} className="mt-1.5 text-sm text-bad">
          Accept the terms to create an account.
        </p>
      )}
    </div>
  )
}

/** For buttons that may create an account at once. */
export function TermsNote({ seller }: { seller: Seller }) {
  return (
    <p className="mt-3 text-xs text-quiet">
      If you create an account this way, you accept the <TermsLinks seller={seller} />.
    </p>
  )
}

function TermsLinks({ seller }: { seller: Seller }) {
  return (
    <>
      <a href={seller.terms_url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        terms
      </a>{' '}
      and the{' '}
      <a href={seller.privacy_url} target="_blank" rel="noreferrer" className={TEXT_LINK}>
        privacy policy
      </a>
    </>
  )
}
