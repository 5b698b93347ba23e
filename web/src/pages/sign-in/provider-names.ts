import type { Provider } from '@footnote/contract/site/responses'

export const PROVIDER_NAMES: Readonly<Record<Provider, string>> = {
  github: 'GitHub',
  google: 'Google',
}
