import { isObject, type Json, type JsonObject, jsonIn } from '../../kernel/json.ts'

/** Keys whose texts are long; they follow everything else, in this order. */
const last = ['excerpt', 'content', 'scene_excerpt', 'files', 'scenes']
const quoted = new Set(['quote', 'text'])

/** An output as lines for a prompt: every value of it, none of its brackets. Plain text stays as it is. */
export function renderOutput(text: string): string {
  const output = jsonIn(text)
  return isObject<Json>(output) ? objectLines(output, '').join('\n') : text
}

function objectLines(object: JsonObject, indent: string): string[] {
  return shown(object).flatMap(([key, value]) => {
    if (Array.isArray(value)) return listLines(key, value, indent)
    if (isObject<Json>(value)) return [`${indent}${key}:`, ...objectLines(value, `${indent}  `)]
    if (typeof value === 'string' && value.includes('\n')) return [`${indent}${key}:`, value]
    return [`${indent}${key}: ${scalar(key, value)}`]
  })
}

function listLines(key: string, list: readonly Json[], indent: string): string[] {
  if (!list.some(item => typeof item === 'object')) return [`${indent}${key}: ${list.map(String).join(', ')}`]
  return [`${indent}${key}:`, ...list.map(item => `${indent}- ${isObject<Json>(item) ? pairs(item) : String(item)}`)]
}

/** One line; a path and its line become one location. */
function pairs(object: JsonObject): string {
  const { path, line } = object
  const located = typeof path === 'string' && typeof line === 'number'
  return shown(object)
    .filter(([key]) => !located || key !== 'line')
    .map(([key, value]) => (located && key === 'path' ? `${path}:${line}` : `${key}=${inline(key, value)}`))
    .join(' ')
}

function inline(key: string, value: Json): string {
  if (isObject<Json>(value)) return `(${pairs(value)})`
  if (Array.isArray(value)) return `[${value.map(item => inline(key, item)).join(', ')}]`
  return scalar(key, typeof value === 'string' ? value.replace(/(?<!\s)\s*\n\s*/g, ' ') : value)
}

function scalar(key: string, value: Json): string {
  return quoted.has(key) ? `"${String(value)}"` : String(value)
}

/** Without what only machines read, and with the long texts at the end. */
function shown(object: JsonObject): [string, Json][] {
  const entries = Object.entries(object).filter(([key, value]) => {
    if (key === 'tool_version' || /sha256$/.test(key)) return false
    return !(key === 'dry_run' && value === false) && !(Array.isArray(value) && value.length === 0)
  })
  return entries
    .map((entry, at) => ({ entry, rank: last.indexOf(entry[0]) + 1, at }))
    .sort((a, b) => a.rank - b.rank || a.at - b.at)
    .map(({ entry }) => entry)
}
