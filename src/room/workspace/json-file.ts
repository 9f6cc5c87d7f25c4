import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { z } from 'zod'
import { isCode } from '../../files/replace.ts'
import { StoreCorrupt } from './store-corrupt.ts'

/** A JSON file of the workspace, parsed by its schema; undefined when there is none. */
export async function readJsonFile<S extends z.ZodType>(
  root: string,
  file: string,
  schema: S,
): Promise<z.infer<S> | undefined> {
  const text = await textAt(join(root, file))
  if (text === undefined) return undefined
  const parsed = schema.safeParse(jsonOf(text, file))
  if (!parsed.success) throw new StoreCorrupt(file, parsed.error)
  return parsed.data
}

/** How JSON files of the workspace are spelled. */
export function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`
}

async function textAt(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isCode(error, 'ENOENT')) return undefined
    throw error
  }
}

function jsonOf(text: string, file: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw new StoreCorrupt(file, error)
  }
}
