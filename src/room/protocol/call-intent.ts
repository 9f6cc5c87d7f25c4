import { toolIds } from '../tools/tool.ts'
import { type JsonMap, scanObject, skipBlanks } from './strict-json.ts'
import { toolAliases } from './tool-ids.ts'

type CallIntent = 'array' | 'fenced' | 'leading-text' | 'function-syntax' | 'tool-markup'

/** How a prepared text that does not begin as an object tries to call a tool, if it does. */
export function callIntent(prepared: string): CallIntent | undefined {
  return signs.find(([, shows]) => shows(prepared))?.[0]
}

/** A prepared text that is a call or a decision, or holds one. */
export function holdsCall(prepared: string): boolean {
  return callIntent(prepared) !== undefined || (prepared.startsWith('{') && beginsAsCall(prepared))
}

const signs: readonly [CallIntent, (text: string) => boolean][] = [
  ['array', text => /^\[\s*\{/.test(text)],
  ['fenced', text => /^(?:```|~~~)/.test(text)],
  ['leading-text', text => quotedToolKey.test(text) || objectsIn(text, isCallShaped)],
  ['function-syntax', text => toolFunction.test(text)],
  ['tool-markup', text => /<tool_call|<function=|<function_call|<\|tool_call|\[TOOL_CALLS\]|<invoke/i.test(text)],
]

const quotedToolKey = /(["'])tool\1\s*:/

const callable = [...toolIds, ...toolAliases.map(({ alias }) => alias)].join('|')
const toolFunction = new RegExp(`(?<![\\p{L}\\p{N}_])(?:${callable})\\(`, 'iu')

/** Where the object is torn, its first key still tells. */
function beginsAsCall(prepared: string): boolean {
  const scanned = scanObject(prepared, 0)
  if ('problem' in scanned) return /^\{\s*"action"\s*:/.test(prepared)
  return scanned.value.has('tool') || scanned.value.has('action')
}

function isCallShaped(members: JsonMap): boolean {
  return (members.has('tool') || members.has('action')) && (members.has('args') || members.has('nonce'))
}

/** Tries every brace: scans from two of them overlap only as deep as objects may nest. */
function objectsIn(text: string, matches: (members: JsonMap) => boolean): boolean {
  if (!/tool|action|\\u/.test(text)) return false
  for (let at = text.indexOf('{'); at >= 0; at = text.indexOf('{', at + 1)) {
    if (text[skipBlanks(text, at + 1)] !== '"') continue
    const scanned = scanObject(text, at)
    if (!('problem' in scanned) && matches(scanned.value)) return true
  }
  return false
}
