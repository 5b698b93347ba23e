import type { SitePart, siteOperations } from '@footnote/contract/site/operations'
import type { SiteOperationName } from '@footnote/contract/site/paths'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Member } from '../../sign-in/sign-in.ts'
import type { SiteDependencies } from './site-dependencies.ts'

/** A request to an operation of the website, checked against the contract. */
export interface SiteCall<Name extends SiteOperationName> {
  readonly body: SitePart<Name, 'body'>
  readonly query: SitePart<Name, 'query'>
  readonly params: Readonly<Record<string, string>>
  readonly member: (typeof siteOperations)[Name]['audience'] extends 'visitor'
    ? Member | undefined
    : Member
  readonly request: FastifyRequest
  readonly reply: FastifyReply
}

export type SiteRoute<Name extends SiteOperationName> = (
  deps: SiteDependencies,
  call: SiteCall<Name>,
) => Promise<
  SitePart<Name, 'response'> extends undefined ? FastifyReply : SitePart<Name, 'response'>
>

export type SiteRoutes = { readonly [Name in SiteOperationName]: SiteRoute<Name> }
