import type { Text } from './story.ts'

/** What the till does without a signal: the longest thread of the sample. */

export const offline: Text = {
  type: 'question',
  title: 'What must the till do when there is no signal?',
  summary: 'The market square loses its signal most Saturdays around ten. Decide what keeps working and what may wait.',
  body: `Nell sells cheese from a stall on the square. From about ten the phones of four hundred visitors share one mast, and the till app she uses today shows a spinner until lunch. She then writes sales on the paper the cheese is wrapped in.

What has to work with no signal at all:

1. ring up a sale by weight, in under ten seconds, with one thumb
2. take money for it
3. know at three o'clock what is left in the crates

What may wait for the evening: bookkeeping, price changes, anything with a chart in it.
`,
}

export const offlineWithState: Partial<Text> = {
  body: `Nell sells cheese from a stall on the square. From about ten the phones of four hundred visitors share one mast, and the till app she uses today shows a spinner until lunch. She then writes sales on the paper the cheese is wrapped in.

What has to work with no signal at all:

1. ring up a sale by weight, in under ten seconds, with one thumb: settled by {{store-first}}
2. take money for it: settled by {{cards-link}}
3. know at three o'clock what is left in the crates, also with two phones: {{sync}}

What may wait for the evening: bookkeeping, price changes, anything with a chart in it.
`,
}

export const storeFirst: Text = {
  type: 'decision',
  title: 'Sales are written to the phone first, always',
  summary:
    'A sale is finished when the phone has stored it. Sending it anywhere is a separate job that may fail and try again.',
  body: `There is no "online mode". Every sale is one row in a local database, written before the screen says "done". A background job sends rows that were not sent yet, oldest first, and marks them.

Why not try the network first and fall back: the fallback would be the code that runs on the worst day and is tested on the best one. With one path, Saturday and Tuesday run the same code.

Cost: nothing on the screen may ever wait for the server, so prices are whatever the phone last heard. Nell changes prices on Friday evening at home, so this has not mattered yet.
`,
  metadata: { confidence: 'high', asked_by: 'Nell' },
}

export const cards: Text = {
  type: 'question',
  title: 'Can we take a card without a signal?',
  summary: 'About a third of customers want to pay by card. The reader refuses them when it cannot reach its bank.',
  body: `A third of the takings were cards in the last four weeks (Nell kept the slips). Without a signal the reader says no, and half of those customers do not come back with cash.

Two ways are on the table: the reader keeps the payment and sends it later, or the customer pays by a link after they have left.
`,
}

export const cardsStore: Text = {
  type: 'option',
  title: 'Let the reader keep card payments and send them later',
  summary: 'The reader can hold payments for 24 hours. Whoever holds them carries the loss when one is declined.',
  body: `The reader supports it: up to 24 hours, up to a limit per card. It looks exactly like a normal payment to the customer.

The catch is in its terms. A payment that is declined when it is finally sent is our loss, and there is no way to reach the customer. At the stall's margin one declined basket of 60 pounds costs the profit of about ten good ones.
`,
}

export const cardsLink: Text = {
  type: 'conclusion',
  title: 'No signal: cash, or a payment link by text message',
  summary: 'Without a signal the till offers cash or a link that the customer pays when their phone is online again.',
  body: `The till notes the customer's number, marks the sale "link", and sends the link as soon as it can. The customer leaves with the cheese. We trust people who buy cheese.

Nobody has to understand an error message: the button simply reads "Send a link" whenever the reader cannot reach its bank.
`,
}

export const cardsLinkWithLimit: Partial<Text> = {
  summary:
    'Without a signal the till offers cash or a link, up to 40 pounds a sale, paid when the customer is online again.',
  body: `The till notes the customer's number, marks the sale "link", and sends the link as soon as it can. The customer leaves with the cheese. We trust people who buy cheese, up to 40 pounds: above that the till offers cash only.

Nobody has to understand an error message: the button simply reads "Send a link" whenever the reader cannot reach its bank.

After two Saturdays: 11 links sent, 11 paid, the slowest after 26 hours. The limit was never reached.
`,
}

export const linkExpiry: Text = {
  type: 'question',
  title: 'How long does a payment link stay open?',
  summary: 'A link that never ends is a sale that is never settled. Too short, and an honest customer cannot pay.',
  body: `Candidates: 48 hours, one week, until the next market day.

"Until the next market day" is the easiest to say out loud at the stall, and it lets Nell remind people in person. It needs the calendar of market days, which the app does not have yet.
`,
}

export const sync: Text = {
  type: 'question',
  title: 'Two phones sell from the same crates: which count is right?',
  summary: 'On busy days Nell and Tom sell side by side. Each phone must know roughly what is left, without a signal.',
  body: `Tom helps from eleven to two. Both phones start with the same stock list and both sell from it. If each phone subtracts from its own copy, both are wrong by what the other one sold, and after the two lists meet again somebody's subtraction is lost.

What we need at the stall is not the exact number. It is "is there still a wheel of the blue under the table", which is good to about one piece.
`,
}

export const counters: Text = {
  type: 'conclusion',
  title: 'Each phone counts what it sold; stock is worked out',
  summary: 'Phones never share a stock number. They share how much each one has sold, and those numbers only grow.',
  body: `Stock is never stored. Each phone keeps one number per cheese: grams sold today by this phone. A phone only ever raises its own number.

When phones meet they exchange numbers and keep the larger one per phone. What is left = brought - sold by all phones.
`,
  metadata: { effort_days: 2 },
}

/** What the laptop window made of it, without having seen the phone window's change. */
export const countersFromLaptop: Partial<Text> = {
  body: `Stock is never stored. Each phone keeps one number per cheese: grams sold today by this phone. A phone only ever raises its own number.

When phones meet they exchange numbers and keep the larger one per phone. What is left = brought - sold by all phones.

A phone that comes back after an hour catches up in one exchange, whatever it missed, because the numbers carry the whole day.
`,
}

/** What the phone window had written meanwhile. */
export const countersFromPhone: Partial<Text> = {
  body: `Stock is never stored. Each phone keeps two numbers per cheese: grams sold and grams put back today by this phone. Both only ever grow, so a sale that is undone raises "put back" and never lowers "sold".

When phones meet they exchange numbers and keep the larger one per phone. What is left = brought - sold by all phones + put back by all phones.
`,
}

/** Both, after looking at the two side by side. */
export const countersMerged: Partial<Text> = {
  body: `Stock is never stored. Each phone keeps two numbers per cheese: grams sold and grams put back today by this phone. Both only ever grow, so a sale that is undone raises "put back" and never lowers "sold".

When phones meet they exchange numbers and keep the larger one per phone. What is left = brought - sold by all phones + put back by all phones.

A phone that comes back after an hour catches up in one exchange, whatever it missed, because the numbers carry the whole day.
`,
}
