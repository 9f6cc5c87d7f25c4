import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How this very program is called from elsewhere: by name where it is installed, by path where it is not. */
export function ownCommand(): string[] {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean)
  const isInstalled = folders.some(folder => ['daybook', 'daybook.cmd'].some(name => existsSync(join(folder, name))))
  const script = process.argv[1]
  return isInstalled || script === undefined ? ['daybook'] : ['node', script]
}

/** The built web client, which is beside the built program; undefined when it was not built. */
export function webRoot(): string | undefined {
  const folder = fileURLToPath(new URL('./web/', import.meta.url))
  return existsSync(`${folder}index.html`) ? folder : undefined
}

/** Put in by the build from package.json. */
declare const __DAYBOOK_VERSION__: string

export const version = __DAYBOOK_VERSION__
