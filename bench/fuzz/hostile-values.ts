const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** Values that code stumbles over, each as JSON text, because some cannot be held in JavaScript. */
export const HOSTILE_VALUES: readonly string[] = [
  ...['null', 'true', '0', '-0', '-1', '1.5', '1e308', '1e999', '9007199254740993', '[]', '{}'],
  ...['""', '" "', '"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\u202e"', '"\\r\\n\\r\\n"'],
  ...['"__proto__"', '{"__proto__":{"isAdmin":true}}', '{"constructor":{"prototype":{"a":1}}}'],
  ...['{"toString":1,"valueOf":1,"then":1}', '{"toJSON":"x"}', '{"length":1e9}'],
  ...['"\'; drop table charge; --"', '"%s%n%d"', '"{{7*7}}"'],
  ...['"{\\"level\\":60,\\"msg\\":\\"forged\\"}\\n"', '"\\u001b[2J"', '"../../etc/passwd"'],
  ...['"2026-02-30"', '"9999-12-31T23:59:59Z"', '"-000001-01-01"', '"https://example.invalid/"'],
  ...['"http://127.0.0.1:5432/"', '"file:///etc/passwd"', '"javascript:alert(1)"'],
  JSON.stringify('é'.repeat(5_000)),
  JSON.stringify('a'.repeat(100_000)),
  JSON.stringify('🙂'.repeat(3_000)),
  JSON.stringify(Array.from({ length: 5_000 }, (_, index) => index)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`k${i}`, i]))),
  deep(64),
  deep(5_000),
  `${'{"a":'.repeat(500)}1${'}'.repeat(500)}`,
]

const branching = (depth: number): object =>
  depth === 0 ? { type: 'string' } : { anyOf: [branching(depth - 1), branching(depth - 1)] }

/** Schemas that take long to compile, to check or to fill, or that lead elsewhere. */
export const HOSTILE_SCHEMAS: readonly string[] = [
  { $ref: '#' },
  { $ref: 'https://example.invalid/schema.json' },
  { $ref: 'file:///etc/passwd' },
  { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } }, $ref: '#/$defs/a' },
  { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } },
  { type: 'object', properties: { a: { type: 'string', pattern: '(' } } },
  { type: 'object', properties: { a: { enum: Array.from({ length: 20_000 }, (_, i) => i) } } },
  { type: 'array', minItems: 1e9, items: { type: 'string' } },
  { type: 'string', minLength: 1e9 },
  { type: 'object', required: ['__proto__'], properties: { ['__proto__']: { type: 'string' } } },
  { type: 'object', propertyNames: { pattern: '.*.*.*x' }, additionalProperties: true },
  { not: {} },
  { type: ['string', 'nonsense'] },
  branching(10),
].map(schema => JSON.stringify(schema))

/** Texts for paths, queries and headers; nothing here ends a line, which node would refuse to send. */
export const HOSTILE_TEXTS: readonly string[] = [
  ...['', ' ', '0', '-1', '1e9', '99999999999999999999', 'null', 'undefined', 'NaN', '%', '%00'],
  ...['%2e%2e%2f', '..;/', '%ff%fe', '*', "'", '";--', '<script>', '{}', '[]', 'a,b;c=d', '::1'],
  ...['00000000-0000-0000-0000-000000000000', 'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF'],
  'x'.repeat(2_000),
]
