import { existsSync, readFileSync } from 'node:fs'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How this very program is called from elsewhere: by npx, by name where it is installed, by path where it is not. */
export function ownCommand(): string[] {
  const script = process.argv[1]
  if (isFromNpx(script)) return ['npx', ...wordsOfNpx(script)]
  // npm adds the commands of the folder it works in to the path of what it starts; nothing else finds them there.
  const folders = (process.env.PATH ?? '')
    .split(delimiter)
    .filter(folder => folder && !/node_modules[/\\]\.bin$/.test(folder))
  const isInstalled = folders.some(folder => ['daybook', 'daybook.cmd'].some(name => existsSync(join(folder, name))))
  return isInstalled || script === undefined ? ['daybook'] : ['node', script]
}

/** The same for a program that is started from a desktop, which may not know where Node is. */
export function ownCommandByPath(): { command: string[]; env?: { PATH: string } } {
  const script = process.argv[1]
  if (script === undefined) return { command: ['daybook'] }
  if (!isFromNpx(script)) return { command: [process.execPath, script] }
  const npm = process.env.npm_execpath
  const npx = npm === undefined ? undefined : join(dirname(npm), 'npx-cli.js')
  if (npx === undefined || !existsSync(npx)) return { command: ['npx', ...wordsOfNpx(script)] }
  const command = [process.execPath, npx, ...wordsOfNpx(script)]
  if (process.platform === 'win32') return { command }
  // npx starts the program by a shell, which has to find Node again.
  const folders = new Set([dirname(process.execPath), '/usr/local/bin', '/usr/bin', '/bin'])
  return { command, env: { PATH: [...folders].join(delimiter) } }
}

/** This very file where npx keeps it, which starts at once; npm may empty that folder at any time, and then fetches the package again. */
export function scriptOfNpx(): string | undefined {
  const script = process.argv[1]
  return isFromNpx(script) ? script : undefined
}

function isFromNpx(script: string | undefined): script is string {
  return script !== undefined && /[/\\]_npx[/\\]/.test(script)
}

function wordsOfNpx(script: string): string[] {
  return ['--yes', ...packageOfNpx(script), 'daybook']
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
