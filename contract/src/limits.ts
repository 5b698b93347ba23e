/** Every limit of the wire, once. */
export const limits = {
  queryCharacters: 400,
  inputCharacters: 40_000,
  domainsPerList: 500,
  bodyBytes: 180_000,
  outputSchemaLevels: 32,
  outputSchemaProperties: 1_000,
  outputSchemaJsonDepth: 200,
  outputSchemaPlaces: 20_000,
  reportedProblems: 20,
  usageCalls: 100,
  taskLifetimeHours: 24,
  minimumRechargeUsd: 10,
  holdResultMinutes: 15,
  webhooks: 10,
  webhookUrlCharacters: 2_000,
  webhookDeliveries: 50,
  listedEvents: 100,
  /** Deliveries of one webhook that wait while its owner asks for more. */
  openWebhookDeliveries: 10,
  /** Stages and sources that the stream of one call reports. */
  streamedEvents: 200,
  streamedUrlCharacters: 2_000,
  streamedTitleCharacters: 300,
  heartbeatSeconds: 15,
  pollSeconds: { shortest: 5, longest: 15 },
} as const
