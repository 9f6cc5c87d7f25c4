import type { JsonMap } from './json-value.ts'
import { type Rejection, rejected } from './rejection.ts'
import { scanObject, skipBlanks, strictObject } from './strict-json.ts'

/** A prepared text that begins as an object, as exactly one strict object (rows 2 and 3 of the call table). */
export function readEnvelope(prepared: string): { object: JsonMap } | { rejection: Rejection } {
  const objects = countObjects(prepared)
  if (objects > 1) return rejected('tool_call_multiple', `objects:${objects}`)
  const read = strictObject(prepared)
  return 'problem' in read ? rejected('tool_call_invalid_format', read.problem) : read
}

/** Complete objects with nothing but blanks, commas and semicolons between them; 0 when anything else is there. */
function countObjects(text: string): number {
  let count = 0
  for (let at = 0; text[at] === '{'; at = skipSeparators(text, at)) {
    const scanned = scanObject(text, at)
    if ('problem' in scanned) return 0
    count++
    at = skipBlanks(text, scanned.end)
    if (at === text.length) return count
  }
  return 0
}

function skipSeparators(text: string, from: number): number {
  const rest = /[^\s,;]/g
  rest.lastIndex = from
  return rest.exec(text)?.index ?? text.length
}
