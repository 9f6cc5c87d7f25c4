import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** The transcripts in a folder and the folders in it. */
export function transcriptsIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.jsonl'))
    .map(name => join(folder, name))
}
