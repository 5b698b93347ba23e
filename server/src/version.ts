import manifest from '../package.json' with { type: 'json' }

/** Version of the service, and of the packages that it serves. */
export const { version } = manifest
