/** How the last chats of the sample ended: what the next one starts from. */

export const fields = {
  slice: '104-slice.closing-time',
  taskFile: '104-tasks.closing-time',
  developmentPhase: 'Closing the day',
  workType: 'continue',
  instruction: 'implementation',
} as const

export const notes = `Ask Nell before anything changes that she sees at the stall.
Money is whole pence, weight is whole grams; nothing is rounded twice.`

/** The earlier one shows what a history is for: the later one says what became of it. */
export const afterTwoPhones = `Done: two phones sell from the same crates. Each keeps two numbers per cheese that only grow, grams sold and grams
put back; stock is worked out and never stored. Checked with both phones in flight mode for an hour.

Decided: numbers are exchanged whole, so a phone that was away catches up in one go.

Open: closing the day. The drawer and the app disagree by a few pounds most Saturdays.

Next: write down what happens between the last sale and the locked van, then decide who counts first.`

export const afterMarket = `Done: closing time. The drawer is counted before the app shows what it expects, so nobody counts towards a number. Tried
on one Saturday: off by 20 pence, a coin under the scale. The half penny of a price by weight now goes to the buyer.

Decided and why: payment links end at 40 pounds a sale, because that is what Nell is ready to lose. All 11 links of two
Saturdays were paid, the slowest after 26 hours, so they need no end date yet.

Open: what to buy on Wednesday. The list is sorted by what ran out first, but it does not know the weather.

Next: let the buying list start from last Saturday, not from an average, and show it to Nell on Tuesday evening.

Pitfall: the borrowed printer forgets its paper width when it is switched off; do not look for the fault in the receipt.`
