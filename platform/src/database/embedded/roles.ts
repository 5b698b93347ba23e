/**
 * The roles of the embedded server. Only its supervisor connects as the superuser: that role can read
 * any file of the server and any row. The others own one database each and can connect to no other.
 */
export const roles = {
  superuser: { user: 'footnote', database: 'postgres', passwordFile: 'postgres.password' },
  service: { user: 'footnote_service', database: 'footnote', passwordFile: 'service.password' },
  engine: { user: 'footnote_engine', database: 'footnote_engine', passwordFile: 'engine.password' },
} as const

export type Role = keyof typeof roles
