import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

/** How this very program is called from elsewhere: by name where it is installed, by path where it is not. */
export function ownCommand(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const installed = folders.some(folder => ['daybook', 'daybook.cmd'].some(name => existsSync(join(folder, name))))
  const script = process.argv[1]
  return installed || script === undefined ? ['daybook'] : ['node', script]
}
