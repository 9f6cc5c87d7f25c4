import type { Text } from './story.ts'

export const printer: Text = {
  type: 'question',
  title: 'Does the stall need a receipt printer?',
  summary: 'Two or three customers a day ask for a receipt. A printer is one more thing to charge, carry and keep dry.',
  body: `Counted over two Saturdays: 5 of 212 customers asked. Four of them were content with a photo of the screen.

A printer costs about 90 pounds, weighs half a kilo, and dislikes rain more than we do.
`,
}

export const printerTrial: Text = {
  type: 'note',
  title: 'Borrowed a printer from the bakery for one Saturday',
  summary: 'It worked, and nobody asked for it. The paper got damp by noon.',
  body: `The bakery lent us theirs. Pairing took a minute, printing takes four seconds, which is long when six people wait.

Three receipts were asked for. The roll was damp by noon and curled.
`,
}
