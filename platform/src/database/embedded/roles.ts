/**
 * Roles of the embedded server. Only its supervisor connects as the superuser, which can read every
 * file of the server and every row. Each other role owns one database and can connect to no other.
 */
export const roles = {
  superuser: { user: 'footnote', database: 'postgres', passwordFile: 'postgres.password' },
  service: { user: 'footnote_service', database: 'footnote', passwordFile: 'service.password' },
  engine: { user: 'footnote_engine', database: 'footnote_engine', passwordFile: 'engine.password' },
} as const

export type Role = keyof typeof roles
