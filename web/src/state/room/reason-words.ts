/** Why a reply was not accepted, for people; the code stands beside it. */
export function reasonWords(reason: string): string {
  return words[reason] ?? 'The reply does not hold to the rules.'
}

const words: { readonly [reason: string]: string } = {
  empty: 'The reply is empty.',
  'cot-leak': 'The reply begins with its own thinking.',
  'tool-syntax': 'The reply contains the syntax of a tool call.',
  missing: 'There is no Evidence line.',
  multiple: 'There is more than one Evidence line.',
  format: 'The Evidence line stands in the wrong place or form.',
  'issue-only': 'An issue alone proves nothing here.',
  'wrong-source': 'This role may not cite this kind of file.',
  'missing-receipt': 'No receipt is cited although tools were used.',
  'receipt-invalid': 'A cited receipt is unknown, of another turn, or does not verify.',
  'receipt-mismatch': 'No cited receipt read the cited file.',
  'missing-quote': 'A claim about content needs a quote.',
  'missing-file': 'No file is named that exists.',
  'file-read-failed': 'The cited file cannot be read.',
  'quote-not-found': 'The quote does not stand in the cited file.',
  'missing-location': 'A claim about structure needs a place.',
  'location-out-of-range': 'The cited place does not exist.',
  'missing-scope': 'It is not said where was looked.',
  'scope-not-covered': 'The receipts do not cover everything that was claimed to be looked at.',
  'absence-contradicted': 'What was said to be absent is there.',
}
