import type { Text } from './story.ts'

export const money: Text = {
  type: 'question',
  title: 'How do we store prices and weights?',
  summary:
    'Cheese is sold by weight, so almost every price is a multiplication. Decide the units before the first sale is stored.',
  body: `The first prototype kept 1.25 as a price and 0.2 as a weight. After eleven sales the drawer and the app differed by one penny, and nobody could say which of them was right.

Whatever we choose is hard to change later: it is in every stored sale.
`,
}

export const floats: Text = {
  type: 'option',
  title: 'Decimal numbers, rounded when shown',
  summary:
    'The easiest to write, and what the prototype did. Rounding then happens in as many places as there are screens.',
  body: `Nothing to convert, and prices look like prices in the code.

But 0.1 + 0.2 is not 0.3 for a computer, every screen rounds by itself, and the sum of the rounded lines is not the rounded sum. The day's total then depends on which screen is asked.
`,
}

export const pence: Text = {
  type: 'decision',
  title: 'Whole pence and whole grams, rounded once',
  summary: 'Money is an integer of pence, weight an integer of grams. A line is rounded once, when the sale is stored.',
  body: `- money: integer pence
- weight: integer grams
- price: pence per kilogram, integer

A line is pence per kilogram x grams / 1000, rounded half up, and stored. Every later sum adds stored lines and never multiplies again.
`,
}

export const penceWithExamples: Partial<Text> = {
  body: `- money: integer pence
- weight: integer grams, as the scale shows it
- price: pence per kilogram, integer

A line is pence per kilogram x grams / 1000, rounded half up, and stored. Every later sum adds stored lines and never multiplies again.

Checked by hand with Nell's price list:

| cheese | price | weight | line |
|---|---|---|---|
| hard, aged | 2650 per kg | 215 g | 569.75 -> 570 |
| blue | 2200 per kg | 180 g | 396 |
| soft, half | 3100 per kg | 125 g | 387.5 -> 388 |
`,
  metadata: { confidence: 'high' },
}

export const penceHalfToBuyer: Partial<Text> = {
  body: `- money: integer pence
- weight: integer grams, as the scale shows it
- price: pence per kilogram, integer

A line is pence per kilogram x grams / 1000, rounded half **down**, and stored: the half penny goes to the buyer, as it always has at this stall. Every later sum adds stored lines and never multiplies again.

Checked by hand with Nell's price list:

| cheese | price | weight | line |
|---|---|---|---|
| hard, aged | 2650 per kg | 215 g | 569.75 -> 570 |
| blue | 2200 per kg | 180 g | 396 |
| soft, half | 3100 per kg | 125 g | 387.5 -> 387 |
`,
}
