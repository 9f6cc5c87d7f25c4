import { join } from 'node:path'
import { TurnFacts } from '../schema.ts'
import { jsonIn, readText } from './json-file.ts'
import type { DiaryProject } from './project.ts'
import { turnKey } from './refs.ts'

/**
 * The facts of a project's turns by turn, or of one session's. They help and are never needed: lines that do not fit are
 * passed over.
 */
export async function loadFacts(
  { folder }: Pick<DiaryProject, 'folder'>,
  sessionRef = '',
): Promise<Map<string, TurnFacts>> {
  const text = await readText(join(folder, 'turn-facts.jsonl'))
  const facts = new Map<string, TurnFacts>()
  for (const line of typeof text === 'string' ? text.split('\n') : []) {
    // A line that does not even hold the ref need not be parsed.
    if (!line.includes(sessionRef)) continue
    const parsed = TurnFacts.safeParse(jsonIn(line))
    if (parsed.success) facts.set(turnKey(parsed.data), parsed.data)
  }
  return facts
}
