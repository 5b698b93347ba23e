import { priceOf } from '@footnote/contract/prices'
import type { ReactNode } from 'react'
import { formatUsd } from '../ui/money.tsx'

/** Introduces Footnote beside the sign-in forms, as plain text that needs no loading. */
export function Introduction() {
  return (
    <aside
      aria-label="About Footnote"
      className="flex flex-col justify-center border-rule bg-sheet px-5 py-12 max-lg:border-t sm:px-8 lg:sticky lg:top-3 lg:m-3 lg:h-[calc(100dvh-1.5rem)] lg:rounded-2xl lg:border lg:px-12 xl:px-20"
    >
      <div className="mx-auto w-full max-w-[32rem]">
        <h2 className="font-serif text-3xl leading-[1.15] font-medium tracking-tight text-balance xl:text-4xl">
          Answers you can check at the source.
        </h2>
        <p className="mt-4 max-w-[28rem] text-pretty text-quiet">
          Footnote is a research API. Send a question and get back an answer with its sources. You
          pay per call from a prepaid wallet, and failed calls are refunded.
        </p>
        <Specimen />
      </div>
    </aside>
  )
}

function Specimen() {
  return (
    <figure className="mt-8 rounded-xl border border-rule bg-raised px-6 pt-5 pb-4 shadow-[0_1px_2px_rgb(0_0_0/0.04),0_12px_32px_-16px_rgb(0_0_0/0.12)] sm:px-8 sm:pt-7">
      <p className="text-sm text-quiet">How far away is the Moon, and does that change?</p>
      <p className="mt-3 font-serif text-xl leading-[1.5] text-pretty">
        On average, 384,400 km.
        <Reference>1</Reference> The distance grows by about 3.8 cm a year, measured with laser
        light bounced off reflectors that Apollo crews left on the Moon.
        <Reference>2</Reference>
      </p>
      <hr className="mt-5 w-14 border-edge" />
      <ol className="mt-3 space-y-1 text-[0.8125rem] leading-snug text-quiet">
        <Source number={1} title="Moon Facts" host="science.nasa.gov" />
        <Source
          number={2}
          title="Laser Beams Reflected Between Earth and Moon Boost Science"
          host="nasa.gov"
        />
      </ol>
      <figcaption className="mt-5 flex flex-wrap justify-between gap-x-4 border-t border-rule pt-3 text-xs text-quiet">
        <span>Example</span>
        <span className="tabular-nums">
          {formatUsd(priceOf('answer', null).costUnits)} per answer
        </span>
      </figcaption>
    </figure>
  )
}

function Reference({ children }: { children: ReactNode }) {
  return (
    <sup className="ml-px font-sans text-[0.6em] leading-none font-semibold text-accent">
      {children}
    </sup>
  )
}

function Source({ number, title, host }: { number: number; title: string; host: string }) {
  return (
    <li className="flex gap-2.5">
      <span aria-hidden="true" className="font-semibold text-accent tabular-nums">
        {number}
      </span>
      <span>
        {title}, <span className="whitespace-nowrap">{host}</span>
      </span>
    </li>
  )
}
