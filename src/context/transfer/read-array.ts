import { Fault } from '../../kernel/fault.ts'

const maxBytes = 64 * 1024 * 1024

/** The elements of a JSON array; anything else is refused with the place where it goes wrong. */
export function readArray(text: string): unknown[] {
  if (Buffer.byteLength(text) > maxBytes) throw refused('The file is larger than 64 MiB.')
  let value: unknown
  try {
    value = JSON.parse(text.replace(/^\ufeff/, ''))
  } catch (error) {
    throw refused(`The file is not valid JSON${place(text, error)}.`)
  }
  if (!Array.isArray(value)) throw refused('The file must hold a JSON array of projects.')
  return value
}

/** Only where parsing failed: the text there may be private. */
function place(text: string, error: unknown): string {
  const [, position] = /position (\d+)/.exec(error instanceof Error ? error.message : '') ?? []
  // An end that comes too soon is reported without a position.
  const at = position === undefined ? text.length : Number(position)
  const before = text.slice(0, at).split('\n')
  return ` at line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`
}

function refused(message: string): Fault {
  return new Fault('INVALID_INPUT', message, { hint: 'Give a projects.json that is whole.' })
}
