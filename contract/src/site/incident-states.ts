/** States of an incident on the status page. */
export const INCIDENT_STATES = ['investigating', 'monitoring', 'resolved'] as const

export type IncidentState = (typeof INCIDENT_STATES)[number]
