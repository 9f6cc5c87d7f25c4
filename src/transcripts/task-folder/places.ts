import { join } from 'node:path'
import { namedPlaces } from '../discover.ts'
import type { Environment, FileForm, Place, Places } from '../reader.ts'
import { userFolder } from '../vscode-workspace.ts'

const editors = ['Code', 'Code - Insiders', 'VSCodium', 'Cursor']

/** Where an extension of VS Code, or of an editor made from it, keeps its tasks. */
export function extensionPlaces(
  environment: Environment,
  { variable, extension, more = [] }: { variable: string; extension: string; more?: string[] },
): Places {
  const users = [
    ...editors.map(editor => userFolder(environment, editor)),
    join(environment.home, '.vscode-server', 'data', 'User'),
  ]
  const paths = [...users.map(user => join(user, 'globalStorage', extension)), ...more]
  return (
    namedPlaces(environment, variable) ?? {
      disabled: false,
      places: paths.map(path => ({ path, explicit: false })),
    }
  )
}

/** What the messages of a task are called. */
const messagesName = 'ui_messages.json'

/** `tasks/<task>/ui_messages.json`, or the same file anywhere below a folder that was named. */
export function taskForm(relative: string, { explicit }: Place): FileForm | null {
  if (explicit) return relative.split('/').at(-1) === messagesName ? 'material' : null
  return /^tasks\/[^/]+\/ui_messages\.json$/.test(relative) ? 'material' : null
}

export function taskMayHold(relative: string, { explicit }: Place): boolean {
  if (explicit) return !/(?:^|\/)(?:checkpoints|node_modules|\.git)(?:\/|$)/.test(relative)
  return /^tasks(?:\/[^/]+)?$/.test(relative)
}
