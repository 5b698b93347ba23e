import { operationEntries } from '@footnote/contract/operations'

const paths = operationEntries().map(([, { method, path }]) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`),
}))

/** The methods that a path of the API knows; none for a path that there is not. */
export function allowedMethods(path: string): string[] {
  const methods = paths.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.flatMap(method => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
}
