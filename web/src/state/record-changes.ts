import { isObject, type Json, type JsonObject } from '../../../src/kernel/json.ts'
import type { Record as RecordShape } from '../../../src/records/schema.ts'
import { type TextField, textFields } from '../../../src/records/text-fields.ts'
import { CallFault } from '../api.ts'
import type { DraftFields } from './drafts.ts'
import { createMergePatch, NullInPatch } from './merge-patch.ts'

export type Changes = { [field in TextField]?: string } & {
  related?: string[]
  affects?: string[]
  metadata?: JsonObject
}

/** The arguments of update_record that turn the record into the typed text; {} when nothing differs. */
export function changesTo(record: RecordShape, fields: DraftFields): Changes {
  const related = relatedIds(fields.related)
  const affects = globsIn(fields.affects)
  const patch = metadataPatch(record, fields.metadata)
  const texts = textFields.filter(field => fields[field] !== (record[field] ?? '')).map(field => [field, fields[field]])
  return {
    ...Object.fromEntries(texts),
    ...(related.join() !== (record.related ?? []).join() && { related }),
    ...(affects.join() !== (record.affects ?? []).join() && { affects }),
    ...(patch && { metadata: patch }),
  }
}

export function relatedIds(text: string): string[] {
  return text.split(/[\s,;]+/).filter(id => id !== '')
}

export function globsIn(text: string): string[] {
  return text.split(/[,\n]/).flatMap(glob => glob.trim() || [])
}

export function parseMetadata(text: string): JsonObject {
  if (text.trim() === '') return {}
  const value = parseJson(text)
  if (isObject<Json>(value)) return value
  throw badMetadata('Metadata must be a JSON object, such as {"topic": "clock"}.')
}

/** What is wrong with the typed metadata, or undefined. */
export function metadataFault(text: string): string | undefined {
  try {
    parseMetadata(text)
    return undefined
  } catch (error) {
    return error instanceof Error ? error.message : undefined
  }
}

function metadataPatch(record: RecordShape, text: string): JsonObject | undefined {
  try {
    return createMergePatch(metadataOf(record), parseMetadata(text))
  } catch (error) {
    throw error instanceof NullInPatch ? badMetadata(error.message) : error
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw badMetadata('The metadata is not JSON yet.')
  }
}

function badMetadata(message: string): CallFault {
  return new CallFault('INVALID_INPUT', message, 'Correct the metadata; the text is kept.')
}

// Stored metadata is JSON by its schema.
function metadataOf(record: RecordShape): JsonObject {
  return (record.metadata ?? {}) as JsonObject
}
