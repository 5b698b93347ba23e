import { lazyRouteComponent } from '@tanstack/react-router'
import { unreachable } from '../api/site-error.ts'

/**
 * A page whose code is loaded on demand. Offline, this throws a normal error; the router would
 * reload the whole website and end on the browser's error page.
 */
export function lazyPage<Module extends Record<string, unknown>, Name extends keyof Module>(
  load: () => Promise<Module>,
  name: Name,
) {
  return lazyRouteComponent(
    () =>
      load().catch((error: unknown) => {
        throw navigator.onLine ? error : unreachable()
      }),
    name,
  )
}
