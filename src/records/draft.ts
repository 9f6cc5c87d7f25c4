import { Fault } from '../kernel/fault.ts'
import { isObject, type Json, type JsonObject } from '../kernel/json.ts'
import { sameJson } from './field-diff.ts'
import type { Record } from './schema.ts'
import { mapTextFields, type TextField, textFields } from './text-fields.ts'

/** The part of a record that can be edited as text. */
export type Draft = { [field in TextField]: string } & { related: string[]; affects: string[]; metadata: JsonObject }

export function draftOf(record: Record): Draft {
  const { related = [], affects = [], metadata = {} } = record
  // Metadata was JSON when it was stored; the schema only says that it is an object.
  return { ...mapTextFields(field => record[field] ?? ''), related, affects, metadata: metadata as JsonObject }
}

/** The record as a file: a few header lines, then the body as it is. */
export function writeDraft(record: Record): string {
  const draft = draftOf(record)
  const { related, affects, metadata, body } = draft
  return [
    '---',
    `# ${record.id} version ${record.version}, ${record.state.toLowerCase()} ${oneLine(record.type)}. Save and close to write it; leave it unchanged to do nothing.`,
    ...headerTexts.map(field => `${field}: ${oneLine(draft[field])}`),
    `related: ${related.join(', ')}`,
    `affects: ${affects.join(', ')}`,
    `metadata: ${JSON.stringify(metadata)}`,
    '---',
    // Editors end the last line; a body without that end gets it here and loses it when read back.
    `${body}${body.endsWith('\n') ? '' : '\n'}`,
  ].join('\n')
}

/** The edited draft; `before` shows whether the body ended with a line break. */
export function readDraft(text: string, before: Draft): Draft {
  const lines = text.split('\n')
  const end = lines.findIndex((line, at) => at > 0 && line.trimEnd() === '---')
  if (lines[0]?.trimEnd() !== '---' || end < 0) throw broken('The lines --- around the header are missing.')
  const header = new Map(lines.slice(1, end).flatMap(headerLine))
  const unknown = [...header.keys()].find(key => !headerKeys.includes(key))
  if (unknown !== undefined) throw broken(`The header knows ${headerKeys.join(', ')}.`, { key: unknown })
  const body = lines.slice(end + 1).join('\n')
  return {
    ...mapTextFields(field => {
      const given = header.get(field)
      return given === undefined ? before[field] : withoutQuotes(given)
    }),
    related: listIn(header.get('related')) ?? before.related,
    affects: listIn(header.get('affects')) ?? before.affects,
    metadata: metadataIn(header.get('metadata'), before.metadata),
    body: before.body.endsWith('\n') ? body : body.replace(/\n$/, ''),
  }
}

/** The arguments of update_record that turn one into the other. */
export function changesBetween(before: Draft, after: Draft): Partial<Draft> {
  const { related, affects, metadata } = after
  const texts = textFields.filter(field => after[field] !== before[field]).map(field => [field, after[field]])
  return {
    ...Object.fromEntries(texts),
    ...(!sameJson(related, before.related) && { related }),
    ...(!sameJson(affects, before.affects) && { affects }),
    ...(!sameJson(metadata, before.metadata) && { metadata: patchBetween(before.metadata, metadata) }),
  }
}

/** The body follows the header as it is. */
export const headerTexts = textFields.filter(field => field !== 'body')
const headerKeys: readonly string[] = [...headerTexts, 'related', 'affects', 'metadata']

/** As it is when it fits a line, in JSON's quotes otherwise. */
function oneLine(text: string): string {
  return /^"|^\s|\s$|[\p{Cc}\u2028\u2029]/u.test(text) ? JSON.stringify(text) : text
}

function withoutQuotes(value: string): string {
  if (!value.startsWith('"')) return value
  try {
    const parsed: unknown = JSON.parse(value)
    if (typeof parsed === 'string') return parsed
  } catch {}
  throw broken('A value that starts with " must be one JSON string.')
}

function headerLine(line: string): Array<[string, string]> {
  if (line.trim() === '' || line.startsWith('#')) return []
  const at = line.indexOf(':')
  if (at < 0) throw broken('Each header line is "name: value".')
  return [[line.slice(0, at).trim(), line.slice(at + 1).trim()]]
}

function listIn(text: string | undefined): string[] | undefined {
  return text?.split(',').flatMap(each => each.trim() || [])
}

function metadataIn(text: string | undefined, before: JsonObject): JsonObject {
  if (text === undefined) return before
  try {
    const parsed: unknown = JSON.parse(text || '{}')
    // JSON.parse gives JSON; only its outermost kind is in question.
    if (isObject<Json>(parsed)) return parsed
  } catch {}
  throw broken('The metadata must be one JSON object on one line.')
}

/** The merge patch from one object to the other: what is gone becomes null. */
function patchBetween(before: JsonObject, after: JsonObject): JsonObject {
  const gone = Object.keys(before).filter(key => !Object.hasOwn(after, key))
  const changed = Object.entries(after).filter(([key, value]) => !sameJson(before[key], value))
  return Object.fromEntries([
    ...gone.map(key => [key, null] as const),
    ...changed.map(([key, value]) => {
      const old = before[key]
      return [key, isObject<Json>(old) && isObject<Json>(value) ? patchBetween(old, value) : value] as const
    }),
  ])
}

function broken(hint: string, details?: { [key: string]: unknown }) {
  return new Fault('INVALID_INPUT', 'The draft cannot be read back.', { hint, ...(details && { details }) })
}
