import { lazyRouteComponent } from '@tanstack/react-router'
import { unreachable } from '../api/site-error.ts'

/**
 * A page whose code is fetched when it is needed. Without a network that is an error like any other;
 * the router would load the whole website anew, and leave nothing but the browser's own error.
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
