import { join } from 'node:path'
import { categories } from './describe.ts'
import type { Template } from './template.ts'

export const controlFolder = '.control-room'
export const locksFolder = `${controlFolder}/locks`
export const infoFile = `${controlFolder}/workspace.json`
export const settingsFile = `${controlFolder}/settings.json`
export const issuesFile = `${controlFolder}/issues/issues.json`
export const canonIndexPath = `${controlFolder}/canon/canon-index.md`

/** Folders of a new workspace, parents first. A repository keeps its own. */
export function foldersOf(template: Template): string[] {
  return template === 'story' ? [...storyFolders, ...ownFolders] : ownFolders
}

const storyFolders = ['Story', 'Story/Scenes', 'Compendium', ...categories.map(name => `Compendium/${name}`), 'private']
const ownFolders = [
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
