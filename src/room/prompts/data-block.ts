import { randomBytes } from 'node:crypto'

/** Text that is material and never an instruction, between borders it cannot contain and nobody could have planted. */
export function dataBlock(label: string, text: string, border: () => string = randomBorder): string {
  let mark = border()
  while (text.includes(mark)) mark = border()
  return `<<<DATA ${mark} ${label}\n${text}\nDATA ${mark}>>>`
}

function randomBorder(): string {
  return randomBytes(4).toString('hex')
}
