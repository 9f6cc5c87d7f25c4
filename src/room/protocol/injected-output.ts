import { sha256 } from '../../files/sha256.ts'
import { cutTo } from '../../kernel/text.ts'

/** Below this a piece of an output tells nothing. */
const minPieceBytes = 512

/** What of an output a model gets to see. */
export interface InjectedOutput {
  text: string
  form: 'whole' | 'cut' | 'marker'
  fullBytes: number
}

/** An output within the bytes that are left: whole, or its beginning and the marker, or the marker alone. */
export function injectedOutput(output: string, left: number): InjectedOutput {
  const fullBytes = Buffer.byteLength(output)
  if (fullBytes <= left) return { text: output, form: 'whole', fullBytes }
  const marker = truncationMarker(output)
  if (left < minPieceBytes) return { text: marker, form: 'marker', fullBytes }
  const ending = `\n${marker}`
  return { text: `${cutTo(output, left - Buffer.byteLength(ending))}${ending}`, form: 'cut', fullBytes }
}

export function truncationMarker(output: string): string {
  return `[truncated: ${Buffer.byteLength(output)} bytes, sha256=${sha256(output)}]`
}
