import { join } from 'node:path'
import { categories } from './describe.ts'

export const controlFolder = '.control-room'
export const locksFolder = `${controlFolder}/locks`
export const infoFile = `${controlFolder}/workspace.json`
export const settingsFile = `${controlFolder}/settings.json`
export const issuesFile = `${controlFolder}/issues/issues.json`
export const canonIndexPath = `${controlFolder}/canon/canon-index.md`

/** Folders of a new workspace, parents first. */
export const folders = [
  'Story',
  'Story/Scenes',
  'Compendium',
  ...categories.map(name => `Compendium/${name}`),
  'private',
  controlFolder,
  ...['agents', 'prompts', 'recipes', 'runs', 'audit', 'conferences', 'chats', 'issues', 'credits', 'memory'].map(
    name => `${controlFolder}/${name}`,
  ),
  ...['telemetry', 'canon', 'tiers', 'locks'].map(name => `${controlFolder}/${name}`),
]

export function lockFile(root: string, name: string): string {
  return join(root, locksFolder, `${name}.lock`)
}

/** How long a write waits for another one before it says so. */
export const lockWaitMs = 10_000
