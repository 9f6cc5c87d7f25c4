import type { JsonObject } from '../../kernel/json.ts'
import { toPlainObject } from './json-value.ts'
import { prepareReply } from './prepare.ts'
import { strictObject } from './strict-json.ts'
import type { JsonProblem } from './strict-tokens.ts'

/** The reply of a turn that asks for an object: exactly one, read by the scanner that reads calls. */
export function readJsonAnswer(reply: string): { object: JsonObject } | { problem: JsonProblem } {
  const read = strictObject(prepareReply(reply))
  return 'problem' in read ? read : { object: toPlainObject(read.object) }
}
