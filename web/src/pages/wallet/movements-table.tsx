import { pages } from '@footnote/contract/site/pages'
import { Link } from '@tanstack/react-router'
import { Money } from '../../ui/money.tsx'
import { Time } from '../../ui/time.tsx'
import { type Movement, movementDetail, movementTitle } from './movement-words.ts'

/** A statement; on a phone each row puts description and amount above time and balance. */
export function MovementsTable({ movements }: { movements: readonly Movement[] }) {
  return (
    <table aria-label="Transactions" className="w-full text-sm max-md:block">
      <thead className="max-md:sr-only">
        <tr className="border-b border-rule text-left text-quiet [&>th]:py-2 [&>th]:font-medium">
          <th scope="col">Time</th>
          <th scope="col">Description</th>
          <th scope="col" className="text-right">
            Amount
          </th>
          <th scope="col" className="text-right">
            Balance
          </th>
        </tr>
      </thead>
      <tbody className="max-md:block">
        {movements.map(movement => (
          <Row key={movement.movement_id} movement={movement} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ movement }: { movement: Movement }) {
  const { created_at, units, balance_units } = movement
  return (
    <tr className="border-b border-rule align-baseline last:border-0 max-md:grid max-md:grid-cols-[1fr_auto] max-md:gap-x-4 max-md:gap-y-0.5 max-md:py-3 md:[&>td]:py-2.5">
      <td className="text-quiet max-md:order-3 max-md:text-xs md:pr-6">
        <Time at={created_at} />
      </td>
      <td className="w-full max-md:order-1">
        <What movement={movement} />
      </td>
      <td className="text-right max-md:order-2 md:pl-6">
        <Money units={units} signed className={units > 0 ? 'text-good' : ''} />
      </td>
      <td className="text-right text-quiet max-md:order-4 max-md:text-xs md:pl-6">
        <span aria-hidden="true" className="md:hidden">
          Balance{' '}
        </span>
        <Money units={balance_units} />
      </td>
    </tr>
  )
}

function What({ movement }: { movement: Movement }) {
  const detail = movementDetail(movement)
  return (
    <>
      {movementTitle(movement)}
      {detail !== undefined && (
        <span className="wrap-anywhere text-quiet max-md:block md:before:content-['_·_']">
          {detail}
        </span>
      )}
      {movement.payment_id !== null && (
        <>
          {' '}
          <Link
            to={pages.receipt}
            params={{ paymentId: movement.payment_id }}
            className="whitespace-nowrap text-accent underline underline-offset-2"
          >
            Receipt
          </Link>
        </>
      )}
    </>
  )
}
