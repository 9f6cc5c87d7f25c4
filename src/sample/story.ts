import type { JsonObject } from '../kernel/json.ts'
import type { State } from '../records/states.ts'
import * as closing from './closing.ts'
import * as hardware from './hardware.ts'
import * as money from './money.ts'
import * as offline from './offline.ts'
import * as stand from './where-it-stands.ts'

/** The content of a record. `{{key}}` stands for the id of the record that the story calls so. */
export interface Text {
  type: string
  title: string
  summary: string
  body: string
  metadata?: JsonObject
}

/** So many days ago at that hour on the reader's clock, or so many minutes before now. */
export type When = { day: number; at: string } | { minutesAgo: number }

type Deed =
  | { do: 'activate'; record: string }
  | { do: 'create'; record: string; under?: string; text: Text; related?: string[] }
  | { do: 'update'; record: string; text: Partial<Text>; related?: string[]; base?: number; force?: true }
  | { do: 'transition'; record: string; to: State; reason?: string; by?: string }
  | { do: 'save'; summary: string }
  | { do: 'close'; summary?: string }
  | { do: 'describe'; fields: typeof stand.fields; notes: string }
  | { do: 'summarize'; summary: string }

export type Step = Deed & { session: string; when: When }

export const project = {
  id: 'sample',
  name: 'Sample: a till for a market stall',
  description:
    'An invented project to look around in: a solo builder makes a till app for a cheese stall on a square without signal. Nothing depends on it.',
}

/** A week of work in nine sessions, told in the order it happened. */
export const story: readonly Step[] = [
  ...sitting('first-evening', 6, [
    ['19:12', { do: 'create', record: 'offline', text: offline.offline }],
    ['19:31', { do: 'create', record: 'store-first', under: 'offline', text: offline.storeFirst }],
    ['19:48', { do: 'create', record: 'cards', under: 'offline', text: offline.cards }],
    ['20:05', { do: 'create', record: 'cards-store', under: 'cards', text: offline.cardsStore }],
    ['20:20', { do: 'save', summary: 'What has to work without a signal; two ways to take cards, none chosen yet' }],
    ['20:22', { do: 'close' }],
  ]),
  ...sitting('units', 5, [
    ['18:40', { do: 'create', record: 'money', text: money.money }],
    ['18:52', { do: 'create', record: 'floats', under: 'money', text: money.floats }],
    ['19:10', { do: 'create', record: 'pence', under: 'money', text: money.pence }],
    ['19:34', { do: 'update', record: 'pence', text: money.penceWithExamples }],
    [
      '19:36',
      {
        do: 'transition',
        record: 'floats',
        to: 'DISCARDED',
        reason: 'The day total depends on which screen is asked.',
      },
    ],
    ['19:37', { do: 'transition', record: 'money', to: 'RESOLVED', by: 'pence' }],
    ['19:40', { do: 'save', summary: 'Units decided: whole pence, whole grams, rounded once' }],
    ['19:41', { do: 'close' }],
  ]),
  // This chat was never ended: it is the stale session of the sample.
  ...sitting('printer', 5, [
    ['21:15', { do: 'create', record: 'printer', text: hardware.printer }],
    ['21:28', { do: 'create', record: 'printer-trial', under: 'printer', text: hardware.printerTrial }],
    ['21:30', { do: 'save', summary: 'Notes on the borrowed printer' }],
  ]),
  ...sitting('cards', 4, [
    ['18:20', { do: 'activate', record: 'cards' }],
    ['18:41', { do: 'create', record: 'cards-link', under: 'cards', text: offline.cardsLink }],
    ['18:44', { do: 'activate', record: 'cards-store' }],
    [
      '18:45',
      {
        do: 'transition',
        record: 'cards-store',
        to: 'DISCARDED',
        reason: 'A payment declined later is our loss, and we could not reach the customer.',
      },
    ],
    ['18:46', { do: 'transition', record: 'cards', to: 'RESOLVED', by: 'cards-link' }],
    ['18:58', { do: 'create', record: 'link-expiry', under: 'cards-link', text: offline.linkExpiry }],
    ['19:02', { do: 'save', summary: 'Cards settled: a payment link when there is no signal' }],
    ['19:03', { do: 'close' }],
  ]),
  ...sitting('two-phones', 3, [
    ['20:02', { do: 'activate', record: 'offline' }],
    ['20:10', { do: 'create', record: 'sync', under: 'offline', text: offline.sync }],
    ['20:34', { do: 'create', record: 'counters', under: 'sync', text: offline.counters, related: ['pence'] }],
    ['20:35', { do: 'update', record: 'offline', text: offline.offlineWithState }],
    ['20:36', { do: 'save', summary: 'A first answer for two phones on one stall' }],
  ]),
  ...sitting('on-the-phone', 2, [
    ['08:14', { do: 'activate', record: 'counters' }],
    ['08:21', { do: 'update', record: 'counters', text: offline.countersFromPhone }],
    ['08:23', { do: 'save', summary: 'Undone sales need a number of their own' }],
    ['08:24', { do: 'close' }],
  ]),
  ...sitting('two-phones', 2, [
    // Nothing is overwritten: the first try meets the other window's change, the second one merges the two.
    ['19:06', { do: 'update', record: 'counters', text: offline.countersFromLaptop, base: 1 }],
    ['19:15', { do: 'update', record: 'counters', text: offline.countersMerged, base: 2, force: true }],
    ['19:17', { do: 'save', summary: 'Both versions merged: two growing numbers per phone' }],
    ['19:18', { do: 'describe', fields: stand.fields, notes: stand.notes }],
    ['19:19', { do: 'summarize', summary: stand.afterTwoPhones }],
    ['19:20', { do: 'close' }],
  ]),
  ...sitting('closing-time', 1, [
    ['17:05', { do: 'create', record: 'closing', text: closing.closing }],
    [
      '17:20',
      { do: 'create', record: 'blind-count', under: 'closing', text: closing.blindCount, related: ['cards-link'] },
    ],
    ['17:33', { do: 'create', record: 'coin-float', under: 'closing', text: closing.coinFloat }],
    [
      '17:34',
      { do: 'transition', record: 'coin-float', to: 'LATER', reason: 'Typing one number is not the slow part.' },
    ],
    ['17:49', { do: 'update', record: 'blind-count', text: closing.blindCountShorter }],
    ['17:52', { do: 'save', summary: 'Closing the day: count first' }],
    ['17:53', { do: 'close' }],
  ]),
  ...sitting('after-market', 1, [
    ['20:11', { do: 'activate', record: 'cards-link' }],
    ['20:16', { do: 'update', record: 'cards-link', text: offline.cardsLinkWithLimit }],
    ['20:18', { do: 'activate', record: 'link-expiry' }],
    [
      '20:19',
      { do: 'transition', record: 'link-expiry', to: 'LATER', reason: 'All links so far were paid within two days.' },
    ],
    ['20:22', { do: 'activate', record: 'pence' }],
    ['20:24', { do: 'update', record: 'pence', text: money.penceHalfToBuyer }],
    ['20:26', { do: 'save', summary: 'After two Saturdays: the limit for links, and the half penny' }],
    ['20:27', { do: 'summarize', summary: stand.afterMarket }],
    ['20:28', { do: 'close' }],
  ]),
  // The latest chat is still open, with work that no checkpoint covers yet.
  ...recently('buying-list', [
    [46, { do: 'activate', record: 'closing' }],
    [31, { do: 'create', record: 'wednesday', under: 'closing', text: closing.wednesday }],
    [12, { do: 'update', record: 'wednesday', text: closing.wednesdaySorted, related: ['counters'] }],
  ]),
]

function sitting(session: string, day: number, deeds: ReadonlyArray<readonly [at: string, deed: Deed]>): Step[] {
  return deeds.map(([at, deed]) => ({ ...deed, session, when: { day, at } }))
}

function recently(session: string, deeds: ReadonlyArray<readonly [minutesAgo: number, deed: Deed]>): Step[] {
  return deeds.map(([minutesAgo, deed]) => ({ ...deed, session, when: { minutesAgo } }))
}
