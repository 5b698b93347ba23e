/** Somebody who is signed in, and the account whose wallet and keys are theirs. */
export interface Member {
  readonly userId: string
  readonly sessionId: string
  readonly accountId: string
  readonly email: string
}

export interface SignIn {
  /** Whose session a request's cookies are of. */
  findMember(headers: Headers): Promise<Member | undefined>
}
