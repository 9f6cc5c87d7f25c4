import type { Text } from './story.ts'

export const closing: Text = {
  type: 'question',
  title: 'How does Nell close the day in five minutes?',
  summary: 'At four the stall must be packed by half past. Counting, comparing and noting has to fit beside that.',
  body: `Today it takes twenty minutes, in the van, with cold hands: count the drawer, add up the paper, find the difference, give up.

A good ending answers three questions and no more:

- is the drawer right, and if not, by how much
- which payment links are still open
- what must be bought on Wednesday
`,
}

export const blindCount: Text = {
  type: 'proposal',
  title: 'Count the drawer before the app says what it expects',
  summary:
    'If the expected sum is on the screen, the count drifts towards it. Ask for the count first, then show both.',
  body: `The screen asks for the number of each coin and note. Only when the count is confirmed does it show what was expected, and the difference.

A difference is stored with the count. It is never "corrected": the drawer is a fact, and so is the sum of the sales.
`,
}

export const blindCountShorter: Partial<Text> = {
  title: 'Count first, then see what was expected',
  body: `The screen asks for notes one by one and for all coins together: weighing the coin bag on the cheese scale is good to about 20 pence and takes ten seconds.

Only when the count is confirmed does it show what was expected, and the difference. Links that are still open ({{cards-link}}) are listed beside it, because they explain most differences.

A difference is stored with the count. It is never "corrected": the drawer is a fact, and so is the sum of the sales.
`,
}

export const coinFloat: Text = {
  type: 'note',
  title: 'Remember the coin float from week to week',
  summary: 'Nell starts each Saturday with about 80 pounds in coins. The app could know, instead of asking every time.',
  body: `The float is what was in the drawer at the last count minus what was taken out. Both are known after a count, so the next start could be filled in.

It is a convenience: typing one number on Saturday morning takes four seconds.
`,
}

export const wednesday: Text = {
  type: 'proposal',
  title: 'The buying list is last Saturday, not a forecast',
  summary:
    'Show what was sold out and when, and what came home. Nell knows the weather and the school holidays; the app does not.',
  body: `For each cheese one line: brought, sold, time of the last sale if it ran out. "Blue: 4 kg, gone at 12:40" says more to Nell than "suggested: 5.2 kg".

Open: whether cheeses that ran out before noon should stand on top, or whether the order of the price list is easier to read in the van.
`,
}

export const wednesdaySorted: Partial<Text> = {
  body: `For each cheese one line: brought, sold, time of the last sale if it ran out. "Blue: 4 kg, gone at 12:40" says more to Nell than "suggested: 5.2 kg".

Cheeses that ran out stand on top, the earliest first; the rest follows in the order of the price list. Nell tried both orders on paper and found the empty crates faster this way.

Still open: a cheese sold by Tom's phone after the last exchange is missing here until the phones meet ({{counters}}).
`,
}
