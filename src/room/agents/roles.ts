import { ownValue } from '../../kernel/json.ts'
import type { FileClass } from '../workspace/vfs.ts'

/** What a role is in the room: how it is called, what it may cite, how freely its models speak. */
export interface Role {
  key: string
  label: string
  sources: readonly FileClass[]
  mayCiteIssues: boolean
  sampling: { temperature: number; topP: number }
}

const everything: readonly FileClass[] = ['outline', 'scene', 'compendium', 'canon', 'other']

const known: readonly Role[] = [
  role('assistant', 'Chief of Staff', everything, 0.2, 0.9, true),
  role('planner', 'Planner', ['outline'], 0.3, 0.9),
  role('writer', 'Writer', ['scene'], 0.8, 0.95),
  role('editor', 'Editor', ['scene'], 0.4, 0.92),
  role('critic', 'Critic', ['scene'], 0.3, 0.9),
  role('continuity', 'Continuity', ['compendium', 'canon', 'scene'], 0.1, 0.9),
  role('librarian', 'Librarian', everything, 0.3, 0.9, true),
]

/** By the keys they are compared by. */
export const knownRoles: readonly string[] = known.map(({ key }) => key)

const otherNames: { readonly [name: string]: string } = {
  chief: 'assistant',
  'chief of staff': 'assistant',
  moderator: 'assistant',
  'lore-keeper': 'continuity',
  'lore keeper': 'continuity',
  'beta-reader': 'critic',
  'sensitivity-reader': 'critic',
}

/** The key a role is compared by, however a person wrote it. */
export function roleKey(given: string): string {
  const plain = given.trim().toLowerCase().replace(/\s+/g, ' ')
  return ownValue(otherNames, plain) ?? plain
}

/** An unknown role may cite every file and no issue, and is called as it was written. */
export function roleNamed(given: string): Role {
  const key = roleKey(given)
  return known.find(each => each.key === key) ?? role(key, given.trim(), everything, 0.3, 0.9)
}

function role(
  key: string,
  label: string,
  sources: readonly FileClass[],
  temperature: number,
  topP: number,
  mayCiteIssues = false,
): Role {
  return { key, label, sources, mayCiteIssues, sampling: { temperature, topP } }
}
