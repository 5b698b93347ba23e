export type ServerSettings = Record<string, string>

/**
 * Given on the server's command line, where they win over every file in the cluster.
 * The first three are the defaults, and said because everything about money rests on them.
 */
export const serverSettings: ServerSettings = {
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',

  listen_addresses: '',
  // The socket's folder decides who can reach it.
  unix_socket_permissions: '0777',
  password_encryption: 'scram-sha-256',
  max_connections: '100',
  shared_buffers: '128MB',
  jit: 'off',
  // After a checkpoint the first change of each page logs the whole page: fewer checkpoints, and smaller
  // pages in the log.
  wal_compression: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
  timezone: 'UTC',
  log_timezone: 'UTC',

  // The log is for what happens to the server. Errors of statements go to whoever ran them, and no
  // statement, value or row gets in: "terse" leaves out the details and contexts that quote them.
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_parameter_max_length_on_error: '0',
  log_error_verbosity: 'terse',
  log_checkpoints: 'off',
}
