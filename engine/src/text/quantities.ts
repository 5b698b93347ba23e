export { type Quantity, quantities } from './lex/numbers.ts'
