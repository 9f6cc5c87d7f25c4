import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How this very program is called from elsewhere: by npx, by name where it is installed, by path where it is not. */
export function ownCommand(): string[] {
  const script = process.argv[1]
  // npm may empty this folder of its cache at any time, and fetches the package anew.
  if (script && /[/\\]_npx[/\\]/.test(script)) return ['npx', '--yes', ...packageOfNpx(script), 'daybook']
  // npm adds the commands of the folder it works in to the path of what it starts; nothing else finds them there.
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder && !/node_modules[/\\]\.bin$/.test(folder))
  const isInstalled = folders.some(folder => ['daybook', 'daybook.cmd'].some(name => existsSync(join(folder, name))))
  return isInstalled || script === undefined ? ['daybook'] : ['node', script]
}

/** Where npx was told to take the package from, if not from the registry. */
function packageOfNpx(script: string): string[] {
  const folder = script.slice(0, script.search(/[/\\]node_modules[/\\]/))
  const file = join(folder, 'package.json')
  const { dependencies } = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {}
  const given = String(dependencies?.daybook ?? '')
  if (given.startsWith('file:')) return [`--package=file:${resolve(folder, given.slice('file:'.length))}`]
  return /[:/]/.test(given) ? [`--package=${given}`] : []
}

/** The built web client, which is beside the built program; undefined when it was not built. */
export function webRoot(): string | undefined {
  const folder = fileURLToPath(new URL('./web/', import.meta.url))
  return existsSync(`${folder}index.html`) ? folder : undefined
}

/** Put in by the build from package.json. */
declare const __DAYBOOK_VERSION__: string

export const version = __DAYBOOK_VERSION__
