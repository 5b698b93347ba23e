/** Notes in this browser whether somebody is signed in, for `public/theme.js`. The server decides who is. */
export function keepMemberHint(isMember: boolean): void {
  try {
    if (isMember) localStorage.setItem('member', '')
    else localStorage.removeItem('member')
  } catch {
    // Storage may be blocked; the home page then shows the sign-in button until its code starts.
  }
}
